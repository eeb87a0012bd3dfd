import { grouped, listed, money } from '#kernel/written.ts';
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
  /** In per cent, the smallest first. */
  thresholds: number[];
  /** Whose address is known, and who has not left. */
  owner: string | null;
}

/** The mail about a budget. */
export function alertMail(budget: ReachedBudget, publicUrl: string): { subject: string; text: string } {
  const { id, name, what, thresholds, spent, amount, currency, percent, others } = budget;
  const during =
    budget.period === 'month'
      ? monthWords(budget.from)
      : `the year from ${monthWords(budget.from)} to ${monthWords(budget.until)}`;
  const reached = listed(thresholds.map((one) => `${one}%`));
  const left = others.map((one) => money(one.amount, one.currency));
  return {
    subject: `Budget ${name}: ${thresholds.at(-1)}% reached`.replaceAll(/\p{Cc}/gu, ' '),
    text: [
      GREETING,
      '',
      `what is booked on ${what} for ${during} has reached ${reached} of the budget ${name}.`,
      '',
      `  Budget: ${money(amount, currency)}`,
      `  Booked: ${money(spent, currency)}, ${grouped(percent)}%`,
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
