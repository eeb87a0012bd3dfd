import type { Difference } from '#calls/review.ts';
import { grouped, money } from '#kernel/written.ts';
import { sumOfDecimals } from '#kernel/decimal-sum.ts';
import type { KeptPosting } from './posting.ts';

type PlaceOf = Difference['was'];

const placeOf = ({ company_code, gl_account, cost_center, wbs_element, amount }: KeptPosting): PlaceOf => ({
  company_code,
  gl_account,
  cost_center,
  wbs_element,
  amount,
});

const centerOf = (one: PlaceOf) => one.cost_center ?? one.wbs_element ?? '';

/** How a posting differs from what a workbook has in its place; null where it does not. */
export function differenceOf(before: KeptPosting, requested: readonly KeptPosting[]): Difference | null {
  const was = placeOf(before);
  const now = requested.map(placeOf);
  const [only] = now;
  if (now.length === 1 && only && JSON.stringify(only) === JSON.stringify(was)) return null;
  const { cloud: provider, reference, currency } = before;
  return {
    posting: before.n,
    provider,
    reference,
    currency,
    was,
    now,
    message: sentenceOf(before, was, now),
  };
}

function sentenceOf({ n, reference, currency }: KeptPosting, was: PlaceOf, now: readonly PlaceOf[]): string {
  const what = `Posting ${n} of invoice ${reference}, ${money(was.amount, currency)} on ${centerOf(was)},`;
  const [only, ...others] = now;
  if (!only) return `${what} was left out.`;
  if (others.length > 0) {
    const parts = now.map((one) => `${grouped(one.amount)} on ${centerOf(one)}`);
    const left = sumOfDecimals([was.amount, ...now.map(({ amount }) => negated(amount))]);
    const rest = /[1-9]/.test(left) ? `; ${grouped(left)} of it went elsewhere` : '';
    return `${what} was split: ${parts.join(', ')}${rest}.`;
  }
  const changes = [
    ...(centerOf(only) === centerOf(was) ? [] : [`is charged to ${centerOf(only)}`]),
    ...(only.company_code === was.company_code ? [] : [`is booked by company ${only.company_code}`]),
    ...(only.gl_account === was.gl_account ? [] : [`is booked on GL account ${only.gl_account}`]),
    ...(only.amount === was.amount ? [] : [`comes to ${grouped(only.amount)}`]),
  ];
  return `${what} ${changes.join(', ')} now.`;
}

const negated = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
