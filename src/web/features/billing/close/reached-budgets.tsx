import { Link } from '@tanstack/react-router';
import { listBudgetsReached } from '#calls/budgets.ts';
import { queryOf } from '#web/data/call.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { formatMonth } from '#web/ui/moments.ts';
import { ErrorState } from '#web/ui/pages/states.tsx';
import { formatMoney } from '../amounts.ts';
import { Part } from '../part.tsx';
import classes from './close.module.css';

/** The budgets that a month has brought to a threshold; nothing where there is none. */
export function ReachedBudgets({ month }: { month: string }) {
  const load = useLoad(queryOf(listBudgetsReached, { month }, { keeps: true }));
  if (load.is === 'failed')
    return <ErrorState error={load.error} title="The budgets could not be loaded" onRetry={load.retry} />;
  if (load.is === 'loading' || load.data.length === 0) return null;
  return (
    <Part title={`Budgets Reached in ${formatMonth(month)}`} count={load.data.length}>
      <ul className={classes.missing} aria-label="Budgets Reached">
        {load.data.map(({ id, name, threshold, spent, amount, currency }) => (
          <li key={id}>
            <span>
              {name}: <b>{threshold}%</b> reached, {formatMoney(spent, currency)} of{' '}
              {formatMoney(amount, currency)}
            </span>
            <Link
              to="/auth/$action/$model/$modelId"
              params={{ action: 'view', model: 'budgets', modelId: String(id) }}
              aria-label={`See Budget ${name}`}
            >
              See Budget
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  );
}
