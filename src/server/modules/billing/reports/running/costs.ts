import { SERVICES_A_DAY, type DayCost, type RunningCost, type RunningTotal } from '#calls/running-costs.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { limitOf, type Page } from '#server/platform/http/query.ts';

/** Selects costs. */
export interface CostFilter {
  /** YYYY-MM */
  month: string;
  provider: string | null;
  /** A part of an account, its name or its owner, or of a service; empty for all. */
  q: string;
}

/**
 * The costs of a month $1 of a cloud $2, or of all, that have $3 in them, by account, service and `by`.
 * @param mine what else holds of the account `p` of the inventory, as SQL; those that the inventory has not are left out then
 */
const costsBy = (by = '', mine: string | null = null): string => `
costs AS MATERIALIZED (
  SELECT r.provider, lower(r.account) AS key, min(r.account) AS identifier, r.service, r.currency${by}, max(r.decimals) AS decimals,
    sum(r.amount) AS amount
  FROM running_costs r WHERE r.month = $1::date AND ($2::text IS NULL OR r.provider = $2)
  GROUP BY r.provider, lower(r.account), r.service, r.currency${by}
), named AS MATERIALIZED (
  SELECT c.*, p.id AS cloud_parent_id, nullif(p.name, '') AS name, nullif(lower(btrim(p.cloud_contact_email)), '') AS owner_email
  FROM costs c ${mine === null ? 'LEFT JOIN' : 'JOIN'} cloud_parents p ON lower(btrim(p.identifier)) = c.key ${mine === null ? '' : `AND ${mine}`}
  WHERE $3 = '' OR position(lower($3) IN lower(concat_ws(' ', c.identifier, p.name, p.cloud_contact_email, c.service))) > 0
)`;

const valuesOf = ({ month, provider, q }: CostFilter) => [`${month}-01`, provider, q];

const LISTED = `
SELECT provider, identifier, name, cloud_parent_id, owner_email, service, currency, round(amount, decimals)::text AS amount,
  round(account_amount, decimals)::text AS account_amount
FROM (SELECT n.*, sum(amount) OVER (PARTITION BY provider, key, currency) AS account_amount FROM named n) n
ORDER BY n.currency, n.account_amount DESC, n.provider, n.key NULLS LAST, n.amount DESC, n.service`;

const TOTALS = `
SELECT currency, round(sum(amount), max(decimals))::text AS amount, count(DISTINCT (provider, key)) FILTER (WHERE key IS NOT NULL) AS accounts
FROM named GROUP BY currency ORDER BY currency`;

/** A page of the costs by account and service, and what all of them come to. */
export async function readCosts(
  db: Runner,
  filter: CostFilter,
  page: Page,
): Promise<{ rows: RunningCost[]; total: number; totals: RunningTotal[] }> {
  const { rows } = await db.query<{ rows: RunningCost[]; total: number; totals: RunningTotal[] }>({
    text: `WITH ${costsBy()} SELECT (SELECT coalesce(jsonb_agg(l), '[]') FROM (${LISTED} ${limitOf(page)}) l) AS rows,
      (SELECT count(*) FROM named) AS total, (SELECT coalesce(jsonb_agg(t), '[]') FROM (${TOTALS}) t) AS totals`,
    values: valuesOf(filter),
  });
  return rows[0] ?? { rows: [], total: 0, totals: [] };
}

/** All of them. */
export async function readAllCosts(db: Runner, filter: CostFilter): Promise<RunningCost[]> {
  const text = `WITH ${costsBy()} ${LISTED}`;
  return (await db.query<RunningCost>({ text, values: valuesOf(filter) })).rows;
}

/** The costs of the accounts of somebody $4, and what they come to. @param mine whether the account `p` is theirs, as SQL */
export async function readCostsOf(
  db: Runner,
  filter: CostFilter,
  { mine, email, most }: { mine: string; email: string; most: number },
): Promise<{ rows: RunningCost[]; totals: RunningTotal[] }> {
  const { rows } = await db.query<{ rows: RunningCost[]; totals: RunningTotal[] }>({
    text: `WITH ${costsBy('', mine)} SELECT (SELECT coalesce(jsonb_agg(l), '[]') FROM (${LISTED} LIMIT ${most}) l) AS rows,
      (SELECT coalesce(jsonb_agg(t), '[]') FROM (${TOTALS}) t) AS totals`,
    values: [...valuesOf(filter), email],
  });
  return rows[0] ?? { rows: [], totals: [] };
}

/** The costs of each day by service: of the largest services of each currency, and of the others together. */
export async function readDays(db: Runner, filter: CostFilter): Promise<DayCost[]> {
  const { rows } = await db.query<DayCost>({
    text: `WITH ${costsBy(', r.day')}, largest AS (
        SELECT currency, service, row_number() OVER (PARTITION BY currency ORDER BY sum(abs(amount)) DESC, service) AS place
        FROM named WHERE service IS NOT NULL GROUP BY currency, service
      )
      SELECT n.day, l.service, n.currency, round(sum(n.amount), max(n.decimals))::text AS amount
      FROM named n LEFT JOIN largest l ON l.currency = n.currency AND l.service = n.service AND l.place <= ${SERVICES_A_DAY}
      GROUP BY n.day, l.service, n.currency ORDER BY n.currency, n.day NULLS LAST, sum(n.amount) DESC`,
    values: valuesOf(filter),
  });
  return rows;
}
