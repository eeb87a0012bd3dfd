import type { PoolClient } from 'pg';
import { holdInvoices } from '../intake/supersede.ts';
import { bookedBefore, keepCorrected, samePlace } from '../runs/corrected-runs.ts';
import { cloudNameIn } from '../runs/cloud-name.ts';

const LESS = `
UPDATE billing_postings p SET amount = p.amount - b.amount FROM ${bookedBefore('$1')} b
WHERE p.run_id = $1 AND ${samePlace('p', 'b')}`;

/** Takes back bookings where nothing of the invoice is charged any more. */
const TAKEN_BACK = `
INSERT INTO billing_postings (run_id, n, cloud, reference, currency, company_code, gl_account, cost_center, wbs_element, amount, text,
  business_units_id, business_unit, owner_email, cost_center_id, cost_center_network_id)
SELECT $1, (SELECT coalesce(max(n), 0) FROM billing_postings WHERE run_id = $1)
    + row_number() OVER (ORDER BY reference, currency, company_code, gl_account, cost_center, wbs_element, cloud),
  cloud, reference, currency, company_code, gl_account, cost_center, wbs_element, -amount, '',
  business_units_id, business_unit, owner_email, cost_center_id, cost_center_network_id
FROM ${bookedBefore('$1')} b
WHERE b.amount <> 0 AND NOT EXISTS (SELECT FROM billing_postings p WHERE p.run_id = $1 AND ${samePlace('p', 'b')})`;

const TEXTS = `
UPDATE billing_postings SET text = concat_ws(' ', 'Difference of',
  ${cloudNameIn('cloud')}, $2::text)
WHERE run_id = $1`;

/** A posting that is what it was: it is not booked again, and its lines are a part of no posting. */
const UNCHANGED = `
WITH gone AS (
  DELETE FROM billing_postings WHERE run_id = $1 AND amount = 0 RETURNING n
), shares AS (
  DELETE FROM billing_shares h USING gone WHERE h.run_id = $1 AND h.posting = gone.n
), pools AS (
  UPDATE billing_pool_parts e SET posting = NULL FROM gone WHERE e.run_id = $1 AND e.posting = gone.n
)
UPDATE billing_seats e SET posting = NULL FROM gone WHERE e.run_id = $1 AND e.posting = gone.n`;

/**
 * Leaves of the postings of a difference run, which are those of the whole invoice, what is not booked yet. Nothing is done to
 * any other run.
 */
export async function subtractBooked(
  tx: PoolClient,
  { id, month, difference }: { id: number; month: string; difference: boolean },
): Promise<void> {
  if (!difference) return;
  await holdInvoices(tx);
  await keepCorrected(tx, id);
  const { rowCount } = await tx.query('SELECT 1 FROM billing_corrections WHERE run_id = $1 LIMIT 1', [id]);
  if (rowCount === 0) return;
  await tx.query(LESS, [id]);
  // Unchanged charges are there still, with nothing, and so are not taken back.
  await tx.query(TAKEN_BACK, [id]);
  await tx.query(UNCHANGED, [id]);
  await tx.query(TEXTS, [id, month.slice(0, 7)]);
}
