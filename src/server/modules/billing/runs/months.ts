import { today } from '#server/platform/database/today.ts';

/** A month, YYYY-MM, some months later; earlier below zero. */
export function monthAfter(month: string, count: number): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + count);
  return at.toISOString().slice(0, 7);
}

/** The month before the running one: the one that is closed. */
export const monthToClose = (): string => monthAfter(today().slice(0, 7), -1);

const WORDS = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 2026-03 → March 2026. */
export const monthWords = (month: string): string => WORDS.format(new Date(`${month}-01T00:00:00Z`));
