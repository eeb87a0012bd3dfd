import type { PoolClient } from 'pg';
import { invalid, notFound } from '#kernel/errors.ts';
import { money } from '#kernel/written.ts';
import { sumAgain } from '../intake/sum-lines.ts';
import type { Addition, InvoiceAsked, StatedTotal } from './read-addition.ts';

interface Invoice {
  n: number;
  reference: string;
  currency: string;
  decimals: number;
}

/** What was done, as a step of the run tells it. */
interface Done {
  name: string;
  detail?: string;
}

/** The invoice of a run that is meant. @throws {Refusal} 422 where there is none, or several are */
async function findInvoice(tx: PoolClient, run: number, asked: InvoiceAsked): Promise<Invoice> {
  const { rows } = await tx.query<Invoice>(
    `SELECT n, reference, currency, decimals FROM billing_invoices WHERE run_id = $1
       AND ($2::text IS NULL OR lower(reference) = lower($2)) AND ($3::text IS NULL OR currency = $3)
       AND ($4::text IS NULL OR cloud = $4) AND ($5::integer IS NULL OR n = $5) ORDER BY n LIMIT 2`,
    [run, asked.reference, asked.currency, asked.provider, asked.n],
  );
  const [found, other] = rows;
  const named = [asked.n, asked.reference, asked.currency, asked.provider]
    .filter((each) => each !== null)
    .join(', ');
  if (!found)
    throw invalid([
      { field: 'reference', message: `Run ${run} has no such invoice: ${named.slice(0, 200)}.` },
    ]);
  if (other)
    throw invalid([
      {
        field: 'reference',
        message: `Run ${run} has several such invoices. Say which with reference, currency and provider, or with n.`,
      },
    ]);
  return found;
}

/** An amount as the invoice's currency has it. @throws {Refusal} 422 for more decimals */
function inDecimals(amount: string, { currency, decimals }: Invoice): string {
  const [whole = '', part = ''] = amount.replace(/^\+/, '').split('.');
  const kept = part.replace(/0+$/, '');
  if (kept.length > decimals)
    throw invalid([{ field: 'amount', message: `${currency} has ${decimals} decimals at most.` }]);
  return decimals === 0 ? whole : `${whole}.${kept.padEnd(decimals, '0')}`;
}

/** Adds a line to an invoice of an open run, which is summed anew. @returns what was done */
export async function addLine(
  tx: PoolClient,
  run: number,
  { invoice: asked, kind, amount, reason }: Addition,
  by: string,
): Promise<Done> {
  const invoice = await findInvoice(tx, run, asked);
  const exact = inDecimals(amount, invoice);
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
  if (!gone) throw noAddition(id);
  await sumAgain(tx, run);
  return {
    name: `Remove ${gone.kind} of ${money(gone.amount, gone.currency)} from invoice ${gone.reference}`,
  };
}

/** A line of a run that nobody typed in. */
export const noAddition = (id: number | string) => notFound(`The added line ${id}`);

/** Says what an invoice of an open run comes to, or takes that back. @returns what was done */
export async function stateTotal(
  tx: PoolClient,
  run: number,
  { invoice: asked, amount }: StatedTotal,
  by: string,
): Promise<Done> {
  const invoice = await findInvoice(tx, run, asked);
  if (amount === null) {
    await tx.query(
      `UPDATE billing_invoices SET stated = file_stated, stated_by = NULL, file_stated = NULL
       WHERE run_id = $1 AND n = $2 AND stated_by IS NOT NULL`,
      [run, invoice.n],
    );
    await sumAgain(tx, run);
    return { name: `Take back the total of invoice ${invoice.reference}` };
  }
  const exact = inDecimals(amount, invoice);
  await tx.query(
    `UPDATE billing_invoices SET file_stated = CASE WHEN stated_by IS NULL THEN stated ELSE file_stated END,
       stated = $3, stated_by = $4 WHERE run_id = $1 AND n = $2`,
    [run, invoice.n, exact, by],
  );
  await sumAgain(tx, run);
  return { name: `State ${money(exact, invoice.currency)} as the total of invoice ${invoice.reference}` };
}
