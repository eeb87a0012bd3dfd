import type { FieldError } from '#kernel/errors.ts';
import {
  AMOUNT_SENTENCE,
  amountOf,
  INVOICE_FIELDS,
  type InvoiceAsked,
  invoiceOf,
  LONGEST_REASON,
} from '../additions/read-addition.ts';
import { unknownFields } from '../routes/fields-of.ts';

/** What a person says of an invoice that is held against nothing: its total, or how they checked it without one. */
export interface InvoiceAnswer {
  invoice: InvoiceAsked;
  total: string | null;
  note: string | null;
}

/** The member of a body that has them. */
export const INVOICES = 'invoices';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What a body says of invoices; none where it says nothing.
 * @param errors gets every mistake, each named by its place such as `invoices.0.total`
 */
export function readAnswers(body: Record<string, unknown>, errors: FieldError[]): InvoiceAnswer[] {
  const given = body[INVOICES] ?? [];
  if (!Array.isArray(given) || !given.every(isObject)) {
    errors.push({ field: INVOICES, message: `${INVOICES} must be a list, with an object for each invoice.` });
    return [];
  }
  return given.map((one, at) => {
    const own: FieldError[] = [];
    const answer = readAnswer(one, own);
    errors.push(...own.map(({ field, message }) => ({ field: `${INVOICES}.${at}.${field}`, message })));
    return answer;
  });
}

function readAnswer(one: Record<string, unknown>, errors: FieldError[]): InvoiceAnswer {
  errors.push(...unknownFields(one, [...INVOICE_FIELDS, 'total', 'note']));
  const invoice = invoiceOf(one, errors);
  const { total: givenTotal = null, note: givenNote = null } = one;
  if ((givenTotal === null) === (givenNote === null)) {
    errors.push({
      field: 'total',
      message: 'Say either the total of the invoice or, in note, how it was checked.',
    });
    return { invoice, total: null, note: null };
  }
  const total = givenTotal === null ? null : amountOf(givenTotal);
  if (givenTotal !== null && total === null)
    errors.push({ field: 'total', message: AMOUNT_SENTENCE.replace('amount', 'total') });
  return { invoice, total, note: givenNote === null ? null : noteOf(givenNote, errors) };
}

function noteOf(given: unknown, errors: FieldError[]): string {
  const note = typeof given === 'string' ? given.trim() : '';
  if (note === '' || note.length > LONGEST_REASON || note.includes('\u0000'))
    errors.push({ field: 'note', message: `note must be a text of 1 to ${LONGEST_REASON} characters.` });
  return note;
}
