import type { PoolClient } from 'pg';
import type { Pool } from '#calls/pools.ts';
import { poolAccount } from '#kernel/billing/places.ts';
import { isOfGithub } from '../copilot/seats.ts';

/** The pools of a version for SQL, in their order; $2. A bit is of a tag that was looked for while the run was read. */
const POOLS = `
pools AS (
  SELECT at, x.* FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS p(pool, at)
  CROSS JOIN LATERAL jsonb_to_record(pool) AS x(bearer text, account text, cloud text, service text, bit integer)
)`;

/** The sums of lines by all that pools take by: those that are kept, else the lines themselves, once. */
const KEPT =
  'SELECT invoice, account, kind, service, pool_tags, lines, amount FROM billing_tag_sums WHERE run_id = $1';
/** Where no pool takes but by account, an index finds the lines. */
const COUNTED = `SELECT invoice, account, kind, service, pool_tags, count(*) AS lines, sum(amount) AS amount FROM billing_lines
  WHERE run_id = $1 AND account IS NOT NULL AND (EXISTS (SELECT FROM pools WHERE account IS NULL) OR account IN (
    SELECT s.account FROM billing_sums s JOIN pools p ON lower(s.account) = p.account WHERE s.run_id = $1))
  GROUP BY 1, 2, 3, 4, 5`;

/** A line goes to the first pool that takes it. What effective cost moved to an account belongs to no service and has no tags. */
const takeFrom = (sums: string): string => `
WITH ${POOLS}, summed AS (
  SELECT invoice, account, kind, coalesce(service, '') AS service, coalesce(pool_tags, 0) AS pool_tags, false AS moved,
    sum(lines) AS lines, sum(amount) AS amount
  FROM (${sums}) s WHERE account IS NOT NULL AND NOT ${isOfGithub('account')} GROUP BY 1, 2, 3, 4, 5
  UNION ALL
  SELECT invoice, account, kind, '', 0, true, sum(lines), sum(amount) FROM billing_sums
  WHERE run_id = $1 AND moved AND account IS NOT NULL GROUP BY 1, 2, 3
)
INSERT INTO billing_pooled (run_id, invoice, account, kind, service, pool_tags, moved, bearer, lines, amount)
SELECT DISTINCT ON (s.invoice, s.account, s.kind, s.service, s.pool_tags, s.moved) $1, s.invoice, s.account, s.kind, s.service,
  s.pool_tags, s.moved, p.bearer, s.lines, s.amount
FROM summed s JOIN billing_invoices i ON i.run_id = $1 AND i.n = s.invoice
JOIN pools p ON p.account = lower(s.account)
  OR NOT s.moved AND (p.cloud = i.cloud AND p.service = lower(btrim(s.service)) OR s.pool_tags & p.bit <> 0)
ORDER BY s.invoice, s.account, s.kind, s.service, s.pool_tags, s.moved, p.at`;

/** The sums of accounts are less by what pools took, and those of pools are that. */
const SUMS = `
INSERT INTO billing_sums (run_id, invoice, account, kind, lines, amount, moved, pooled)
SELECT $1, invoice, account, kind, -sum(lines), -sum(amount), true, true FROM billing_pooled WHERE run_id = $1 GROUP BY 2, 3, 4
UNION ALL
SELECT $1, invoice, bearer, kind, sum(lines), sum(amount), true, true FROM billing_pooled WHERE run_id = $1 GROUP BY 2, 3, 4`;

/** Pools that take by a tag which was not looked for: the run is read again before anybody books it. */
const UNREAD = `
INSERT INTO billing_exceptions (run_id, n, reference, currency, cloud, account, problem, amount, lines)
SELECT $1, coalesce((SELECT max(n) FROM billing_exceptions WHERE run_id = $1), 0) + row_number() OVER (ORDER BY bearer),
  i.reference, i.currency, i.cloud, bearer, 'pool_tag_unread', round(0, i.decimals), 0
FROM unnest($2::text[]) AS unread(bearer)
JOIN billing_invoices i ON i.run_id = $1 AND i.n = (SELECT min(n) FROM billing_invoices WHERE run_id = $1)`;

/** The places of pools' tags among those that were looked for while a run was read. */
interface ReadTags {
  /** Whether sums by service and tags were kept. */
  kept: boolean;
  tags: { key: string; value: string }[];
}

async function readTags(tx: PoolClient, run: number): Promise<ReadTags> {
  const { rows } = await tx.query<ReadTags>(
    'SELECT coalesce(cardinality(tag_keys), 0) > 0 AS kept, pool_tags AS tags FROM billing_runs WHERE id = $1',
    [run],
  );
  return rows[0] ?? { kept: false, tags: [] };
}

const placeOf = ({ source }: Pool, { tags }: ReadTags): number =>
  source.by === 'tag' ? tags.findIndex(({ key, value }) => key === source.key && value === source.value) : -1;

/** How SQL knows a pool again. */
function takenBy(pool: Pool, read: ReadTags) {
  const { name, source } = pool;
  const bearer = poolAccount(name);
  switch (source.by) {
    case 'account':
      return { bearer, account: source.account.toLowerCase() };
    case 'purchase':
      return { bearer, account: source.place.toLowerCase() };
    case 'service':
      return { bearer, cloud: source.provider, service: source.service.toLowerCase() };
    case 'tag':
      return { bearer, bit: 1 << placeOf(pool, read) };
  }
}

/** The pools that take by a tag which nobody looked for while the run was read. */
const unreadOf = (pools: readonly Pool[], read: ReadTags): Pool[] =>
  pools.filter((pool) => pool.source.by === 'tag' && placeOf(pool, read) < 0);

/** Takes from accounts what belongs to pools, before anybody is charged. */
export async function takePools(tx: PoolClient, run: number, pools: readonly Pool[]): Promise<void> {
  await tx.query('DELETE FROM billing_pooled WHERE run_id = $1', [run]);
  if (pools.length === 0) return;
  const read = await readTags(tx, run);
  const unread = new Set(unreadOf(pools, read));
  const taking = pools.filter((pool) => !unread.has(pool)).map((pool) => takenBy(pool, read));
  await tx.query(takeFrom(read.kept ? KEPT : COUNTED), [run, JSON.stringify(taking)]);
  await tx.query(SUMS, [run]);
}

/** Makes exceptions of pools whose tag was not looked for: nothing is left with its accounts unseen. */
export async function holdUnread(tx: PoolClient, run: number, pools: readonly Pool[]): Promise<void> {
  if (!pools.some(({ source }) => source.by === 'tag')) return;
  const unread = unreadOf(pools, await readTags(tx, run));
  await tx.query(UNREAD, [run, unread.map(({ name }) => poolAccount(name))]);
}
