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

/** How long something took, from one instant to another, as people say it: 1 min 5 s. */
export function formatTook(from: string, until: string): string {
  const exact = (Date.parse(until) - Date.parse(from)) / 1000;
  if (exact < 1) return 'less than 1 s';
  // Rounded before it is split, so that no part comes to 60.
  const seconds = Math.round(exact);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
