import { sumOfDecimals } from '#kernel/decimal-sum.ts';
import type { Gathered, KeptPosting, PostingPart } from './posting.ts';

/**
 * One posting for each place that is booked on and each cloud: the first part of a posting keeps its number, what was split off gets a
 * new one.
 * @param requested the parts that each posting becomes, by its number
 * @param lastNumber the largest number that is taken
 */
export function gathered(
  requested: ReadonlyMap<number, readonly KeptPosting[]>,
  lastNumber: number,
): Gathered {
  const byPlace = new Map<string, KeptPosting>();
  const parts: PostingPart[] = [];
  let last = lastNumber;
  const take = (from: number, part: KeptPosting, number: () => number) => {
    const key = `${part.cloud} ${placeOf(part)}`;
    const same = byPlace.get(key);
    const to = same?.n ?? number();
    if (same) same.amount = sumOfDecimals([same.amount, part.amount]);
    else byPlace.set(key, { ...part, n: to });
    parts.push({ from, to, amount: part.amount });
  };
  // Those that keep their numbers go before what joins them.
  for (const [from, [first]] of requested) if (first) take(from, first, () => from);
  for (const [from, [, ...others]] of requested)
    for (const part of others) take(from, part, () => (last += 1));
  const postings = [...byPlace.values()].filter(({ amount }) => /[1-9]/.test(amount));
  const left = new Set(postings.map(({ n }) => n));
  return { postings, parts: parts.filter(({ to }) => left.has(to)) };
}

/** The key that distinguishes a posting of a run from the others of its cloud. */
export const placeOf = ({
  reference,
  currency,
  company_code: company,
  gl_account: gl,
  cost_center: center,
  wbs_element: wbs,
}: Pick<
  KeptPosting,
  'reference' | 'currency' | 'company_code' | 'gl_account' | 'cost_center' | 'wbs_element'
>): string => JSON.stringify([reference, currency, company, gl, center, wbs]);
