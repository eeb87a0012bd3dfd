import { OTHER_ENCODINGS, type OtherEncoding } from '#kernel/csv/decode-text.ts';
import { DATE_ORDERS, type DateOrder } from '#kernel/reading/days.ts';
import { DECIMAL_SIGNS, type DecimalSign } from '#kernel/reading/numbers.ts';

/** How a file is written. */
export interface BillWritten {
  encoding: OtherEncoding | null;
  decimalSign: DecimalSign | null;
  dateOrder: DateOrder | null;
}

/** The members of an upload that say it. */
export const WRITTEN = ['encoding', 'decimal_sign', 'date_order'] as const;

/** What the members of an upload mean that say how its file is written; the sentences of those that are wrong by member. */
export function readWritten(given: (name: string) => unknown): {
  written: BillWritten;
  wrong: Map<string, string>;
} {
  const wrong = new Map<string, string>();
  const one = <T extends string>(name: string, known: readonly T[]): T | null => {
    const word = given(name);
    if (word === undefined || word === null || word === '') return null;
    const found = known.find((each) => each === word);
    if (found === undefined) wrong.set(name, `${name} must be one of ${known.join(' ')}`);
    return found ?? null;
  };
  const encoding = one(
    'encoding',
    OTHER_ENCODINGS.map(({ name }) => name),
  );
  const written = {
    encoding,
    decimalSign: one('decimal_sign', DECIMAL_SIGNS),
    dateOrder: one('date_order', DATE_ORDERS),
  };
  return { written, wrong };
}

/** The columns of a run, or of a file that was added to it, that say it. */
export interface WrittenColumns {
  told_encoding: string | null;
  told_decimal_sign: string | null;
  told_date_order: string | null;
}

/** What these columns say. */
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

/** Where nothing is told. */
export const NOTHING_TOLD: BillWritten = { encoding: null, decimalSign: null, dateOrder: null };

/** These as the columns of a run have them. */
export const writtenValues = ({ encoding, decimalSign, dateOrder }: BillWritten) => [
  encoding,
  decimalSign,
  dateOrder,
];
