import {
  MOST_PERIODS,
  MOST_LISTED,
  type BudgetOfCostCenter,
  type BudgetReached,
  type BudgetSpend,
} from '#calls/budgets.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { isReplaced } from '../../runs/corrected-runs.ts';
import { isBooked } from '../../runs/run-states.ts';

const monthsUntil = (day: string) =>
  `((date_part('year', ${day}) - date_part('year', b.first)) * 12 + date_part('month', ${day}) - date_part('month', b.first))::integer`;

/**
 * The spend of budgets `b`, one row for each of their periods until today. Postings say what cost centers and business units
 * are charged, difference runs included. An account has a part of a posting only, so it is what its lines in final runs come to; of
 * an invoice that came again, those of the newest run.
 * @param which the condition of the budgets, as SQL
 */
export const spentOf = (which: string): string => `
budget AS MATERIALIZED (
  SELECT b.*, date_trunc('month', b.starts_on)::date AS first, CASE b.period WHEN 'year' THEN 12 ELSE 1 END AS months,
    string_to_array(b.thresholds, ', ')::integer[] AS percents, least(b.ends_on, today()) AS last
  FROM budgets b WHERE ${which}
), charged AS (
  SELECT b.id, p.run_id, p.currency, p.amount FROM budget b JOIN billing_postings p ON p.cost_center_id = b.cost_center_id
  UNION ALL
  SELECT b.id, p.run_id, p.currency, p.amount FROM budget b JOIN billing_postings p ON p.business_units_id = b.business_units_id
  UNION ALL
  SELECT b.id, s.run_id, i.currency, round(sum(s.amount), i.decimals)
  FROM budget b JOIN billing_accounts a ON lower(a.account) = lower(b.account) AND a.problem IS NULL
  JOIN billing_sums s ON s.run_id = a.run_id AND coalesce(s.account, '') = a.account AND NOT s.pooled
  JOIN billing_invoices i ON i.run_id = s.run_id AND i.n = s.invoice
  WHERE NOT ${isReplaced('s.run_id', 's.invoice', isBooked('d'))}
  GROUP BY b.id, s.run_id, s.invoice, i.currency, i.decimals
), sums AS (
  SELECT b.id, ${monthsUntil('r.month')} / b.months AS at, c.currency, sum(c.amount) AS amount
  FROM charged c JOIN budget b ON b.id = c.id JOIN billing_runs r ON r.id = c.run_id
  WHERE ${isBooked('r')} AND r.month >= b.first AND r.month <= coalesce(b.ends_on, r.month) GROUP BY 1, 2, 3
), spent AS (
  SELECT b.id, b.name, b.amount, b.currency, b.period, b.percents,
    (b.first + make_interval(months => n.at * b.months))::date AS "from",
    (b.first + make_interval(months => (n.at + 1) * b.months) - interval '1 day')::date AS until,
    coalesce(max(s.amount) FILTER (WHERE s.currency = b.currency), 0) AS spent, count(s.currency) > 0 AS booked,
    coalesce(jsonb_agg(jsonb_build_object('currency', s.currency, 'amount', s.amount::text) ORDER BY s.currency)
      FILTER (WHERE s.currency <> b.currency), '[]') AS others
  FROM budget b
  CROSS JOIN LATERAL (SELECT CASE WHEN b.last < b.first THEN -1 ELSE ${monthsUntil('b.last')} / b.months END AS newest) l
  CROSS JOIN LATERAL generate_series(greatest(0, l.newest - ${MOST_PERIODS - 1}), l.newest) n(at)
  LEFT JOIN sums s ON s.id = b.id AND s.at = n.at
  GROUP BY b.id, b.name, b.amount, b.currency, b.period, b.percents, b.first, b.months, n.at
), periods AS (
  SELECT s.*, s.spent * 100 / s.amount AS percent,
    ARRAY(SELECT t FROM unnest(s.percents) t WHERE s.spent * 100 >= t * s.amount ORDER BY t) AS reached
  FROM spent s
)`;

/** A row of `periods` as answers tell it. */
export const PERIOD = `jsonb_build_object('from', p."from", 'until', p.until, 'spent', round(p.spent, greatest(2, scale(p.spent)))::text,
  'percent', round(p.percent, 1)::text, 'reached', p.reached, 'others', p.others)`;

const SPEND = `WITH ${spentOf('b.id = $1')}
SELECT b.amount::text AS amount, b.currency, b.period,
  (SELECT coalesce(jsonb_agg(${PERIOD} ORDER BY p."from" DESC), '[]') FROM periods p) AS periods,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('from', a.period_start, 'threshold', a.threshold, 'spent', a.spent::text,
    'amount', a.amount::text, 'currency', a.currency, 'billing_run', a.run_id, 'at', a.told_at)), '[]')
    FROM (SELECT * FROM budget_alerts WHERE budget_id = $1 ORDER BY told_at DESC, threshold DESC LIMIT ${MOST_LISTED}) a) AS alerts
FROM budget b`;

/** The spend of a budget; null where there is none. */
export async function readSpend(db: Runner, id: number): Promise<BudgetSpend | null> {
  return (await db.query<BudgetSpend>({ text: SPEND, values: [id] })).rows[0] ?? null;
}

const OF_COST_CENTER = `WITH ${spentOf('b.cost_center_id = $1')}
SELECT b.id, b.name, b.amount::text AS amount, b.currency, b.period,
  (SELECT ${PERIOD} FROM periods p WHERE p.id = b.id ORDER BY p.booked DESC, p."from" DESC LIMIT 1) AS latest
FROM budget b ORDER BY lower(b.name), b.id LIMIT ${MOST_LISTED}`;

/** The budgets of a cost center, each with the newest period in which anything was booked, else the current one. */
export async function readOfCostCenter(db: Runner, id: number): Promise<BudgetOfCostCenter[]> {
  return (await db.query<BudgetOfCostCenter>({ text: OF_COST_CENTER, values: [id] })).rows;
}

/** The highest threshold of each budget that still is there. */
const REACHED = `
SELECT b.id, b.name, a.threshold, a.spent::text AS spent, a.amount::text AS amount, a.currency
FROM (SELECT DISTINCT ON (budget_id) * FROM budget_alerts WHERE month = $1 ORDER BY budget_id, threshold DESC) a
JOIN budgets b ON b.id = a.budget_id ORDER BY lower(b.name), b.id LIMIT ${MOST_LISTED}`;

/** The budgets that reached a threshold with what is charged for a month, YYYY-MM. */
export async function readReached(db: Runner, month: string): Promise<BudgetReached[]> {
  return (await db.query<BudgetReached>({ text: REACHED, values: [`${month}-01`] })).rows;
}
