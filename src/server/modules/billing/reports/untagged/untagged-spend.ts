import type { AccountSpend, RunOfSpend, ServiceSpend, SpendTotal } from '#calls/untagged.ts';
import { demandedTags } from '#resources/demanded-tags.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { limitOf, type Page } from '#server/platform/http/query.ts';
import { isReplaced } from '../../runs/corrected-runs.ts';
import { isCounting } from '../../runs/run-states.ts';
import { NO_TAG } from '../../intake/tag-gaps.ts';
import { bitOf, bitsOf, isTaggable } from '../../explain/lacks.ts';

/** Selects the spend of a month. */
export interface SpendFilter {
  /** YYYY-MM */
  month: string;
  /** Whose bills; null for all. */
  provider: string | null;
  /** One of `LACKS`. */
  lacks: string;
}

/** The runs of a month that count: $1 is its first day, $2 a provider or null. */
const RUNS = `SELECT r.id, r.provider, r.state, r.lines, r.tag_keys FROM billing_runs r WHERE r.month = $1::date
  AND ($2::text IS NULL OR r.provider = $2) AND ${isCounting('r')}`;

/**
 * Sums of lines that can bear tags, with whether they lack the tags of $3, and each of the demanded tags. The result for a
 * line is found once lines that lack the same are summed: there are few such sums.
 * @param by further columns by which lines are distinguished
 */
const sumsBy = (by = '', where = '') => `
runs AS MATERIALIZED (${RUNS}), grouped AS MATERIALIZED (
  SELECT s.run_id, s.invoice, s.account, s.lacks${by}, sum(s.lines) AS lines, sum(s.amount) AS amount
  FROM runs r JOIN billing_tag_sums s ON s.run_id = r.id WHERE ${isTaggable('s')} AND NOT ${isReplaced('s.run_id', 's.invoice')} ${where}
  GROUP BY s.run_id, s.invoice, s.account, s.lacks${by}
), sums AS (
  SELECT g.*, r.provider, i.currency, i.decimals, i.cloud, g.lacks & (${bitsOf('r.tag_keys', '$3::text')}) <> 0 AS counts,
    ${demandedTags.map(({ name }) => `g.lacks & ${bitOf('r.tag_keys', `'${name}'`)} <> 0 AS "${name}"`).join(', ')}
  FROM grouped g JOIN runs r ON r.id = g.run_id JOIN billing_invoices i ON i.run_id = g.run_id AND i.n = g.invoice
)`;

const shareOf = (amount: string, spend: string) =>
  `CASE WHEN ${spend} > 0 THEN trim_scale(round(${amount} / ${spend}, 4))::text END`;

/** By account and currency, each rounded to the decimals of its currency: what is above is summed of that. */
const ACCOUNTS = `${sumsBy()}, accounts AS (
  SELECT lower(account) AS key, currency, min(account) AS identifier, min(cloud) AS provider, max(run_id) AS run,
    array_agg(DISTINCT run_id ORDER BY run_id) FILTER (WHERE counts) AS runs,
    round(coalesce(sum(amount) FILTER (WHERE counts), 0), max(decimals)) AS amount,
    round(coalesce(sum(amount) FILTER (WHERE lacks & ${NO_TAG} <> 0), 0), max(decimals)) AS untagged,
    round(sum(amount), max(decimals)) AS spend,
    coalesce(sum(lines) FILTER (WHERE counts), 0) AS lines,
    jsonb_build_array(${demandedTags
      .map(
        ({ name }) =>
          `jsonb_build_object('tag', '${name}', 'amount', round(coalesce(sum(amount) FILTER (WHERE "${name}"), 0), max(decimals))::text)`,
      )
      .join(', ')}) AS lacking
  FROM sums GROUP BY 1, 2
), owned AS (
  SELECT a.*, p.id AS cloud_parent_id, p.name, nullif(lower(btrim(p.cloud_contact_email)), '') AS owner, p.cost_center AS named
  FROM accounts a LEFT JOIN cloud_parents p ON lower(btrim(p.identifier)) = a.key
)`;

/** Accounts that spend nothing of the kind are left out of the list, and of no share. */
const GROUPED = `WITH ${ACCOUNTS}, by_owner AS (
  SELECT o.*, sum(amount) OVER w AS owner_amount, sum(spend) OVER w AS owner_spend,
    count(*) FILTER (WHERE lines > 0) OVER w AS owner_accounts
  FROM owned o WINDOW w AS (PARTITION BY currency, owner)
)`;

