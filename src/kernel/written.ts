/**
 * Numbers, lists and months as people read them. The first thing of this kind that the platform itself writes (`Intl`,
 * `toLocaleString`) has it read its data of languages, for which a first screen would wait longer than for its rows.
 */

/** A number with a comma between its thousands, in all its digits: 1234567.50 → 1,234,567.50 */
export const grouped = (number: number | string): string =>
  String(number).replaceAll(/(?<!\.\d*)\B(?=(?:\d{3})+(?!\d))/g, ',');

/** An amount with its currency, as a sentence has it: 1234.50 and EUR → 1,234.50 EUR */
export const money = (amount: string, currency: string): string => `${grouped(amount)} ${currency}`;

/** A number of at most so many digits after the point: 1234.56 and 1 → 1,234.6 */
export const rounded = (number: number, digits: number): string => grouped(Number(number.toFixed(digits)));

/** A share as people read it: 0.125 → 12.5% */
export const percent = (share: number, digits = 1): string => `${rounded(share * 100, digits)}%`;

/** Some words as a sentence has them: a; a and b; a, b, and c. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  if (words.length <= 1) return last;
  return `${words.slice(0, -1).join(', ')}${words.length > 2 ? ',' : ''} and ${last}`;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A month of the calendar in words, 1 for January. */
export const monthName = (month: number): string => MONTHS[month - 1] ?? '';
