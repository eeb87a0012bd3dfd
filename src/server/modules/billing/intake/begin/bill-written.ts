import type { WrittenGiven } from '#calls/bills.ts';
import { OTHER_ENCODINGS, type OtherEncoding } from '#kernel/csv/decode-text.ts';
import { DATE_ORDERS, type DateOrder } from '#kernel/reading/days.ts';
import { DECIMAL_SIGNS, type DecimalSign } from '#kernel/reading/numbers.ts';

/** How a file is written. */
export interface BillWritten {
  encoding: OtherEncoding | null;
  decimalSign: DecimalSign | null;
  dateOrder: DateOrder | null;
}

/** The text format that the members of an upload state. */
export const writtenIn = ({ encoding, decimal_sign, date_order }: WrittenGiven): BillWritten => ({
  encoding: encoding ?? null,
  decimalSign: decimal_sign ?? null,
  dateOrder: date_order ?? null,
});

/** The columns of a run, or of a file that was added to it, that say it. */
export interface WrittenColumns {
  told_encoding: string | null;
  told_decimal_sign: string | null;
  told_date_order: string | null;
}

/** The text format that these columns hold. */
export const writtenOf = (row: WrittenColumns): BillWritten => ({
  encoding: OTHER_ENCODINGS.find(({ name }) => name === row.told_encoding)?.name ?? null,
  decimalSign: DECIMAL_SIGNS.find((sign) => sign === row.told_decimal_sign) ?? null,
  dateOrder: DATE_ORDERS.find((order) => order === row.told_date_order) ?? null,
});

/** The encoding that a content type declares; null where it declares none that is known here. */
export function declaredEncoding(contentType: string | undefined): OtherEncoding | null {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase();
  return OTHER_ENCODINGS.find(({ name }) => name === charset)?.name ?? null;
}

/** Where nothing was stated. */
export const NOTHING_STATED: BillWritten = { encoding: null, decimalSign: null, dateOrder: null };

/** These as the columns of a run have them. */
export const writtenValues = ({ encoding, decimalSign, dateOrder }: BillWritten) => [
  encoding,
  decimalSign,
  dateOrder,
];