const LISTED = `SELECT g.identifier, nullif(g.name, '') AS name, g.provider, g.cloud_parent_id, g.owner AS owner_email, nullif(o.name, '') AS owner_name, o.id AS cloud_contact_id,
  coalesce(b.cost_center, b.wbs_element, nullif(btrim(g.named), '')) AS cost_center, b.cost_center_id, g.currency, g.amount::text AS amount,
  g.untagged::text AS untagged, g.spend::text AS spend, ${shareOf('g.amount', 'g.spend')} AS share, g.lines::bigint AS lines, g.lacking, g.runs,
  jsonb_build_object('accounts', g.owner_accounts, 'amount', g.owner_amount::text, 'spend', g.owner_spend::text,
    'share', ${shareOf('g.owner_amount', 'g.owner_spend')}) AS owner
FROM by_owner g LEFT JOIN cloud_contacts o ON lower(btrim(o.email)) = g.owner
LEFT JOIN billing_accounts b ON b.run_id = g.run AND coalesce(b.account, '') = g.identifier
WHERE g.lines > 0
ORDER BY g.currency, g.owner_amount DESC, g.owner NULLS LAST, g.amount DESC, g.key`;

const TOTALS = `SELECT currency, sum(amount)::text AS amount, sum(untagged)::text AS untagged, sum(spend)::text AS spend,
  ${shareOf('sum(amount)', 'sum(spend)')} AS share, count(*) FILTER (WHERE lines > 0) AS accounts,
  count(DISTINCT coalesce(owner, '')) FILTER (WHERE lines > 0) AS owners
FROM owned GROUP BY currency ORDER BY currency`;

const RUNS_WITH_TAGS = `
SELECT id, provider, state, CASE WHEN cardinality(tag_keys) > 0 THEN 'counted' WHEN tag_keys IS NOT NULL THEN 'none'
  WHEN lines = 0 THEN 'being_read' ELSE 'not_counted' END AS tags FROM (${RUNS}) r ORDER BY provider, id`;

const valuesOf = ({ month, provider, lacks }: SpendFilter) => [`${month}-01`, provider, lacks];

/** All accounts that spend without the wanted tags: by owner, the one with the most first. */
export async function readAccounts(db: Runner, filter: SpendFilter): Promise<AccountSpend[]> {
  return (await db.query<AccountSpend>({ text: `${GROUPED} ${LISTED}`, values: valuesOf(filter) })).rows;
}

/** A page of these, and what all of them come to by currency: lines are summed once for both. */
export async function readSpend(
  db: Runner,
  filter: SpendFilter,
  page: Page,
): Promise<{ accounts: AccountSpend[]; totals: SpendTotal[] }> {
  const { rows } = await db.query<{ accounts: AccountSpend[]; totals: SpendTotal[] }>({
    text: `${GROUPED} SELECT (SELECT coalesce(jsonb_agg(a), '[]') FROM (${LISTED} ${limitOf(page)}) a) AS accounts,
      (SELECT coalesce(jsonb_agg(t), '[]') FROM (${TOTALS}) t) AS totals`,
    values: valuesOf(filter),
  });
  return rows[0] ?? { accounts: [], totals: [] };
}

/** The runs of the month, and of which of them it is known what tags lines bear. */
export async function readRuns(db: Runner, { month, provider }: SpendFilter): Promise<RunOfSpend[]> {
  return (await db.query<RunOfSpend>({ text: RUNS_WITH_TAGS, values: [`${month}-01`, provider] })).rows;
}

const exact = (amount: string) =>
  `CASE WHEN scale(trim_scale(${amount})) < decimals THEN round(${amount}, decimals) ELSE trim_scale(${amount}) END`;

/** The account $4 as files spell it, by which an index finds its sums. */
const SPELLED = `AND s.account IN (SELECT o.account FROM billing_sums o WHERE o.run_id IN (SELECT id FROM runs) AND lower(o.account) = lower($4))`;

const SERVICES = `
WITH ${sumsBy(', s.service', SPELLED)}, services AS (
  SELECT service, run_id, provider, currency, max(decimals) AS decimals, sum(amount) AS spend,
    coalesce(sum(amount) FILTER (WHERE counts), 0) AS amount, coalesce(sum(lines) FILTER (WHERE counts), 0) AS lines
  FROM sums GROUP BY service, run_id, provider, currency
)
SELECT service, run_id AS billing_run, provider, currency, (${exact('amount')})::text AS amount, (${exact('spend')})::text AS spend,
  ${shareOf('amount', 'spend')} AS share, lines::bigint AS lines, count(*) OVER () AS total
FROM services WHERE lines > 0 ORDER BY currency, services.amount DESC, service NULLS LAST, run_id`;

/** The services of an account, the largest amounts first, and how many there are in all. */
export async function readServices(
  db: Runner,
  filter: SpendFilter & { account: string },
  page: Page,
): Promise<{ rows: ServiceSpend[]; total: number }> {
  const { rows } = await db.query<ServiceSpend & { total: number }>({
    text: `${SERVICES} ${limitOf(page)}`,
    values: [...valuesOf(filter), filter.account],
  });
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}
