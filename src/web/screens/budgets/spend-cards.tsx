import { readBudgetSpend, type BudgetSpend } from '#calls/budgets.ts';
import { money } from '#kernel/written.ts';
import { queryOf } from '#web/data/call.ts';
import type { RecordScreenProps } from '#web/generic/screen.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { AlertEntry } from './alert-entry.tsx';
import classes from './budgets.module.css';
import { Forecast, periodWords, Spent } from './spent.tsx';

/** The spend of a budget in each of its periods, and the thresholds that were notified. */
export default function SpendCards({ id }: RecordScreenProps) {
  const load = useLoad(queryOf(readBudgetSpend, { id }));
  return (
    <div className={classes.below}>
      <Card title="Spend">
        <Loaded load={load} failed="What was spent could not be loaded" height={160}>
          {(spend) => <Periods spend={spend} />}
        </Loaded>
      </Card>
      <Card title="Alerts">
        <Loaded load={load} failed="The alerts could not be loaded" height={160}>
          {(spend) => <Alerts spend={spend} />}
        </Loaded>
      </Card>
    </div>
  );
}

function Periods({ spend: { amount, currency, period, periods, forecast } }: { spend: BudgetSpend }) {
  if (periods.length === 0)
    return <p className={classes.none}>Its first {period} has not begun: nothing can be booked on it yet.</p>;
  return (
    <>
      <p className={classes.none}>
        What final billing runs have booked, of {money(amount, currency)} each {period}.
      </p>
      <table className={classes.table} aria-label="Spend">
        <thead>
          <tr>
            <th scope="col">{period === 'month' ? 'Month' : 'Year'}</th>
            <th scope="col" className={classes.number}>
              Spent
            </th>
          </tr>
        </thead>
        <tbody>
          {forecast && (
            <tr>
              <th scope="row">Forecast</th>
              <td className={classes.number}>
                <Forecast of={forecast} period={period} currency={currency} />
              </td>
            </tr>
          )}
          {periods.map((one) => (
            <tr key={one.from}>
              <th scope="row">{periodWords(period, one)}</th>
              <td className={classes.number}>
                <Spent of={one} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Alerts({ spend: { period, alerts } }: { spend: BudgetSpend }) {
  if (alerts.length === 0)
    return (
      <p className={classes.none}>
        None so far. The owner and the desk are mailed once a final billing run, or the forecast after it,
        reaches a threshold.
      </p>
    );
  return (
    <ul className={classes.alerts} aria-label="Alerts">
      {alerts.map((alert) => (
        <AlertEntry
          key={`${alert.from} ${alert.threshold} ${alert.forecast?.by}`}
          alert={alert}
          period={period}
        />
      ))}
    </ul>
  );
}
