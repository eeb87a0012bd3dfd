import type { SaidOfFile } from '#kernel/csv/column-readings.ts';
import type { FieldError } from '#kernel/errors.ts';
import { DATE_ORDERS } from '#kernel/reading/days.ts';
import { DECIMAL_SIGNS } from '#kernel/reading/numbers.ts';

/** The members of an import or upload that say how its file is written, as the published OpenAPI has them. */
export const notationSchema = {
  decimal_sign: {
    enum: DECIMAL_SIGNS,
    description:
      'Of amounts; by default the cells of each column settle it, and a column that leaves it open is refused.',
  },
  date_order: {
    enum: DATE_ORDERS,
    description: 'Of dates such as 03/04/2026; by default the cells of each column settle it.',
  },
} as const;

/** Reads these members; what is wrong goes to `errors`. */
export function readNotation(body: Readonly<Record<string, unknown>>, errors: FieldError[]): SaidOfFile {
  const one = <T extends string>(name: string, known: readonly T[]): T | null => {
    const word = body[name];
    if (word === undefined || word === null || word === '') return null;
    const found = known.find((each) => each === word);
    if (found === undefined)
      errors.push({ field: name, message: `${name} must be one of ${known.join(' ')}.` });
    return found ?? null;
  };
  return { decimalSign: one('decimal_sign', DECIMAL_SIGNS), dateOrder: one('date_order', DATE_ORDERS) };
}
