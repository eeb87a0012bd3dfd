import type { PoolShare } from '#calls/pools.ts';
import { unitsOf } from '#kernel/decimal-sum.ts';
import { grouped } from '#kernel/written.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { monthWords } from '../../runs/months.ts';

const SHARES = `
SELECT p.pool, p.split, p.metric, p.named, trim_scale(round(p.weight * 100 / p.weights, 4))::text AS percent,
  CASE WHEN p.split = 'spend' THEN round(p.weight, i.decimals) ELSE trim_scale(p.weight) END::text AS weight,
  CASE WHEN p.split = 'spend' THEN round(p.weights, i.decimals) ELSE trim_scale(p.weights) END::text AS weights,
  round(p.amount, i.decimals)::text AS amount, round(p.whole, i.decimals)::text AS whole,
  round(p.rounding * power(10::numeric, -i.decimals), i.decimals)::text AS rounding, p.lines, i.currency, to_char(r.month, 'YYYY-MM') AS month
FROM billing_pool_parts p JOIN billing_invoices i ON i.run_id = p.run_id AND i.n = p.invoice JOIN billing_runs r ON r.id = p.run_id
WHERE p.run_id = $1 AND p.posting = $2 ORDER BY p.pool, p.invoice, p.named`;

type ReadShare = Omit<PoolShare, 'words'> & { currency: string; month: string };

/** By what a pool is split, and how much of that is whose. */
function basis({ split, metric, weight, weights, currency, month }: ReadShare): string {
  const parts = `${grouped(weight)} of ${grouped(weights)}`;
  switch (split) {
    case 'metric':
      return `metric ${metric} of ${monthWords(month)}: ${parts}`;
    case 'spend':
      return `spend of ${monthWords(month)}: ${parts} ${currency}`;
    case 'fixed':
      return 'fixed share';
    case 'even':
      return `even: ${parts} cost centers`;
  }
}

/** What rounding gave or took, in words; empty where it is nothing. */
function rounding({ rounding: unit, currency }: ReadShare): string {
  const { units, decimals } = unitsOf(unit);
  if (units === 0n) return '';
  return decimals === 2 ? ', one cent of rounding' : `, ${unit.replace('-', '')} ${currency} of rounding`;
}

const inWords = (share: ReadShare): string =>
  `${share.percent} % of the pool ${share.pool} (${basis(share)}), ${grouped(share.amount)} of ${grouped(share.whole)}${rounding(share)}`;

/** The parts of a posting that are of pools, each with the reason. */
export async function readPoolShares(db: Runner, run: number, posting: number): Promise<PoolShare[]> {
  const { rows } = await db.query<ReadShare>({ text: SHARES, values: [run, posting] });
  return rows.map((row) => {
    const { currency: _, month: __, ...share } = row;
    return { ...share, words: inWords(row) };
  });
}
