import { Link } from '@tanstack/react-router';
import { budgetAlertsCsv, listBudgetAlerts, type ListedAlert } from '#calls/budgets.ts';
import { queryOf } from '#web/data/call.ts';
import { FileButton } from '#web/generic/list/download-button.tsx';
import { useLoad } from '#web/generic/use-load.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import links from '#web/ui/plain-link.module.css';
import { AlertEntry } from './alert-entry.tsx';
import classes from './budgets.module.css';

const SHOWN = 25;

/** The thresholds of all budgets that were reached last, with all of them as a file. */
export default function AlertsDialog({ onClose }: { onClose: () => void }) {
  const load = useLoad(queryOf(listBudgetAlerts, { page: 1, per_page: SHOWN }));
  return (
    <Dialog title="Thresholds Reached" size="lg" onClose={onClose}>
      <Loaded load={load} failed="The thresholds could not be loaded" height={120}>
        {(alerts) => <Alerts alerts={alerts} />}
      </Loaded>
    </Dialog>
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
