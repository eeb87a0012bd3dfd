import { Link } from '@tanstack/react-router';
import { budgetAlertsCsv, listBudgetAlerts, type ListedAlert } from '#calls/budgets.ts';
import { queryOf } from '#web/data/call.ts';
import { useOwnRows } from '#web/data/use-session.ts';
import { FileButton } from '#web/generic/list/download-button.tsx';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import links from '#web/ui/plain-link.module.css';
import { AlertEntry } from './alert-entry.tsx';
import classes from './budgets.module.css';

const SHOWN = 10;

/** The thresholds of all budgets that were reached last, with all of them as a file. Owners have those of their budgets on these. */
export default function AlertsBeside() {
  return useOwnRows() ? null : <LatestAlerts />;
}

function LatestAlerts() {
  const load = useLoad(queryOf(listBudgetAlerts, { page: 1, per_page: SHOWN }));
  return (
    <Card title="Thresholds Reached">
      <Loaded load={load} failed="The thresholds could not be loaded" height={120}>
        {(alerts) => <Alerts alerts={alerts} />}
      </Loaded>
    </Card>
  );
}

function Alerts({ alerts }: { alerts: readonly ListedAlert[] }) {
  if (alerts.length === 0)
    return <p className={classes.none}>None so far: no final billing run has brought a budget to one.</p>;
  return (
    <>
      <ul className={classes.alerts} aria-label="Thresholds Reached">
        {alerts.map((alert) => (
          <AlertEntry
            key={`${alert.budget_id} ${alert.from} ${alert.threshold} ${alert.forecast?.by}`}
            alert={alert}
            period={alert.period}
            of={
              <>
                <Link
                  className={links.link}
                  to="/auth/$action/$model/$modelId"
                  params={{ action: 'view', model: 'budgets', modelId: String(alert.budget_id) }}
                >
                  {alert.name}
                </Link>
                {': '}
              </>
            }
          />
        ))}
      </ul>
      <FileButton path={budgetAlertsCsv.path} query={{}} label="Download CSV" />
    </>
  );
}
