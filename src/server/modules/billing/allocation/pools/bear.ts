import type { PoolClient } from 'pg';
import type { Pool } from '#calls/pools.ts';
import { poolAccount, poolPart } from '#kernel/billing/places.ts';
import { splitByWeights, type Bearer } from '#kernel/billing/split.ts';
import { resolveNamed } from '../resolve.ts';
import { isPoolIn } from '../../runs/pooled.ts';

/** What a pool took of an invoice. */
interface Taken {
  invoice: number;
  bearer: string;
  currency: string;
  decimals: number;
  lines: string;
  amount: string;
}

const TAKEN = `
SELECT p.invoice, p.bearer, i.currency, i.decimals, sum(p.lines)::text AS lines, sum(p.amount)::text AS amount
FROM billing_pooled p JOIN billing_invoices i ON i.run_id = p.run_id AND i.n = p.invoice
WHERE p.run_id = $1 GROUP BY p.invoice, p.bearer, i.currency, i.decimals HAVING sum(p.amount) <> 0 ORDER BY p.invoice, p.bearer`;

/** What cost centers are charged by their accounts, without what any pool took of that. */
const SPEND = `
SELECT a.cost_center_id AS center, min(c.identifier) AS identifier, i.currency, sum(s.amount * coalesce(e.share, 1))::text AS weight
FROM billing_sums s JOIN billing_invoices i ON i.run_id = s.run_id AND i.n = s.invoice
LEFT JOIN billing_seats e ON e.run_id = s.run_id AND e.invoice = s.invoice AND e.account = s.account
JOIN billing_accounts a ON a.run_id = s.run_id AND a.account = coalesce(e.seat, s.account) AND a.problem IS NULL
JOIN cost_centers c ON c.id = a.cost_center_id
WHERE s.run_id = $1 AND s.account IS NOT NULL AND NOT ${isPoolIn('s.account')}
GROUP BY a.cost_center_id, i.currency HAVING sum(s.amount * coalesce(e.share, 1)) > 0`;

const METRIC = `
SELECT m.cost_center_id AS center, c.identifier, m.amount::text AS weight FROM allocation_metrics m
JOIN cost_centers c ON c.id = m.cost_center_id
WHERE lower(btrim(m.metric)) = lower($2) AND m.month = (SELECT to_char(month, 'YYYY-MM') FROM billing_runs WHERE id = $1)
  AND m.amount > 0`;

const CALLED = `SELECT id AS center, coalesce(c.identifier, concat('cost center ', id)) AS identifier, c.identifier IS NULL AS gone
FROM unnest($1::integer[]) AS named(id) LEFT JOIN cost_centers c USING (id)`;

/** A cost center that a split names, or that has spend or a metric. */
interface Named {
  center: number;
  identifier: string;
  gone?: boolean;
}
interface Weighed extends Named {
  weight: string;
}
interface Spend extends Weighed {
  currency: string;
}

/** A pool, and who bears it with which weights in which currency. */
interface BornePool {
  pool: Pool;
  named: readonly Named[];
  weighedIn: (currency: string) => readonly Weighed[];
}

const called = async (tx: PoolClient, ids: readonly number[]): Promise<Named[]> =>
  (await tx.query<Named>(CALLED, [ids])).rows;

/** @param spend of the run, once it is needed */
async function bearersOf(
  tx: PoolClient,
  run: number,
  pool: Pool,
  spend: () => Promise<readonly Spend[]>,
): Promise<BornePool> {
  const { split } = pool;
  switch (split.by) {
    case 'even': {
      const named = await called(tx, split.cost_center_ids);
      return { pool, named, weighedIn: () => named.map((one) => ({ ...one, weight: '1' })) };
    }
    case 'fixed': {
      const percents = new Map(split.shares.map((one) => [one.cost_center_id, one.percent]));
      const named = await called(tx, [...percents.keys()]);
      const weighed = named.map((one) => ({ ...one, weight: percents.get(one.center) ?? '0' }));
      return { pool, named, weighedIn: () => weighed };
    }
    case 'metric': {
      const { rows } = await tx.query<Weighed>(METRIC, [run, split.metric]);
      return { pool, named: rows, weighedIn: () => rows };
    }
    case 'spend': {
      const all = await spend();
      const inCurrency = (currency: string) => all.filter((one) => one.currency === currency);
      if (split.cost_center_ids === null)
        return {
          pool,
          named: [...new Map(all.map(({ center, identifier }) => [center, { center, identifier }])).values()],
          weighedIn: inCurrency,
        };
      return { pool, named: await called(tx, split.cost_center_ids), weighedIn: inCurrency };
    }
  }
}

/** Where each named cost center leads on the posting day, by the key of its part. */
async function endsOf(tx: PoolClient, run: number): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ account: string; center: number }>(
    `SELECT account, cost_center_id AS center FROM billing_accounts
     WHERE run_id = $1 AND cost_center_id IS NOT NULL AND ${isPoolIn('account')}`,
    [run],
  );
  return new Map(rows.map(({ account, center }) => [account, center]));
}

