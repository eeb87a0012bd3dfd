import type { UnbilledCost, UnbilledMonth } from '#calls/dashboard.ts';
import type { PoolClient } from 'pg';
import type { Runner } from '#server/platform/database/database.ts';
import { decimalsOf } from '#kernel/currencies.ts';
import { limitOf, type Page } from '#server/platform/http/query.ts';
import type { MonthSoFar } from '../big-query/billing-export.ts';

/** Google's months begin at midnight of this place. */
const RUNNING_MONTH = `SELECT to_char(now() AT TIME ZONE 'America/Los_Angeles', 'YYYY-MM') AS month`;

/** YYYY-MM of the month whose costs Google counts now. */
export async function runningMonth(db: Runner): Promise<string> {
  const { rows } = await db.query<{ month: string }>({ text: RUNNING_MONTH, values: [] });
  return rows[0]?.month ?? '';
}

interface Read {
  /** YYYY-MM */
  month: string;
  /** Where it was read. */
  source: string;
  by: string;
}

/** Puts what was read in the place of what was read before, all of it or nothing. */
export async function keepUnbilled(
  tx: PoolClient,
  { month, source, by }: Read,
  costs: readonly MonthSoFar[],
): Promise<void> {
  await tx.query('DELETE FROM unbilled_months');
  await tx.query(
    `INSERT INTO unbilled_months (month, provider, source, read_at, read_by) VALUES ($1, 'gcp', $2, now(), $3)`,
    [`${month}-01`, source, by],
  );
  await tx.query(
    `INSERT INTO unbilled_costs (month, account, name, currency, decimals, cost, credits)
     SELECT $1, project, name, currency, decimals, cost, credits FROM jsonb_to_recordset($2)
       AS given(project text, name text, currency text, decimals smallint, cost numeric, credits numeric)`,
    [`${month}-01`, JSON.stringify(costs.map((one) => ({ ...one, decimals: decimalsOf(one.currency) })))],
  );
}

/** The last month that was read; one that a final run has booked since is billed, and shown no more. */
const LAST = `last AS (
  SELECT * FROM unbilled_months m
  WHERE NOT EXISTS (SELECT FROM billing_runs r WHERE r.provider = m.provider AND r.month = m.month AND r.state = 'final')
)`;

const COSTS = `
WITH ${LAST}
SELECT u.account AS identifier, coalesce(p.name, u.name) AS name, u.currency, round(u.cost, u.decimals)::text AS cost,
  round(u.credits, u.decimals)::text AS credits, round(u.cost + u.credits, u.decimals)::text AS amount, p.id AS cloud_parent_id,
  nullif(btrim(p.cost_center), '') AS cost_center, p.cloud_contact_email AS owner_email
FROM last JOIN unbilled_costs u USING (month) LEFT JOIN cloud_parents p ON lower(btrim(p.identifier)) = lower(u.account)
ORDER BY abs(u.cost + u.credits) DESC, u.account, u.currency`;

const MONTH = `
WITH ${LAST}
SELECT to_char(month, 'YYYY-MM') AS month, provider, source, read_at, read_by,
  (SELECT count(*) FROM unbilled_costs u WHERE u.month = last.month) AS total,
  (SELECT coalesce(jsonb_agg(t ORDER BY t.currency), '[]') FROM (
    SELECT currency, round(sum(cost), max(decimals))::text AS cost, round(sum(credits), max(decimals))::text AS credits,
      round(sum(cost + credits), max(decimals))::text AS amount, count(account) AS accounts
    FROM unbilled_costs u WHERE u.month = last.month GROUP BY currency) t) AS totals
FROM last`;

/** The costs of the running month by account, the largest first; `about` is null where none were read. */
export async function readUnbilled(
  db: Runner,
  page: Page,
): Promise<{ rows: UnbilledCost[]; total: number; about: UnbilledMonth | null }> {
  const { rows: months } = await db.query<UnbilledMonth & { total: number }>({ text: MONTH, values: [] });
  if (!months[0]) return { rows: [], total: 0, about: null };
  const { total, ...about } = months[0];
  const { rows } = await db.query<UnbilledCost>({ text: `${COSTS} ${limitOf(page)}`, values: [] });
  return { rows, total, about };
}
