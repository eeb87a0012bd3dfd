import { MONTH } from '#kernel/dates.ts';
import { malformed } from '#kernel/errors.ts';
import { today } from '#server/platform/database/today.ts';

/** A month, YYYY-MM, some months later; earlier below zero. */
export function monthAfter(month: string, count: number): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + count);
  return at.toISOString().slice(0, 7);
}

/** The month before the running one: the one that is closed. */
export const monthToClose = (): string => monthAfter(today().slice(0, 7), -1);

/** A month of a query; null where it tells none. @throws {Refusal} 400 */
export function monthIn(texts: ReadonlyMap<string, string>, name: string): string | null {
  const month = texts.get(name)?.trim() || null;
  if (month !== null && !MONTH.test(month)) throw malformed(`${name} must be a month such as 2026-03.`);
  return month;
}

const WORDS = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 2026-03 → March 2026. */
export const monthWords = (month: string): string => WORDS.format(new Date(`${month}-01T00:00:00Z`));
