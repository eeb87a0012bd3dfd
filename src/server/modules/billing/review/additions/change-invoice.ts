import type { PoolClient } from 'pg';
import type { LineWanted, TotalWanted } from '#calls/invoices.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import { money } from '#kernel/written.ts';
import { sumAgain } from '../../intake/sum-lines.ts';
import { findInvoice, inDecimals, tooFine, type Invoice } from './find-invoice.ts';

/** The step of the run that describes a change. */
interface Done {
  name: string;
  detail?: string;
}

/** An amount as the invoice's currency has it. @throws {Refusal} 422 for more decimals */
function exactly(amount: string, invoice: Invoice): string {
  const exact = inDecimals(amount, invoice);
  if (exact === null) throw invalid([{ field: 'amount', message: tooFine(invoice) }]);
  return exact;
}

/** Adds a line to an invoice of an open run, which is summed anew. @returns what was done */
export async function addLine(
  tx: PoolClient,
  run: number,
  { kind, amount, reason, ...wanted }: LineWanted,
  by: string,
): Promise<Done> {
  const invoice = await findInvoice(tx, run, wanted);
  const exact = exactly(amount, invoice);
  await tx.query(
    `WITH added AS (
       INSERT INTO billing_additions (run_id, invoice, kind, amount, reason, created_by) VALUES ($1, $2, $3, $4, $5, $6)
       RETURNING *)
     INSERT INTO billing_lines (run_id, line, invoice, kind, amount, description)
     SELECT run_id, -id, invoice, kind, amount, reason FROM added`,
    [run, invoice.n, kind, exact, reason, by],
  );
  await sumAgain(tx, run);
  return {
    name: `Add ${kind} of ${money(exact, invoice.currency)} to invoice ${invoice.reference}`,
    detail: reason,
  };
}

/** Takes a line away that was typed in. @returns what was done. @throws {Refusal} 404 */
export async function removeLine(tx: PoolClient, run: number, id: number): Promise<Done> {
  const { rows } = await tx.query<{ kind: string; amount: string; reference: string; currency: string }>(
    `WITH gone AS (DELETE FROM billing_additions WHERE run_id = $1 AND id = $2 RETURNING *),
       line AS (DELETE FROM billing_lines WHERE run_id = $1 AND line = -$2::integer)
     SELECT gone.kind, round(gone.amount, i.decimals)::text AS amount, i.reference, i.currency
     FROM gone JOIN billing_invoices i ON i.run_id = gone.run_id AND i.n = gone.invoice`,
    [run, id],
  );
  const [gone] = rows;
  if (!gone) throw notFound(`The added line ${id}`);
  await sumAgain(tx, run);
  return {
    name: `Remove ${gone.kind} of ${money(gone.amount, gone.currency)} from invoice ${gone.reference}`,
  };
}

/** Says what an invoice of an open run comes to, or takes that back. @returns what was done */
export async function stateTotal(
  tx: PoolClient,
  run: number,
  { amount, ...wanted }: TotalWanted,
  by: string,
): Promise<Done> {
  const invoice = await findInvoice(tx, run, wanted);
  if (amount === null) {
    await tx.query(
      `UPDATE billing_invoices SET stated = file_stated, stated_by = NULL, stated_at = NULL, file_stated = NULL
       WHERE run_id = $1 AND n = $2 AND stated_by IS NOT NULL`,
      [run, invoice.n],
    );
    await sumAgain(tx, run);
    return { name: `Take back the total of invoice ${invoice.reference}` };
  }
  const exact = exactly(amount, invoice);
  await keepTotals(tx, run, [{ n: invoice.n, total: exact }], by);
  await sumAgain(tx, run);
  return { name: `State ${money(exact, invoice.currency)} as the total of invoice ${invoice.reference}` };
}

/** Keeps what a person states as the totals of invoices, before what the file says of them. */
export async function keepTotals(
  tx: PoolClient,
  run: number,
  totals: readonly { n: number; total: string }[],
  by: string,
): Promise<void> {
  await tx.query(
    `UPDATE billing_invoices i SET file_stated = CASE WHEN stated_by IS NULL THEN stated ELSE file_stated END,
       stated = given.total, stated_by = $3, stated_at = now()
     FROM jsonb_to_recordset($2) AS given(n smallint, total numeric) WHERE i.run_id = $1 AND i.n = given.n`,
    [run, JSON.stringify(totals), by],
  );
}
