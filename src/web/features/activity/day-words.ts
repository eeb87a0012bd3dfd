import { dayAfter, dayOfInstant, formatDay } from '#kernel/dates.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A day as a heading: Today, Yesterday, Tuesday 17-Nov-2026. */
export function dayWords(day: string, now = new Date()): string {
  const today = dayOfInstant(now, 'local');
  if (day === today) return 'Today';
  if (day === dayAfter(today, -1)) return 'Yesterday';
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()];
  return `${weekday} ${formatDay(day)}`;
}
