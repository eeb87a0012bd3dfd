import type { CopilotCost, CopilotRunCosts } from '#calls/copilot.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { isReplaced } from '../../runs/corrected-runs.ts';
import { isCounting } from '../../runs/run-states.ts';

/** The wanted months, YYYY-MM, the last one included. */
export interface Months {
  from: string;
  to: string;
}

/** The charges of cost centers for Copilot, and their totals. */
export interface CopilotCosts {
  rows: CopilotCost[];
  totals: CopilotCost['amounts'];
  /** The runs, each with what its lines of Copilot come to. */
  runs: CopilotRunCosts[];
}

const RUNS = `
runs AS (
  SELECT r.id, r.provider, r.state, to_char(r.month, 'YYYY-MM') AS month FROM billing_runs r
  WHERE r.month >= $1::date AND r.month <= $2::date AND ${isCounting('r')}
), sums AS (
  SELECT s.run_id, s.invoice, s.account, i.currency, i.decimals, sum(s.amount) AS amount FROM billing_sums s JOIN runs r ON r.id = s.run_id
  JOIN billing_invoices i ON i.run_id = s.run_id AND i.n = s.invoice
  WHERE s.account LIKE 'copilot:%' AND NOT ${isReplaced('s.run_id', 's.invoice')}
  GROUP BY s.run_id, s.invoice, s.account, i.currency, i.decimals
)`;

/**
 * Shares of lines, as postings have them now, and what has no posting: that is nobody's, or rounds to nothing where it belongs.
 * Within a run and a currency amounts are rounded by the largest remainder, so that they come to what its lines do.
 */
const COSTS = `
WITH ${RUNS}, parts AS (
  SELECT s.run_id, s.currency, s.decimals, p.company_code, p.cost_center, p.wbs_element, p.owner_email, p.business_unit, s.amount * h.share AS exact
  FROM sums s JOIN billing_shares h ON h.run_id = s.run_id AND h.invoice = s.invoice AND coalesce(h.account, '') = s.account
  JOIN billing_postings p ON p.run_id = h.run_id AND p.n = h.posting
  UNION ALL
  SELECT s.run_id, s.currency, s.decimals, ${[
    'company_code',
    'cost_center',
    'wbs_element',
    'owner_email',
    'business_unit',
  ]
    .map((name) => `CASE WHEN a.problem IS NULL THEN a.${name} END`)
    .join(', ')}, s.amount * e.share
  FROM sums s JOIN billing_seats e ON e.run_id = s.run_id AND e.invoice = s.invoice AND e.account = s.account AND e.posting IS NULL
  LEFT JOIN billing_accounts a ON a.run_id = e.run_id AND coalesce(a.account, '') = e.seat
), grouped AS (
  SELECT run_id, currency, decimals, company_code, cost_center, wbs_element, min(owner_email) AS owner_email, min(business_unit) AS business_unit,
    sum(exact) * power(10::numeric, decimals) AS unit FROM parts GROUP BY run_id, currency, decimals, company_code, cost_center, wbs_element
), ranked AS (
  SELECT *, floor(unit) AS least, round(sum(unit) OVER w) - sum(floor(unit)) OVER w AS left_over,
    row_number() OVER (PARTITION BY run_id, currency ORDER BY unit - floor(unit) DESC, company_code, cost_center, wbs_element) AS place
  FROM grouped WINDOW w AS (PARTITION BY run_id, currency)
), rounded AS (
  SELECT *, round((least + CASE WHEN place <= left_over THEN 1 ELSE 0 END) / power(10::numeric, decimals), decimals::integer) AS amount FROM ranked
), borne AS (
  SELECT e.run_id, x.company_code, x.cost_center, x.wbs_element, count(DISTINCT lower(e.username)) AS seats,
    count(DISTINCT lower(e.username)) FILTER (WHERE e.fallback) AS fallback_seats
  FROM runs r JOIN billing_seats e ON e.run_id = r.id AND e.account LIKE 'copilot:%'
  LEFT JOIN billing_postings p ON p.run_id = e.run_id AND p.n = e.posting
  LEFT JOIN billing_accounts a ON a.run_id = e.run_id AND coalesce(a.account, '') = e.seat AND a.problem IS NULL
  CROSS JOIN LATERAL (SELECT coalesce(p.company_code, a.company_code) AS company_code,
    CASE WHEN p.n IS NULL THEN a.cost_center ELSE p.cost_center END AS cost_center,
    CASE WHEN p.n IS NULL THEN a.wbs_element ELSE p.wbs_element END AS wbs_element) x GROUP BY 1, 2, 3, 4
)
SELECT r.month, g.cost_center, g.wbs_element, g.company_code, min(g.owner_email) AS owner_email, min(g.business_unit) AS business_unit,
  coalesce(min(b.seats), 0)::integer AS seats, coalesce(min(b.fallback_seats), 0)::integer AS fallback_seats,
  jsonb_agg(jsonb_build_object('currency', g.currency, 'amount', g.amount::text) ORDER BY g.currency) AS amounts,
  jsonb_build_object('id', r.id, 'provider', r.provider, 'month', r.month, 'state', r.state) AS billing_run
FROM rounded g JOIN runs r ON r.id = g.run_id
LEFT JOIN borne b ON b.run_id = g.run_id AND ${['company_code', 'cost_center', 'wbs_element']
  .map((name) => `coalesce(b.${name}, '') = coalesce(g.${name}, '')`)
  .join(' AND ')}
GROUP BY r.id, r.month, r.provider, r.state, g.company_code, g.cost_center, g.wbs_element
ORDER BY r.month DESC, r.id DESC, coalesce(g.cost_center, g.wbs_element) NULLS FIRST, g.company_code`;

const SUMMED = `
WITH ${RUNS}, totals AS (
  SELECT run_id, currency, round(sum(amount), min(decimals)::integer) AS amount FROM sums GROUP BY run_id, currency
)
SELECT r.id, r.provider, r.month, r.state,
  (SELECT count(DISTINCT lower(e.username)) FROM billing_seats e WHERE e.run_id = r.id AND e.account LIKE 'copilot:%')::integer AS seats,
  jsonb_agg(jsonb_build_object('currency', t.currency, 'amount', t.amount::text) ORDER BY t.currency) AS totals
FROM runs r JOIN totals t ON t.run_id = r.id GROUP BY r.id, r.provider, r.month, r.state ORDER BY r.month DESC, r.id DESC`;

const TOTALS = `
WITH ${RUNS}
SELECT currency, sum(amount)::text AS amount FROM (
  SELECT run_id, currency, round(sum(amount), min(decimals)::integer) AS amount FROM sums GROUP BY run_id, currency) t
GROUP BY currency ORDER BY currency`;

/** The charges of cost centers for Copilot in these months, by the runs that count. */
export async function readCosts(db: Runner, { from, to }: Months): Promise<CopilotCosts> {
  const values = [`${from}-01`, `${to}-01`];
  const { rows } = await db.query<CopilotCost>({ text: COSTS, values });
  const runs = await db.query<CopilotRunCosts>({ text: SUMMED, values });
  const totals = await db.query<CopilotCost['amounts'][number]>({ text: TOTALS, values });
  return { rows, totals: totals.rows, runs: runs.rows };
}
