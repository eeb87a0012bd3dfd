/**
 * Calendar days travel and are stored as `YYYY-MM-DD` and never pass through a time zone: a day is the same day for a
 * person in Honolulu and in Auckland. Instants have one form everywhere, ISO 8601 in UTC with milliseconds.
 */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `YYYY-MM-DD` of the parts, or null where the calendar has no such day (2026-02-30). */
function dayOf(year: number, month: number, day: number): string | null {
  const probe = new Date(Date.UTC(year, month - 1, day));
  probe.setUTCFullYear(year);
  const exists =
    probe.getUTCFullYear() === year && probe.getUTCMonth() === month - 1 && probe.getUTCDate() === day;
  return exists && year >= 1 && year <= 9999 ? probe.toISOString().slice(0, 10) : null;
}

/** A month as it travels, YYYY-MM, of this century or the last. */
export const MONTH = /^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/;

/**
 * Reads a day from ISO 8601. Of a date with a time the written day counts, whatever its offset.
 * Answers null where the text is no existing day.
 */
export function parseIsoDay(text: string): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[T ][0-9:.,]+(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(text.trim());
  return match ? dayOf(Number(match[1]), Number(match[2]), Number(match[3])) : null;
}

/**
 * Reads a day as people and spreadsheets write it: ISO 8601, 29-Mar-2026, 29.03.2026, and
 * month first with slashes or hyphens (03/29/2026). Answers null where it is none of these.
 */
export function parseWrittenDay(text: string): string | null {
  const trimmed = text.trim();
  const iso = parseIsoDay(trimmed);
  if (iso) return iso;
  const named = /^(\d{1,2})[- ]([A-Za-z]{3})[a-z]*[- ](\d{4})$/.exec(trimmed);
  if (named) {
    const month = MONTHS.findIndex((name) => name.toLowerCase() === named[2]?.toLowerCase());
    return month < 0 ? null : dayOf(Number(named[3]), month + 1, Number(named[1]));
  }
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(trimmed);
  if (dotted) return dayOf(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]));
  const monthFirst = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?: \d{1,2}:\d{2}(?::\d{2})?)?$/.exec(trimmed);
  return monthFirst ? dayOf(Number(monthFirst[4]), Number(monthFirst[1]), Number(monthFirst[3])) : null;
}

/** Shows a day as tables do: 2026-03-29 → 29-Mar-2026. What is no day is shown as it is. */
export function formatDay(day: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(day);
  const month = match && MONTHS[Number(match[2]) - 1];
  return match && month ? `${match[3]}-${month}-${match[1]}` : day;
}

/** A day some days later or, with a negative number, earlier. */
export function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** How many days it is from one to another. */
const daysBetween = (from: string, until: string): number =>
  Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** Until when it is, as people say it: in 3 days, today, 2 days ago. */
export function inDays(from: string, until: string): string {
  const days = daysBetween(from, until);
  if (days === 0) return 'today';
  const words = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  return days > 0 ? `in ${words}` : `${words} ago`;
}

/** Before the first moment that can be written, and after the last day, comes what the database calls infinity. */
export const BEFORE_ALL = '-infinity';
const AFTER_ALL = 'infinity';

/**
 * The days of a day, a month or a year (2026-03-29, 2026-03, 2026): its first one, and the one after its last.
 * Null for what is none of them.
 */
export function daysOf(word: string): [from: string, until: string] | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(word) ?? [];
  const from = dayOf(Number(year), Number(month ?? 1), Number(day ?? 1));
  if (!from) return null;
  const next = new Date(`${from}T00:00:00Z`);
  if (day) next.setUTCDate(next.getUTCDate() + 1);
  else if (month) next.setUTCMonth(next.getUTCMonth() + 1);
  else next.setUTCFullYear(next.getUTCFullYear() + 1);
  return [from, next.getUTCFullYear() > 9999 ? AFTER_ALL : next.toISOString().slice(0, 10)];
}

/**
 * Reads a moment of ISO 8601 with its offset from UTC, as the one form of instants; null for anything else, such as one
 * that UTC has in a year before the first or after the last.
 */
export function parseInstant(text: string): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/.exec(
    text.trim(),
  );
  const moment = match && parseIsoDay(match[1] ?? '') ? new Date(match[0].replace(' ', 'T')) : null;
  const read = moment && !Number.isNaN(moment.getTime()) ? moment.toISOString() : '';
  return parseIsoDay(read) ? read : null;
}

/** The day of an instant in the reader's own time zone (`local`) or in UTC, as `YYYY-MM-DD`. */
export function dayOfInstant(instant: Date, zone: 'local' | 'utc'): string {
  if (zone === 'utc') return instant.toISOString().slice(0, 10);
  const two = (value: number) => String(value).padStart(2, '0');
  const year = String(instant.getFullYear()).padStart(4, '0');
  return `${year}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}
