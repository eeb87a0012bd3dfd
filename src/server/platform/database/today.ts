import { AsyncLocalStorage } from 'node:async_hooks';
import { TZDate } from '@date-fns/tz';
import { dayOfInstant } from '#kernel/dates.ts';

/** The zone of those who name none, and of work that nobody waits for. */
export const UTC = 'UTC';
const MINUTE_MS = 60_000;

const currentZone = new AsyncLocalStorage<string>();

/** Everything that `work` does, however deep below, counts days in this zone. */
export const inZone = <T>(zone: string, work: () => T): T => currentZone.run(zone, work);

/** Days that were looked up in this minute: every statement needs one, and no day begins within a minute. */
const known = { minute: 0, days: new Map<string, string>() };

/** The day that it is in a zone, as YYYY-MM-DD. */
export function todayIn(zone: string): string {
  const now = Date.now();
  if (zone === UTC) return dayOfInstant(new Date(now), 'utc');
  const minute = Math.floor(now / MINUTE_MS);
  if (known.minute !== minute) Object.assign(known, { minute, days: new Map() });
  const day = known.days.get(zone) ?? dayOfInstant(new TZDate(now, zone), 'local');
  known.days.set(zone, day);
  return day;
}

/**
 * Today as YYYY-MM-DD: on the calendar of who makes the request, in UTC without a request. `today()` is the same within a
 * statement, since each connection gets the time zone when it is lent (see `lender.ts`).
 */
export const today = (): string => todayIn(currentZone.getStore() ?? UTC);