/** The weights of named cost centers by the spend of what they lead to: of two that lead to the same, the first has it. */
function bySpend(
  { pool, named }: BornePool,
  spend: readonly Weighed[],
  ends: ReadonlyMap<string, number>,
): Weighed[] {
  const weights = new Map(spend.map(({ center, weight }) => [center, weight]));
  return named
    .toSorted((one, other) => (one.identifier < other.identifier ? -1 : 1))
    .map((one) => {
      const end = ends.get(poolPart(pool.name, one.identifier)) ?? one.center;
      const weight = weights.get(end) ?? '0';
      weights.delete(end);
      return { ...one, weight };
    });
}

/** A part of a pool in an invoice, as it is kept. */
interface KeptPart {
  invoice: number;
  bearer: string;
  account: string;
  pool: string;
  split: string;
  metric: string | null;
  named: string | null;
  weight: string | null;
  amount: string;
  whole: string;
  rounding: number;
  lines: string;
}

function partsOf(borne: BornePool, taken: Taken, ends: ReadonlyMap<string, number>): KeptPart[] {
  const { pool } = borne;
  const { invoice, bearer, lines, amount: whole, currency, decimals } = taken;
  const metric = pool.split.by === 'metric' ? pool.split.metric : null;
  const kept = { invoice, bearer, pool: pool.name, split: pool.split.by, metric, whole, lines };
  const weighed = borne.weighedIn(currency);
  const isOfNamed = pool.split.by === 'spend' && pool.split.cost_center_ids !== null;
  const bearers = isOfNamed ? bySpend(borne, weighed, ends) : weighed;
  const weights = new Map(bearers.map(({ identifier, weight }) => [identifier, weight]));
  const parts = splitByWeights(
    whole,
    decimals,
    bearers.map(({ identifier: key, weight }): Bearer => ({ key, weight })),
  );
  if (parts.length === 0)
    return [{ ...kept, account: bearer, named: null, weight: null, amount: whole, rounding: 0 }];
  return parts.map(({ key, amount, rounding }) => ({
    ...kept,
    account: poolPart(pool.name, key),
    named: key,
    weight: weights.get(key) ?? null,
    amount,
    rounding,
  }));
}

const KEEP = `
INSERT INTO billing_pool_parts (run_id, invoice, bearer, account, pool, split, metric, named, weight, weights, amount, whole, rounding, lines)
SELECT $1, invoice, bearer, account, pool, split, metric, named, weight, sum(weight) OVER (PARTITION BY invoice, bearer), amount, whole,
  rounding, lines
FROM jsonb_to_recordset($2) AS g(invoice smallint, bearer text, account text, pool text, split text, metric text, named text,
  weight numeric, amount numeric, whole numeric, rounding smallint, lines bigint)`;

/** Who bears nothing is none of the run's accounts; what nobody bears is one, with the reason. */
const BORNE = `
WITH gone AS (
  DELETE FROM billing_accounts a WHERE run_id = $1 AND ${isPoolIn('a.account')}
    AND NOT EXISTS (SELECT FROM billing_pool_parts p WHERE p.run_id = $1 AND p.account = a.account)
)
INSERT INTO billing_accounts (run_id, account, named, problem)
SELECT DISTINCT $1::integer, p.account, p.metric, CASE p.split WHEN 'metric' THEN 'no_metric' ELSE 'no_spend' END
FROM billing_pool_parts p WHERE p.run_id = $1 AND p.account = p.bearer`;

/** Says who bears what pools took of a run, once it is known where accounts are charged. */
export async function bearPools(
  tx: PoolClient,
  run: { id: number; postingDay: string },
  pools: readonly Pool[],
): Promise<void> {
  await tx.query('DELETE FROM billing_pool_parts WHERE run_id = $1', [run.id]);
  if (pools.length === 0) return;
  const { rows: taken } = await tx.query<Taken>(TAKEN, [run.id]);
  const used = new Set(taken.map(({ bearer }) => bearer));
  let spent: Promise<readonly Spend[]> | null = null;
  const spend = () => (spent ??= tx.query<Spend>(SPEND, [run.id]).then(({ rows }) => rows));
  const borne = new Map<string, BornePool>();
  for (const pool of pools) {
    const bearer = poolAccount(pool.name);
    if (used.has(bearer)) borne.set(bearer, await bearersOf(tx, run.id, pool, spend));
  }
  const named = [...borne.values()].flatMap(({ pool, named: all }) =>
    all.map(({ identifier, gone = false }) => ({
      account: poolPart(pool.name, identifier),
      named: gone ? null : identifier,
    })),
  );
  await resolveNamed(tx, run, named);
  const ends = await endsOf(tx, run.id);
  const parts = taken.flatMap((one) => {
    const pool = borne.get(one.bearer);
    return pool ? partsOf(pool, one, ends) : [];
  });
  await tx.query(KEEP, [run.id, JSON.stringify(parts)]);
  await tx.query(BORNE, [run.id]);
}
