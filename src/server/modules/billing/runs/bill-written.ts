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

/** These as the columns of a run have them. */
export const writtenValues = ({ encoding, decimalSign, dateOrder }: BillWritten) => [
  encoding,
  decimalSign,
  dateOrder,
];
