import { dayOfInstant, formatDay } from '#kernel/dates.ts';

/** Shows an instant in the reader's own time zone: 29-Mar-2026, 14:05. */
export function formatMoment(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `${formatDay(dayOfInstant(at, 'local'))}, ${time}`;
}
