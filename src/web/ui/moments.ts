import { dayOfInstant, formatDay } from '#kernel/dates.ts';
import { monthName } from '#kernel/written.ts';

const twoDigits = (part: number) => String(part).padStart(2, '0');

/** The time of day in the reader's own time zone: 14:05. */
export const formatTime = (at: Date): string => `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;

/** Shows an instant in words, in the reader's own time zone: 29 March 2026 at 14:05. */
export function formatLongMoment(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  return `${at.getDate()} ${monthName(at.getMonth() + 1)} ${at.getFullYear()} at ${formatTime(at)}`;
}

/** Shows an instant in the reader's own time zone: 29-Mar-2026, 14:05. */
export function formatMoment(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  return `${formatDay(dayOfInstant(at, 'local'))}, ${formatTime(at)}`;
}

/** 2026-03 → March 2026. */
export const formatMonth = (month: string): string =>
  `${monthName(Number(month.slice(5)))} ${month.slice(0, 4)}`;
