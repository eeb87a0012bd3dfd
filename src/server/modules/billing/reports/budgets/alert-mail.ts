import { grouped, listed, money } from '#kernel/written.ts';
import { forecastWords, type ForecastBasis } from '#resources/budgets.ts';
import { monthWords } from '../../runs/months.ts';
import { GREETING } from '#server/platform/mail/outbox.ts';

/** A budget of which thresholds were reached in a period. */
export interface ReachedBudget {
  id: number;
  name: string;
  /** Such as 'cost center 1000'. */
  what: string;
  period: 'month' | 'year';
  /** The first and the last month of the period, YYYY-MM. */
  from: string;
  until: string;
  amount: string;
  currency: string;
  spent: string;
  percent: string;
  others: { currency: string; amount: string }[];
  /** What will be booked in the period, where that has reached the thresholds; null where what is booked has. */
  forecast: { amount: string; by: ForecastBasis } | null;
  /** In per cent, the smallest first. */
  thresholds: number[];
  /** Whose address is known, and who has not left. */
  owner: string | null;
}

/** The mail about a budget. */
export function alertMail(budget: ReachedBudget, publicUrl: string): { subject: string; text: string } {
  const { id, name, what, thresholds, spent, amount, currency, percent, others, forecast } = budget;
  const during =
    budget.period === 'month'
      ? monthWords(budget.from)
      : `the year from ${monthWords(budget.from)} to ${monthWords(budget.until)}`;
  const reached = listed(thresholds.map((one) => `${one}%`));
  const left = others.map((one) => money(one.amount, one.currency));
  const share = `${grouped(percent)}%`;
  return {
    subject: `Budget ${name}: ${thresholds.at(-1)}% ${forecast ? 'forecast' : 'reached'}`.replaceAll(
      /\p{Cc}/gu,
      ' ',
    ),
    text: [
      GREETING,
      '',
      forecast
        ? `what is forecast for ${what} in ${during} reaches ${reached} of the budget ${name}.`
        : `what is booked on ${what} for ${during} has reached ${reached} of the budget ${name}.`,
      '',
      `  Budget: ${money(amount, currency)}`,
      `  Booked: ${money(spent, currency)}${forecast ? '' : `, ${share}`}`,
      ...(forecast
        ? [
            `  Forecast ${forecastWords(budget.period, forecast.by)}: ${money(forecast.amount, currency)}, ${share}`,
          ]
        : []),
      ...(left.length > 0 ? [`  Booked in other currencies, which is not counted: ${listed(left)}`] : []),
      '',
      'Please look where the costs come from. Where they are as they should be, raise the budget on its page.',
      '',
      `The budget: ${publicUrl}/auth/view/budgets/${id}`,
      '',
      'Skyledger',
      '',
    ].join('\n'),
  };
}
