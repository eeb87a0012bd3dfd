import type { PoolClient } from 'pg';
import { conflict } from '#kernel/errors.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { INVOICES_OF_SAME } from './same-invoice.ts';
import { isBooked, isBooking, isCounting, isOpen } from './run-states.ts';

/** Whether the run `row` books a difference, or is going to. */
const CORRECTING = (row: string) => `(${row}.difference AND ${isCounting(row)})`;

/**
 * Whether the lines of an invoice are those of a difference run by now, which has the whole invoice again.
 * @param run,invoice as SQL
 * @param more what else the difference run `d` must be
 */
export const isReplaced = (run: string, invoice: string, more = 'true'): string =>
  `EXISTS (SELECT FROM billing_corrections k JOIN billing_runs d ON d.id = k.run_id
    WHERE k.corrected_run_id = ${run} AND k.corrected_invoice = ${invoice} AND ${CORRECTING('d')} AND ${more})`;

/** The newest booked run of the invoices of `run`; null where there is none. */
export const bookedRunOf = (run: string): string =>
  `(SELECT max(o.id) FROM billing_corrections k JOIN billing_runs o ON o.id = k.corrected_run_id
    WHERE k.run_id = ${run} AND ${isBooked('o')})`;

/** The runs that the difference run `r` corrects, as a list of ids. */
export const CORRECTS = `(SELECT coalesce(jsonb_agg(id ORDER BY id), '[]') FROM (
  SELECT DISTINCT k.corrected_run_id AS id FROM billing_corrections k WHERE k.run_id = r.id AND r.difference) k)`;

/** The difference runs that correct the run `r`, given up ones left out. */
export const CORRECTED_BY = `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'state', state) ORDER BY id), '[]') FROM (
  SELECT DISTINCT d.id, d.state FROM billing_corrections k JOIN billing_runs d ON d.id = k.run_id
  WHERE k.corrected_run_id = r.id AND d.difference AND d.state NOT IN ('failed', 'superseded')) d)`;

/**
 * The bookings for the invoices that a difference run corrects, by place: the sum of what all runs before it booked. It comes
 * with who answered for a place in the last one of them.
 * @param run the id of the run, as SQL
 */
export const bookedBefore = (run: string): string => `(
  SELECT p.cloud, p.reference, p.currency, p.company_code, p.gl_account, p.cost_center, p.wbs_element, sum(p.amount) AS amount,
    ${['business_units_id', 'business_unit', 'owner_email', 'cost_center_id', 'cost_center_network_id']
      .map((name) => `(array_agg(p.${name} ORDER BY p.run_id DESC))[1] AS ${name}`)
      .join(', ')}
  FROM (SELECT DISTINCT k.corrected_run_id, i.reference, i.currency, i.cloud FROM billing_corrections k
      JOIN billing_runs own ON own.id = k.run_id AND own.difference
      JOIN billing_invoices i ON i.run_id = k.corrected_run_id AND i.n = k.corrected_invoice
      WHERE k.run_id = ${run}) c
  JOIN billing_postings p ON p.run_id = c.corrected_run_id AND (p.reference, p.currency, p.cloud) = (c.reference, c.currency, c.cloud)
  GROUP BY 1, 2, 3, 4, 5, 6, 7)`;

/** Whether two rows are charged to one place of one invoice. */
export const samePlace = (one: string, other: string): string =>
  `(${one}.cloud, ${one}.reference, ${one}.currency, ${one}.company_code, ${one}.gl_account)
    = (${other}.cloud, ${other}.reference, ${other}.currency, ${other}.company_code, ${other}.gl_account)
  AND ${one}.cost_center IS NOT DISTINCT FROM ${other}.cost_center AND ${one}.wbs_element IS NOT DISTINCT FROM ${other}.wbs_element`;

/**
 * Writes down which booked invoices a run has as well. Who reads or takes back one of these runs waits for it (`holdInvoices`).
 * @returns whether it was known of any before
 */
export async function keepCorrected(tx: PoolClient, id: number): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM billing_corrections WHERE run_id = $1', [id]);
  await tx.query(
    `INSERT INTO billing_corrections (run_id, corrected_run_id, corrected_invoice)
     SELECT $1, s.run_id, s.n FROM (${INVOICES_OF_SAME}) s JOIN billing_runs o ON o.id = s.run_id
     WHERE o.id <> $1 AND ${isBooked('o')}`,
    [id],
  );
  return rowCount !== 0;
}

/**
 * The newest run that books or has booked an invoice of a run as well, and that the run does not correct: both together would
 * charge the invoice twice. Null where there is none.
 */
export async function bookedBeside(runner: Runner, id: number): Promise<number | null> {
  const { rows } = await runner.query<{ id: number }>({
    text: `SELECT o.id FROM (${INVOICES_OF_SAME}) s JOIN billing_runs o ON o.id = s.run_id JOIN billing_runs m ON m.id = $1
      WHERE o.id <> $1 AND ${isBooking('o')}
        AND NOT (m.difference AND EXISTS (SELECT FROM billing_corrections k
          WHERE (k.run_id, k.corrected_run_id, k.corrected_invoice) = ($1, s.run_id, s.n)))
      ORDER BY o.id DESC LIMIT 1`,
    values: [id],
  });
  return rows[0]?.id ?? null;
}

/** Updates open runs that wait for an answer about a run once that is booked: what differs from it may be booked now. */
export async function updateWaiting(tx: PoolClient, id: number): Promise<void> {
  const { rows } = await tx.query<{ id: number }>(
    `SELECT id FROM billing_runs WHERE existing_run = $1 AND ${isOpen('billing_runs')}`,
    [id],
  );
  for (const waiting of rows) await keepCorrected(tx, waiting.id);
}

/** The runs that a difference run corrects, the newest first; none of any other run. */
export async function correctedBy(runner: Runner, id: number): Promise<number[]> {
  const { rows } = await runner.query<{ id: number }>({
    text: `SELECT DISTINCT k.corrected_run_id AS id FROM billing_corrections k JOIN billing_runs r ON r.id = k.run_id
      WHERE k.run_id = $1 AND r.difference ORDER BY 1 DESC`,
    values: [id],
  });
  return rows.map((row) => row.id);
}

/** @throws {Refusal} 409 where a difference run corrects a run that is to be taken back */
export async function demandUncorrected(tx: PoolClient, id: number): Promise<void> {
  const { rows } = await tx.query<{ id: number; state: string }>(
    `SELECT d.id, d.state FROM billing_corrections k JOIN billing_runs d ON d.id = k.run_id
     WHERE k.corrected_run_id = $1 AND ${CORRECTING('d')} ORDER BY d.id DESC LIMIT 1`,
    [id],
  );
  const [on] = rows;
  if (!on) return;
  const first =
    on.state === 'final' || on.state === 'finalizing'
      ? `Reverse run ${on.id} first.`
      : `Leave run ${on.id} out first.`;
  throw conflict(
    `Run ${on.id} books the difference from run ${id}, so run ${id} cannot be reversed before it. ${first}`,
  );
}
