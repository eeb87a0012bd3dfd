import { ADDED_KINDS } from '#calls/runs.ts';
import { invalid, type FieldError } from '#kernel/errors.ts';
import { unknownFields } from '../routes/fields-of.ts';

/** Which invoice of a run is meant; what is null need not be told where there is only one. */
export interface InvoiceAsked {
  /** Its number in the run, where the others are those of several. */
  n: number | null;
  reference: string | null;
  currency: string | null;
  provider: string | null;
}

/** A line that somebody types in. */
export interface Addition {
  invoice: InvoiceAsked;
  kind: (typeof ADDED_KINDS)[number];
  /** A decimal, not zero. */
  amount: string;
  reason: string;
}

/** What somebody says that an invoice comes to; null for what its file says. */
export interface StatedTotal {
  invoice: InvoiceAsked;
  amount: string | null;
}

export const INVOICE_FIELDS = ['n', 'reference', 'currency', 'provider'];
/** What the number of an invoice has room for. */
const MOST_INVOICES = 32_767;
export const LONGEST_REASON = 500;
const AMOUNT = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;
export const AMOUNT_SENTENCE = 'amount must be a decimal such as -12.50.';

/** An amount; null for what is none. A number is taken as it was written, which JSON keeps for amounts of less than 16 digits. */
export function amountOf(given: unknown): string | null {
  const written = typeof given === 'number' ? String(given) : given;
  return typeof written === 'string' && AMOUNT.test(written.trim()) ? written.trim() : null;
}

/** Which invoice a body means. @param errors gets what is wrong */
export function invoiceOf(body: Record<string, unknown>, errors: FieldError[]): InvoiceAsked {
  const read = (field: string) => {
    const value = body[field] ?? null;
    if (value === null) return null;
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    errors.push({ field, message: `${field} must be that of an invoice of the run.` });
    return null;
  };
  const n = body['n'] ?? null;
  const isNumber = typeof n === 'number' && Number.isInteger(n) && n >= 1 && n <= MOST_INVOICES;
  if (n !== null && !isNumber)
    errors.push({ field: 'n', message: 'n must be the number of an invoice of the run.' });
  return {
    n: isNumber ? n : null,
    reference: read('reference'),
    currency: read('currency')?.toUpperCase() ?? null,
    provider: read('provider'),
  };
}

/** A line as a body says it. @throws {Refusal} 422 that names every wrong field */
export function readAddition(body: Record<string, unknown>): Addition {
  const errors = unknownFields(body, [...INVOICE_FIELDS, 'kind', 'amount', 'reason']);
  const invoice = invoiceOf(body, errors);
  const kind = ADDED_KINDS.find((one) => one === body['kind']);
  if (!kind) errors.push({ field: 'kind', message: `kind must be one of ${ADDED_KINDS.join(', ')}.` });
  const amount = amountOf(body['amount']);
  if (amount === null) errors.push({ field: 'amount', message: AMOUNT_SENTENCE });
  else if (!/[1-9]/.test(amount)) errors.push({ field: 'amount', message: 'amount must not be 0.' });
  else if (kind === 'credit' && !amount.startsWith('-'))
    errors.push({ field: 'amount', message: 'A credit is below zero, such as -12.50.' });
  const reason = typeof body['reason'] === 'string' ? body['reason'].trim() : '';
  if (reason === '' || reason.length > LONGEST_REASON || reason.includes('\u0000'))
    errors.push({ field: 'reason', message: `reason must be a text of 1 to ${LONGEST_REASON} characters.` });
  if (errors.length > 0 || !kind || amount === null) throw invalid(errors);
  return { invoice, kind, amount, reason };
}

/** A total as a body says it. @throws {Refusal} 422 that names every wrong field */
export function readStatedTotal(body: Record<string, unknown>): StatedTotal {
  const errors = unknownFields(body, [...INVOICE_FIELDS, 'amount']);
  const invoice = invoiceOf(body, errors);
  const given = body['amount'];
  const amount = given === null ? null : amountOf(given);
  if (given !== null && amount === null)
    errors.push({ field: 'amount', message: `${AMOUNT_SENTENCE} null takes back what was said.` });
  if (errors.length > 0) throw invalid(errors);
  return { invoice, amount };
}
