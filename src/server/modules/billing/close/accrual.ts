import type { Accrual } from '#calls/accruals.ts';
import { notFound } from '#kernel/errors.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { OwnedPosting } from '../runs/posting.ts';

const COLUMNS = `a.id, a.provider, to_char(a.month, 'YYYY-MM') AS month, to_char(a.based_on, 'YYYY-MM') AS based_on,
  trim_scale(a.percent)::text AS percent, CASE WHEN a.reversed_at IS NULL THEN 'standing' ELSE 'reversed' END AS state,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('currency', t.currency, 'amount', t.amount::text) ORDER BY t.currency), '[]')
   FROM (SELECT currency, sum(amount) AS amount FROM billing_accrual_postings p WHERE p.accrual_id = a.id GROUP BY currency) t) AS totals,
  a.created_by, a.created_at, a.reversed_by, a.reversed_at`;

/** An accrual. @throws {Refusal} 404 */
export async function readAccrual(runner: Runner, id: number): Promise<Accrual> {
  const { rows } = await runner.query<Accrual>({
    text: `SELECT ${COLUMNS} FROM billing_accruals a WHERE a.id = $1`,
    values: [id],
  });
  if (!rows[0]) throw notFound(`Accrual ${id}`);
  return rows[0];
}

/** The accruals of these months, YYYY-MM, the oldest first. */
export async function readAccruals(runner: Runner, from: string, to: string): Promise<Accrual[]> {
  const { rows } = await runner.query<Accrual>({
    text: `SELECT ${COLUMNS} FROM billing_accruals a WHERE a.month BETWEEN $1 AND $2 ORDER BY a.id`,
    values: [`${from}-01`, `${to}-01`],
  });
  return rows;
}

/** The postings of an accrual, as finance books them. */
export async function readAccrualPostings(runner: Runner, id: number): Promise<OwnedPosting[]> {
  const { rows } = await runner.query<OwnedPosting>({
    text: `SELECT n, cloud, reference, currency, company_code, gl_account, cost_center, wbs_element, amount::text AS amount, text,
             business_unit, owner_email
           FROM billing_accrual_postings WHERE accrual_id = $1 ORDER BY n`,
    values: [id],
  });
  return rows;
}
