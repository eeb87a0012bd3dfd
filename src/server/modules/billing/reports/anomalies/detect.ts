import type { AnomalyKind } from '#kernel/billing/anomalies.ts';

/*
 * What is unusual in the costs of a service of an account, day by day: nothing but numbers goes in, and no database is read.
 */

/** The costs of a service of an account in one currency. Days are counted from 1 January 1970. */
export interface DailySeries {
  /** The day of the first value. */
  from: number;
  /** The cost of each day from then on; 0 where there was none. */
  values: readonly number[];
  /** The first day on which the account had any costs. */
  accountSince: number;
}

/** What is looked for. */
export interface Look {
  /** The first day that is looked at; those before it are history. */
  testedFrom: number;
  /** What a day, or the first week of a new service, has to cost beyond what is usual. */
  least: number;
}

/** Days of one account and service that cost more than is usual. */
export interface FoundAnomaly {
  kind: AnomalyKind;
  firstDay: number;
  lastDay: number;
  /** What is usual for these days together. */
  expected: number;
  /** Whether it has ended by the last value. */
  isOver: boolean;
}

/** The weeks whose same weekdays say what is usual, and how many of them there must be. */
const WEEKS = 8;
const LEAST_WEEKS = 4;
const WEEK = 7;
/** How long an account or a service has to be known, in days. */
const KNOWN_DAYS = LEAST_WEEKS * WEEK;
/** So many deviations are unusual. */
const DEVIATIONS = 4.5;
/** What a deviation is at least, as a share of what is usual: a service that costs the same each day may cost a little more. */
const LEAST_DEVIATION = 0.1;
/** Makes the median of deviations what a standard deviation is where values are distributed normally. */
const SCALE = 1.4826;
/** So many usual days between unusual ones do not end an anomaly; exports lag behind, and weekends cost less. */
const QUIET_DAYS = 2;
/** The months whose same day may cost as much: fees and renewals come each month. */
const MONTHS = 3;
/** What such a day has to cost beyond those around it, of what the one that is looked at costs beyond what is usual. */
const AS_MUCH = 0.7;

/** So many days of a series have to be known before the first one that is looked at. */
export const HISTORY_DAYS = MONTHS * 31 + 2;
/** So many days are looked at: an anomaly that goes on for longer has become usual. */
export const LOOKED_DAYS = 35;

/** What is unusual in a series, the earliest first. */
export function findAnomalies(series: DailySeries, look: Look): FoundAnomaly[] {
  const start = series.values.findIndex((value) => value !== 0);
  if (start < 0) return [];
  const fresh = newService(series, start, look);
  return [...(fresh ? [fresh] : []), ...spikes(series, start, look)];
}

/** A service that an account, which is known for long enough, did not have before. */
function newService(
  { from, values, accountSince }: DailySeries,
  start: number,
  { testedFrom, least }: Look,
): FoundAnomaly | null {
  const since = from + start;
  if (since < testedFrom || since - accountSince < KNOWN_DAYS) return null;
  const week = values.slice(start, start + WEEK).reduce((sum, value) => sum + value, 0);
  if (week < least) return null;
  const last = Math.min(
    values.findLastIndex((value) => value !== 0),
    start + KNOWN_DAYS - 1,
  );
  return {
    kind: 'new_service',
    firstDay: since,
    lastDay: from + last,
    expected: 0,
    isOver: values.length - 1 - last > WEEK || values.length - start > KNOWN_DAYS,
  };
}

/** Days that cost more than the same weekdays before, those near each other as one. */
function spikes({ from, values }: DailySeries, start: number, look: Look): FoundAnomaly[] {
  const found: FoundAnomaly[] = [];
  let open: FoundAnomaly | null = null;
  /** What is usual for the days since the last unusual one. */
  let between = 0;
  for (let at = Math.max(start + KNOWN_DAYS, look.testedFrom - from); at < values.length; at += 1) {
    const usual = median(sameWeekdays(values, at, start));
    between += usual;
    if (!isUnusual({ from, values }, { at, start, usual }, look.least)) continue;
    const day = from + at;
    if (open && day - open.lastDay <= QUIET_DAYS + 1) {
      open.lastDay = day;
      open.expected += between;
    } else {
      open = { kind: 'spike', firstDay: day, lastDay: day, expected: usual, isOver: false };
      found.push(open);
    }
    between = 0;
  }
  const latest = from + values.length - 1;
  for (const one of found) one.isOver = latest - one.lastDay > QUIET_DAYS;
  return found;
}

interface Place {
  at: number;
  /** Where the series begins to cost something. */
  start: number;
  /** The median of the same weekdays before. */
  usual: number;
}

function isUnusual(
  { from, values }: Pick<DailySeries, 'from' | 'values'>,
  { at, start, usual }: Place,
  least: number,
): boolean {
  const value = values[at] ?? 0;
  const beyond = value - usual;
  if (beyond < least || beyond <= DEVIATIONS * LEAST_DEVIATION * Math.abs(usual)) return false;
  const weekday = sameWeekdays(values, at, start);
  const deviation = Math.max(spread(weekday, usual), spreadOfDays(values, at, start));
  return beyond > DEVIATIONS * SCALE * deviation && !isOfEachMonth({ from, values }, { at, start }, beyond);
}

/** The values of the same weekday in the weeks before. */
function sameWeekdays(values: readonly number[], at: number, start: number): number[] {
  const same: number[] = [];
  for (let week = 1; week <= WEEKS && at - week * WEEK >= start; week += 1)
    same.push(values[at - week * WEEK] ?? 0);
  return same;
}

/** How far values are from the one in the middle, by the median. */
const spread = (values: readonly number[], middle: number): number =>
  median(values.map((value) => Math.abs(value - middle)));

/** The same of all days of the weeks before, each beside its own weekday: eight values of one weekday say little of how much varies. */
function spreadOfDays(values: readonly number[], at: number, start: number): number {
  const apart: number[] = [];
  for (let ago = 1; ago <= WEEK; ago += 1) {
    const same = [values[at - ago] ?? 0, ...sameWeekdays(values, at - ago, start)].slice(0, WEEKS);
    const middle = median(same);
    for (const value of same) apart.push(Math.abs(value - middle));
  }
  return median(apart);
}

const DAY_MS = 86_400_000;

/** Whether the same day of one of the months before was about as unusual; a weekend may move it by a day. */
function isOfEachMonth(
  { from, values }: Pick<DailySeries, 'from' | 'values'>,
  { at, start }: Pick<Place, 'at' | 'start'>,
  beyond: number,
): boolean {
  const day = new Date((from + at) * DAY_MS);
  const [year, month, number] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
  for (let ago = 1; ago <= MONTHS; ago += 1) {
    const last = new Date(Date.UTC(year, month - ago + 1, 0)).getUTCDate();
    const same = Date.UTC(year, month - ago, Math.min(number, last)) / DAY_MS - from;
    for (const near of [same - 1, same, same + 1]) {
      const value = values[near];
      if (value === undefined || near < start) continue;
      const around = [1, 2, 3, 4].flatMap((week) => [near - week * WEEK, near + week * WEEK]);
      const others = around
        .filter((other) => other >= start && other < at)
        .map((other) => values[other] ?? 0);
      if (value - median(others) >= AS_MUCH * beyond) return true;
    }
  }
  return false;
}

function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? 0) + high) / 2;
}
