import { Link } from '@tanstack/react-router';
import type { MyBudget } from '#calls/my-cloud.ts';
import { grouped, listed, money } from '#kernel/written.ts';
import { forecastWords } from '#resources/budgets.ts';
import { Card } from '#web/ui/card.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import links from '#web/ui/plain-link.module.css';
import { TonedText } from '#web/ui/toned-text.tsx';
import classes from './my-cloud.module.css';

/** The budgets of what one owns, each with what is reached of it. */
export function BudgetsPart({ budgets }: { budgets: readonly MyBudget[] }) {
  return (
    <Card title="Budgets">
      {budgets.length === 0 ? (
        <p className={classes.none}>No budget is for what is in your name.</p>
      ) : (
        <ul className={classes.budgets} aria-label="Budgets">
          {budgets.map((budget) => (
            <BudgetEntry key={budget.id} budget={budget} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function BudgetEntry({ budget }: { budget: MyBudget }) {
  const { id, name, amount, currency, period, charged_to: whose, latest, forecast } = budget;
  return (
    <li>
      <div className={classes.budgetHead}>
        <Link
          className={links.link}
          to="/auth/$action/$model/$modelId"
          params={{ action: 'view', model: 'budgets', modelId: String(id) }}
        >
          {name}
        </Link>
        {latest ? <Reached latest={latest} /> : <span>Not begun</span>}
      </div>
      {latest && (
        <progress
          className={classes.bar}
          max={100}
          value={Math.min(100, Math.max(0, Number(latest.percent)))}
          aria-label={`${grouped(latest.percent)}% of ${name}`}
        />
      )}
      <span className={classes.soft}>
        {latest ? `${money(latest.spent, currency)} of ` : ''}
        {money(amount, currency)} each {period}
        {latest && `, ${periodOf(period, latest.from)}`}
        {whose !== null && `, for ${whose}`}
      </span>
      {forecast && (
        <span className={classes.soft}>
          Forecast {forecastWords(period, forecast.by)}: {money(forecast.amount, currency)},{' '}
          {grouped(forecast.percent)}% in {periodOf(period, forecast.from)}
        </span>
      )}
      {latest && latest.others.length > 0 && (
        <span className={classes.soft}>
          Not counted: {listed(latest.others.map((one) => money(one.amount, one.currency)))} in other
          currencies
        </span>
      )}
    </li>
  );
}

const periodOf = (period: MyBudget['period'], from: string): string =>
  period === 'month' ? formatMonth(from.slice(0, 7)) : `the year from ${formatMonth(from.slice(0, 7))}`;

/** The per cent of a budget that are reached, with the highest threshold. */
function Reached({ latest: { percent, reached } }: { latest: NonNullable<MyBudget['latest']> }) {
  const highest = reached.at(-1);
  const text = `${grouped(percent)}%`;
  if (highest === undefined) return <span>{text}</span>;
  const tone = Number(percent) >= 100 ? 'bad' : 'warning';
  return (
    <TonedText toned={{ tone, reason: `The threshold of ${highest}% is reached.` }} reason="heard">
      {text}
    </TonedText>
  );
}
