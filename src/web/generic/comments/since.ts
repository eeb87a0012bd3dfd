import { formatMoment } from '#web/ui/moments.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** What is longer ago is shown with its day. */
const DAYS = 7;

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** How long ago something was, in words; the moment itself of what was more than a week ago. */
export function sinceWords(instant: string, now: number): string {
  const passed = now - Date.parse(instant);
  if (passed < MINUTE) return 'just now';
  if (passed < HOUR) return counted(Math.floor(passed / MINUTE), 'minute');
  if (passed < DAY) return counted(Math.floor(passed / HOUR), 'hour');
  if (passed < DAYS * DAY) return counted(Math.floor(passed / DAY), 'day');
  return formatMoment(instant);
}
