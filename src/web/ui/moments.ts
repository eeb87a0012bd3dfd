import { dayOfInstant, formatDay } from '#kernel/dates.ts';

/** The time of day in the reader's own time zone: 14:05. */
export const formatTime = (at: Date): string =>
  at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Shows an instant in words, in the reader's own time zone: 29 March 2026 at 14:05. */
export function formatLongMoment(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  return at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });
}

/** Shows an instant in the reader's own time zone: 29-Mar-2026, 14:05. */
export function formatMoment(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  return `${formatDay(dayOfInstant(at, 'local'))}, ${formatTime(at)}`;
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 2026-03 → March 2026. */
export const formatMonth = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));
