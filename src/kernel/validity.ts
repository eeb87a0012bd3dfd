import { formatDay } from './dates.ts';

/** The days on which a record begins and ceases to be valid, as cost centers, networks and project ids have them. */
export interface Validity {
  active_at: string;
  /** The last day; null for ever. */
  expired_at: string | null;
}

/** When a record is valid that is not valid on a day, such as `until 31-Jan-2026`; null where it is valid then. */
export function validityBeside({ active_at: from, expired_at: until }: Validity, day: string): string | null {
  if (from > day) return `from ${formatDay(from)} on`;
  return until !== null && until < day ? `until ${formatDay(until)}` : null;
}
