import type { AccrualWanted, SuggestedPosting } from '#calls/accruals.ts';
import { COUNTING_STATES } from '#kernel/billing/runs.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { monthAfter } from '../runs/months.ts';
import { cloudNameIn } from '../runs/cloud-name.ts';

/** So many months back a final run is looked for. */
const MONTHS_BACK = 12;

/** The month that is copied. */
interface Copied {
  /** YYYY-MM; null where no run is final within a year. */
  from: string | null;
  /** The runs of that month that are not final, whose amounts are not copied. */
  left_out: number[];
}

/** The last month before this one of which all runs of the provider are final; else the last one of which any is. */
async function monthToCopy(
  runner: Runner,
  { provider, month }: Pick<AccrualWanted, 'provider' | 'month'>,
): Promise<Copied> {
  const { rows } = await runner.query<Copied>({
    text: `SELECT to_char(month, 'YYYY-MM') AS from, coalesce(array_agg(id ORDER BY id) FILTER (WHERE state <> 'final'), '{}') AS left_out
           FROM billing_runs WHERE provider = $1 AND month < $2 AND month >= $3 AND state = ANY ($4)
           GROUP BY month HAVING bool_or(state = 'final') ORDER BY bool_and(state = 'final') DESC, billing_runs.month DESC LIMIT 1`,
    values: [provider, `${month}-01`, `${monthAfter(month, -MONTHS_BACK)}-01`, COUNTING_STATES],
  });
  return rows[0] ?? { from: null, left_out: [] };
}

/**
 * The postings of the month's final runs by cloud, currency, company, GL account and place, each scaled and rounded to the
 * decimals that it has. $1 provider, $2 the month that is copied, $3 percent, $4 the month that it is for.
 */
const SUGGESTED = `
WITH month_end AS (
  SELECT ($4::date + interval '1 month' - interval '1 day')::date AS day
), summed AS (
  SELECT p.cloud, p.currency, p.company_code, p.gl_account, p.cost_center, p.wbs_element,
    round(sum(p.amount) * $3::numeric / 100, max(scale(p.amount))) AS amount,
    min(p.business_unit) AS business_unit, min(p.owner_email) AS owner_email
  FROM billing_postings p JOIN billing_runs r ON r.id = p.run_id
  WHERE r.provider = $1 AND r.month = $2::date AND r.state = 'final'
  GROUP BY p.cloud, p.currency, p.company_code, p.gl_account, p.cost_center, p.wbs_element
), valid AS (
  SELECT lower(btrim(identifier)) AS key, false AS network FROM cost_centers, month_end
  WHERE active_at <= day AND coalesce(expired_at >= day, true)
  UNION SELECT lower(btrim(wbs)), true FROM cost_center_networks, month_end
  WHERE wbs IS NOT NULL AND active_at <= day AND coalesce(expired_at >= day, true)
)
SELECT row_number() OVER (ORDER BY company_code, currency, cloud, gl_account, cost_center, wbs_element)::integer AS n, cloud,
  concat('ACCRUAL-', upper($1), '-', to_char($4::date, 'YYYY-MM')) AS reference, currency, company_code, gl_account, cost_center,
  wbs_element, amount::text AS amount,
  concat('Accrual ', ${cloudNameIn('cloud')},
    ' ', to_char($4::date, 'YYYY-MM'), ' as in ', to_char($2::date, 'YYYY-MM'),
    CASE WHEN $3::numeric <> 100 THEN concat(' at ', trim_scale($3::numeric), '%') END) AS text,
  business_unit, owner_email,
  EXISTS (SELECT FROM valid v WHERE v.key = lower(btrim(coalesce(s.cost_center, s.wbs_element)))
    AND (NOT v.network OR s.wbs_element IS NOT NULL)) AS valid
FROM summed s WHERE amount <> 0 ORDER BY n`;

/** Suggests the postings of an accrual, and the month that they are copied from. */
export async function suggestAccrual(
  runner: Runner,
  wanted: AccrualWanted,
): Promise<Copied & { postings: SuggestedPosting[] }> {
  const copied = await monthToCopy(runner, wanted);
  if (copied.from === null) return { ...copied, postings: [] };
  const { rows } = await runner.query<SuggestedPosting>({
    text: SUGGESTED,
    values: [wanted.provider, `${copied.from}-01`, wanted.percent, `${wanted.month}-01`],
  });
  return { ...copied, postings: rows };
}
