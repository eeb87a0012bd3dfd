import { headingsMember, notationMembers } from '#calls/imports.ts';
import type { SaidOfFile } from '#kernel/csv/column-readings.ts';
import type { SaidHeadings } from '#kernel/csv/import-headings.ts';
import type { FieldError } from '#kernel/errors.ts';

/** Reads the members of a body that say how a file is written; what is wrong goes to `errors`. */
export function readNotation(body: Readonly<Record<string, unknown>>, errors: FieldError[]): SaidOfFile {
  const { decimal_sign: sign, date_order: order } = notationMembers;
  const decimal = sign.safeParse(body['decimal_sign']);
  const dates = order.safeParse(body['date_order']);
  for (const [field, { error }] of [
    ['decimal_sign', decimal],
    ['date_order', dates],
  ] as const)
    if (error) errors.push({ field, message: `${field} ${error.issues[0]?.message}` });
  return { decimalSign: decimal.data ?? null, dateOrder: dates.data ?? null };
}

/** Reads what the headings of a file stand for, of columns with these headers; what is wrong goes to `errors`. */
export function readHeadings(
  body: Readonly<Record<string, unknown>>,
  headers: readonly string[],
  errors: FieldError[],
): SaidHeadings {
  const { data, error } = headingsMember(headers).optional().safeParse(body['headings']);
  if (error) errors.push({ field: 'headings', message: `headings ${error.issues[0]?.message}` });
  return data ?? {};
}
