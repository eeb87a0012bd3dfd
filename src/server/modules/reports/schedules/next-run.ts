import { TZDate } from '@date-fns/tz';
import { dayAfter, dayOfInstant } from '#kernel/dates.ts';
import { fallsOn, type When } from '#kernel/schedule.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** No rhythm has a longer pause than a month; a zone may leave out a day. */
const MOST_DAYS = 64;

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
const aheadOfUtc = (at: number, zone: string): number =>
  -new TZDate(at, zone).getTimezoneOffset() * MINUTE_MS;

/**
 * The moment at which the clocks of a zone show a time on a day, in milliseconds. A time that does not exist, since the clocks
 * go forward over it, is the next that does; one that is there twice is the first of both.
 */
export function momentOf(day: string, at: string, zone: string): number {
  const shown = Date.parse(`${day}T${at}:00Z`);
  const [before, after] = [aheadOfUtc(shown - DAY_MS, zone), aheadOfUtc(shown + DAY_MS, zone)];
  const moments = [shown - before, shown - after].filter((one) => one + aheadOfUtc(one, zone) === shown);
  if (moments.length > 0) return Math.min(...moments);
  // The clocks go forward between both readings: the first minute after that is the next time that exists.
  let [low, high] = [shown - Math.max(before, after), shown - Math.min(before, after)];
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / MINUTE_MS / 2) * MINUTE_MS;
    if (aheadOfUtc(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** When something scheduled is done next after a moment. */
export function nextRun(when: When, after: Date): Date {
  const today = dayOfInstant(new TZDate(after.getTime(), when.time_zone), 'local');
  for (let days = -1; days <= MOST_DAYS; days += 1) {
    const day = dayAfter(today, days);
    if (!fallsOn(when, day)) continue;
    const moment = momentOf(day, when.at, when.time_zone);
    if (moment > after.getTime()) return new Date(moment);
  }
  throw new Error(`There is no next time of ${JSON.stringify(when)}.`);
}
