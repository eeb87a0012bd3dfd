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

/** How many months there are from one to another, both included. */
const monthsBetween = (from: string, until: string) =>
  `((date_part('year', ${until}) - date_part('year', ${from})) * 12 + date_part('month', ${until}) - date_part('month', ${from}) + 1)::integer`;

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
), monthly AS MATERIALIZED (
  SELECT c.id, r.month, c.currency, sum(c.amount) AS amount
  FROM charged c JOIN billing_runs r ON r.id = c.run_id WHERE ${isBooked('r')} GROUP BY 1, 2, 3
), sums AS (
  SELECT b.id, ${monthsUntil('m.month')} / b.months AS at, m.currency, sum(m.amount) AS amount
  FROM monthly m JOIN budget b ON b.id = m.id
  WHERE m.month >= b.first AND m.month <= coalesce(b.ends_on, m.month) GROUP BY 1, 2, 3
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

/**
 * What is forecast of the budgets of `spentOf`, whose `WITH` these go on with: at most one row for each. Of a year it is the one that
 * the newest booked month is in; a booked month is whole, so that of a month it is the one after. The months so far are scaled to
 * the whole of a year, and the mean of the last three is that of the next month. A year before, what was booked in the months
 * that are still to come; without any there is no forecast.
 */
export const FORECASTS = `
newest AS (
  SELECT b.id, max(m.month) AS month, min(m.month) AS oldest FROM monthly m
  JOIN budget b ON b.id = m.id AND b.currency = m.currency AND m.month <= coalesce(b.ends_on, m.month) GROUP BY b.id
), ahead AS (
  SELECT b.*, n.month AS newest, greatest(n.oldest, n.month - interval '2 months') AS recent, s."from",
    least((s."from" + make_interval(months => b.months) - interval '1 day')::date,
      (date_trunc('month', b.ends_on) + interval '1 month - 1 day')::date) AS until
  FROM budget b JOIN newest n ON n.id = b.id
  CROSS JOIN LATERAL (SELECT CASE b.period
    WHEN 'year' THEN (b.first + make_interval(months => ${monthsUntil('n.month')} / b.months * b.months))::date
    ELSE (n.month + interval '1 month')::date END AS "from") s
  WHERE s."from" >= b.first AND s."from" <= coalesce(b.ends_on, s."from") AND (b.period = 'month' OR n.month >= b.first)
), basis AS (
  SELECT a.*, ${monthsBetween('a."from"', 'a.newest')} AS elapsed, ${monthsBetween('a."from"', 'a.until')} AS total,
    ${monthsBetween('a.recent', 'a.newest')} AS latest, s.*
  FROM ahead a CROSS JOIN LATERAL (
    SELECT coalesce(sum(m.amount) FILTER (WHERE m.month BETWEEN a."from" AND a.newest), 0) AS so_far,
      sum(m.amount) FILTER (WHERE m.month BETWEEN a.recent AND a.newest) AS latest_sum,
      sum(m.amount) FILTER (WHERE m.month > a.newest - interval '1 year' AND m.month BETWEEN a."from" - interval '1 year'
        AND a.until - interval '1 year') AS year_before
    FROM monthly m WHERE m.id = a.id AND m.currency = a.currency) s
), figured AS (
  SELECT f.*, CASE
    WHEN f.forecast_by = 'last_year' AND f.elapsed < f.total THEN f.so_far + f.year_before
    WHEN f.period = 'year' THEN f.so_far * f.total / f.elapsed
    ELSE f.latest_sum / f.latest END AS exact
  FROM basis f
), forecasts AS (
  SELECT f.id, f.amount, f.currency, f.period, f.forecast_by, f."from", f.until, f.so_far,
    round(f.exact, greatest(2, scale(f.so_far))) AS forecast, f.exact * 100 / f.amount AS percent,
    ARRAY(SELECT t FROM unnest(string_to_array(f.forecast_thresholds, ', ')::integer[]) t WHERE f.exact * 100 >= t * f.amount ORDER BY t)
      AS reached
  FROM figured f WHERE f.exact IS NOT NULL
)`;

/** A row of `forecasts` as responses have it. */
export const FORECAST = `jsonb_build_object('from', f."from", 'until', f.until, 'amount', f.forecast::text,
  'percent', round(f.percent, 1)::text, 'by', f.forecast_by, 'reached', f.reached)`;

/** A row of `periods` as responses have it. */
export const PERIOD = `jsonb_build_object('from', p."from", 'until', p.until, 'spent', round(p.spent, greatest(2, scale(p.spent)))::text,
  'percent', round(p.percent, 1)::text, 'reached', p.reached, 'others', p.others)`;

/** What was forecast with an alert; null where what was booked has reached the threshold. */
export const ALERT_FORECAST = `CASE a.basis WHEN 'forecast' THEN jsonb_build_object('amount', a.forecast::text, 'by', a.forecast_by) END`;

const SPEND = `WITH ${spentOf('b.id = $1')}, ${FORECASTS}
SELECT b.amount::text AS amount, b.currency, b.period,
  (SELECT coalesce(jsonb_agg(${PERIOD} ORDER BY p."from" DESC), '[]') FROM periods p) AS periods,
  (SELECT ${FORECAST} FROM forecasts f) AS forecast,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('from', a.period_start, 'threshold', a.threshold, 'spent', a.spent::text,
    'amount', a.amount::text, 'currency', a.currency, 'forecast', ${ALERT_FORECAST}, 'billing_run', a.run_id, 'at', a.told_at)), '[]')
    FROM (SELECT * FROM budget_alerts WHERE budget_id = $1 ORDER BY told_at DESC, threshold DESC LIMIT ${MOST_LISTED}) a) AS alerts
FROM budget b`;

/** The spend of a budget; null where there is none. */
export async function readSpend(db: Runner, id: number): Promise<BudgetSpend | null> {
  return (await db.query<BudgetSpend>({ text: SPEND, values: [id] })).rows[0] ?? null;
}

const OF_COST_CENTER = `WITH ${spentOf('b.cost_center_id = $1')}, ${FORECASTS}
SELECT b.id, b.name, b.amount::text AS amount, b.currency, b.period,
  (SELECT ${PERIOD} FROM periods p WHERE p.id = b.id ORDER BY p.booked DESC, p."from" DESC LIMIT 1) AS latest,
  (SELECT ${FORECAST} FROM forecasts f WHERE f.id = b.id) AS forecast
FROM budget b ORDER BY lower(b.name), b.id LIMIT ${MOST_LISTED}`;

/** The budgets of a cost center, each with the newest period in which anything was booked, else the current one. */
export async function readOfCostCenter(db: Runner, id: number): Promise<BudgetOfCostCenter[]> {
  return (await db.query<BudgetOfCostCenter>({ text: OF_COST_CENTER, values: [id] })).rows;
}

/** The highest threshold of each budget that still is there: of what is booked, else of the forecast. */
const REACHED = `
SELECT b.id, b.name, a.threshold, a.spent::text AS spent, a.amount::text AS amount, a.currency, b.period,
  ${ALERT_FORECAST} AS forecast
FROM (SELECT DISTINCT ON (budget_id) * FROM budget_alerts WHERE month = $1 ORDER BY budget_id, basis, threshold DESC) a
JOIN budgets b ON b.id = a.budget_id ORDER BY lower(b.name), b.id LIMIT ${MOST_LISTED}`;

/** The budgets that reached a threshold with what is charged for a month, YYYY-MM. */
export async function readReached(db: Runner, month: string): Promise<BudgetReached[]> {
  return (await db.query<BudgetReached>({ text: REACHED, values: [`${month}-01`] })).rows;
}
