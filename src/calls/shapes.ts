import { z } from 'zod';
import { parseWrittenDay } from '#kernel/dates.ts';
import { parseId } from '#kernel/ids.ts';

/*
 * What many calls take and answer. What is said of a wrong value goes on behind the name of its field: `month must be …`.
 */

const LONGEST_SHOWN = 60;
const MONTH = /^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/;

/** The id of a record in a path. @param noun what it is the id of, as in 'Accrual 7 was not found.' */
export const idOf = (noun: string) =>
  z
    .string()
    .describe(`The id of the ${noun.toLowerCase()}.`)
    .transform((written, context) => {
      const id = parseId(written);
      if (id !== null) return id;
      context.addIssue(`${noun} ${written.slice(0, LONGEST_SHOWN)} was not found.`);
      return z.NEVER;
    });

const MONTH_WANTED = 'must be a month such as 2026-03.';
/** A month that is asked for. */
export const monthGiven = z.string(MONTH_WANTED).regex(MONTH, MONTH_WANTED);

/** A day that is asked for, as people write it; YYYY-MM-DD. */
export const dayGiven = z.string().transform((written, context) => {
  const day = parseWrittenDay(written);
  if (day !== null) return day;
  context.addIssue('must be a day such as 2026-03-31.');
  return z.NEVER;
});

/** One of these words. */
export const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, `must be one of ${words.join(', ')}.`);

/** A whole number from 1 in a query. */
export function wholeNumber(most: number) {
  const wanted = `must be a whole number from 1 to ${most}.`;
  const number = z.int(wanted).min(1, wanted).max(most, wanted);
  return z.preprocess(
    (given) => (typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : given),
    number,
  );
}

/** An amount that is answered. */
export const money = z.string().describe('A decimal with the decimals of its currency.');
export const currency = z.string().describe('Such as EUR');
/** Amounts by currency. */
export const totals = z.array(z.object({ currency, amount: money }));
/** A month that is answered. */
export const month = z.string().describe('YYYY-MM');
/** A moment that is answered. */
export const moment = z.string().meta({ format: 'date-time' });
