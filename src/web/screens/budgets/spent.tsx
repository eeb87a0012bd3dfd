import type { BudgetForecast, BudgetPeriod, BudgetSpend } from '#calls/budgets.ts';
import { grouped, listed, money } from '#kernel/written.ts';
import { forecastWords } from '#resources/budgets.ts';
import { formatMonth } from '#web/ui/moments.ts';
import { TonedText } from '#web/ui/toned-text.tsx';
import classes from './budgets.module.css';

/** A period in words: March 2026, or April 2025 to March 2026. */
export function periodWords(
  period: BudgetSpend['period'],
  { from, until = from }: { from: string; until?: string },
): string {
  const first = formatMonth(from.slice(0, 7));
  return period === 'month' ? first : `${first} to ${formatMonth(until.slice(0, 7))}`;
}

/** The spend in a period, its share of the budget, and the highest threshold that is reached. */
export function Spent({ of, currency }: { of: BudgetPeriod; currency: string }) {
  const { spent, percent, reached, others } = of;
  return (
    <>
      <span className={classes.amount}>{money(spent, currency)}</span>
      <Share percent={percent} reached={reached} what="threshold" />
      {others.length > 0 && (
        <span className={classes.about}>
          Not counted: {listed(others.map((one) => money(one.amount, one.currency)))} in other currencies
        </span>
      )}
    </>
  );
}

/** A share of the budget, marked where it has reached a threshold. */
function Share({
  percent,
  reached,
  what,
}: Pick<BudgetPeriod, 'percent' | 'reached'> & { what: 'threshold' | 'forecast threshold' }) {
  const highest = reached.at(-1);
  const tone = Number(percent) >= 100 ? 'bad' : 'warning';
  return (
    <span className={classes.share}>
      {highest === undefined ? (
        `${grouped(percent)}%`
      ) : (
        <TonedText toned={{ tone, reason: `The ${what} of ${highest}% is reached.` }} reason="heard">
          {grouped(percent)}%
        </TonedText>
      )}
    </span>
  );
}

/** What is forecast of a budget, for which period and by what. */
export function Forecast({
  of,
  period,
  currency,
}: {
  of: BudgetForecast;
  period: BudgetSpend['period'];
  currency: string;
}) {
  return (
    <>
      <span className={classes.amount}>{money(of.amount, currency)}</span>
      <Share percent={of.percent} reached={of.reached} what="forecast threshold" />
      <span className={classes.about}>
        Forecast {forecastWords(period, of.by)}, {periodWords(period, of)}
      </span>
    </>
  );
}
