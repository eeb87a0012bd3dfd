import type { Accrual, Comparison } from '#calls/accruals.ts';
import type { Runner } from '#server/platform/database/database.ts';

const AMOUNTS = `accrued::text AS accrued, invoiced::text AS invoiced, (invoiced - accrued)::text AS difference`;
const PLACE = 'currency, company_code, gl_account, cost_center, wbs_element';

/** $1 the accrual, $2 its provider, $3 its month. Amounts of a currency have its decimals. */
const BOTH = `
WITH both_sides AS (
  SELECT ${PLACE}, amount AS accrued, 0 * amount AS invoiced FROM billing_accrual_postings WHERE accrual_id = $1
  UNION ALL
  SELECT ${PLACE}, 0 * p.amount, p.amount FROM billing_postings p JOIN billing_runs r ON r.id = p.run_id
  WHERE r.provider = $2 AND r.month = $3::date AND r.state = 'final'
)`;

/** How an accrual differs from the invoices of its month; null while there is none that is final. */
export async function compareAccrual(
  runner: Runner,
  { id, provider, month }: Pick<Accrual, 'id' | 'provider' | 'month'>,
): Promise<Comparison | null> {
  const runs = await runner.query<{ id: number }>({
    text: `SELECT id FROM billing_runs WHERE provider = $1 AND month = $2::date AND state = 'final' ORDER BY id`,
    values: [provider, `${month}-01`],
  });
  if (runs.rows.length === 0) return null;
  const values = [id, provider, `${month}-01`];
  const totals = await runner.query<Comparison['totals'][number]>({
    text: `${BOTH} SELECT currency, ${AMOUNTS} FROM (
             SELECT currency, sum(accrued) AS accrued, sum(invoiced) AS invoiced FROM both_sides GROUP BY currency) t ORDER BY currency`,
    values,
  });
  const places = await runner.query<Comparison['places'][number]>({
    text: `${BOTH} SELECT ${PLACE}, ${AMOUNTS} FROM (
             SELECT ${PLACE}, sum(accrued) AS accrued, sum(invoiced) AS invoiced FROM both_sides GROUP BY ${PLACE}) t
           ORDER BY abs(invoiced - accrued) DESC, company_code, cost_center, wbs_element`,
    values,
  });
  return { runs: runs.rows.map((run) => run.id), totals: totals.rows, places: places.rows };
}
