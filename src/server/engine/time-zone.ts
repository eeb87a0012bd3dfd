import { TZDate } from '@date-fns/tz';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { LRUCache } from 'lru-cache';
import { BEFORE_ALL, dayOfInstant, parseInstant } from '#kernel/dates.ts';
import { malformed } from '#kernel/errors.ts';
import { isTimeZone } from '#kernel/time-zones.ts';
import { inZone, UTC } from '#server/platform/database/today.ts';

/** The header in which a client names the calendar that its screens show. */
export const ZONE_HEADER = 'time-zone';

/** Every request of a browser names its zone, and to look one up takes as long as a short query. */
const known = new LRUCache<string, boolean>({ max: 500 });

const isZone = (name: string): boolean => {
  const before = known.get(name);
  if (before !== undefined) return before;
  const found = isTimeZone(name);
  known.set(name, found);
  return found;
};

/**
 * The zone in which a request counts days.
 * @throws {Refusal} 400 for what is no zone
 */
export function zoneOf(request: FastifyRequest): string {
  const name = request.headers[ZONE_HEADER];
  if (name === undefined || name === UTC) return UTC;
  if (typeof name === 'string' && name.length <= 60 && isZone(name)) return name;
  throw malformed('Time-Zone must be the name of a time zone, such as Europe/Berlin.');
}

/** Has every request count days on the calendar of who makes it. To be called before there are routes. */
export function followZones(app: FastifyInstance): void {
  const follow = (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) =>
    inZone(zoneOrUtc(request), done);
  app.addHook('onRequest', follow);
  // The parts of a body come from the connection, which is nobody's.
  app.addHook('preHandler', follow);
}

/** A text that is no zone is refused by the routes that read it. */
function zoneOrUtc(request: FastifyRequest): string {
  try {
    return zoneOf(request);
  } catch {
    return UTC;
  }
}

/** The day that a moment of ISO 8601 with its offset is in a zone; null for a text that is no such moment. */
export function dayOfMoment(text: string, zone: string): string | null {
  const moment = parseInstant(text);
  if (moment === null) return null;
  if (zone === UTC) return moment.slice(0, 10);
  return dayOfInstant(new TZDate(Date.parse(moment), zone), 'local');
}

/**
 * The first moment of a day in a zone, as ISO 8601 in UTC. The end of all days stays what it is; the first of them begins
 * before UTC has a year to write where the zone is ahead of it.
 */
export function startOfDay(day: string, zone: string): string {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return day;
  const start = new TZDate(2000, month - 1, date, zone);
  start.setFullYear(year, month - 1, date);
  start.setHours(0, 0, 0, 0);
  const moment = new Date(start.getTime());
  return moment.getUTCFullYear() < 1 ? BEFORE_ALL : moment.toISOString();
}
