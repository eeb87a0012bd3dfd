import type { PoolClient } from 'pg';
import type { InvoiceWanted } from '#calls/invoices.ts';
import { invalid } from '#kernel/errors.ts';

/** An invoice of a run, as far as people say something of it. */
export interface Invoice {
  n: number;
  reference: string;
  cloud: string | null;
  currency: string;
  decimals: number;
  /** The sum of its lines, in the decimals of its currency. */
  total: string;
}

/** The invoices of a run, in their order. */
export async function readInvoices(tx: PoolClient, run: number): Promise<Invoice[]> {
  const { rows } = await tx.query<Invoice>(
    `SELECT n, reference, cloud, currency, decimals, round(total, decimals)::text AS total
     FROM billing_invoices WHERE run_id = $1 ORDER BY n`,
    [run],
  );
  return rows;
}

/** @returns the one of the invoices that is meant; a sentence where there is none, or several are */
export function pickInvoice(
  run: number,
  invoices: readonly Invoice[],
  wanted: InvoiceWanted,
): Invoice | string {
  const { n = null, reference = null, currency = null, provider = null } = wanted;
  const [found, other] = invoices.filter(
    (one) =>
      (n === null || one.n === n) &&
      (reference === null || one.reference.toLowerCase() === reference.toLowerCase()) &&
      (currency === null || one.currency === currency) &&
      (provider === null || one.cloud === provider),
  );
  if (!found) {
    const named = [n, reference, currency, provider].filter((each) => each !== null).join(', ');
    return `Run ${run} has no such invoice: ${named.slice(0, 200)}.`;
  }
  if (other)
    return `Run ${run} has several such invoices. Say which with reference, currency and provider, or with n.`;
  return found;
}

/** The invoice of a run that is meant. @throws {Refusal} 422 where there is none, or several are */
export async function findInvoice(tx: PoolClient, run: number, wanted: InvoiceWanted): Promise<Invoice> {
  const found = pickInvoice(run, await readInvoices(tx, run), wanted);
  if (typeof found === 'string') throw invalid([{ field: 'reference', message: found }]);
  return found;
}

/** An amount as the currency of an invoice has it; null for more decimals. */
export function inDecimals(amount: string, { decimals }: Pick<Invoice, 'decimals'>): string | null {
  const [whole = '', part = ''] = amount.replace(/^\+/, '').split('.');
  const kept = part.replace(/0+$/, '');
  if (kept.length > decimals) return null;
  return decimals === 0 ? whole : `${whole}.${kept.padEnd(decimals, '0')}`;
}

/** Why an amount is refused that has more decimals than its currency. */
export const tooFine = ({ currency, decimals }: Pick<Invoice, 'currency' | 'decimals'>): string =>
  `${currency} has ${decimals} decimals at most.`;
