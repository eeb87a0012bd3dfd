import { Link } from '@tanstack/react-router';
import { listBudgetsOfCostCenter, type BudgetOfCostCenter } from '#calls/budgets.ts';
import { money } from '#kernel/written.ts';
import { queryOf } from '#web/data/call.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import links from '#web/ui/plain-link.module.css';
import classes from './budgets.module.css';
import { Forecast, periodWords, Spent } from './spent.tsx';

/** The budgets of a cost center, each with the newest period in which anything was booked. */
export function CostCenterBudgets({ id }: { id: number }) {
  const load = useLoad(queryOf(listBudgetsOfCostCenter, { id }));
  return (
    <div className={classes.below}>
      <Card title="Budgets">
        <Loaded load={load} failed="Its budgets could not be loaded" height={80}>
          {(budgets) => <Budgets budgets={budgets} />}
        </Loaded>
      </Card>
    </div>
  );
}

function Budgets({ budgets }: { budgets: readonly BudgetOfCostCenter[] }) {
  if (budgets.length === 0) return <p className={classes.none}>No budget is for this cost center.</p>;
  return (
    <table className={classes.table} aria-label="Budgets">
      <thead>
        <tr>
          <th scope="col">Budget</th>
          <th scope="col" className={classes.number}>
            Spent
          </th>
        </tr>
      </thead>
      <tbody>
        {budgets.map(({ id, name, amount, currency, period, latest, forecast }) => (
          <tr key={id}>
            <th scope="row">
              <Link
                className={links.link}
                to="/auth/$action/$model/$modelId"
                params={{ action: 'view', model: 'budgets', modelId: String(id) }}
              >
                {name}
              </Link>
              <span className={classes.about}>
                {money(amount, currency)} each {period}
                {latest && `, shown for ${periodWords(period, latest)}`}
              </span>
            </th>
            <td className={classes.number}>
              {latest ? <Spent of={latest} currency={currency} /> : 'Not begun'}
              {forecast && <Forecast of={forecast} period={period} currency={currency} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
