import { listed } from './written.ts';

/** How often something scheduled is done, with the words of a choice. */
export const RHYTHMS = {
  daily: 'Each day',
  weekly: 'On days of the week',
  first: 'On the first day of the month',
  last: 'On the last day of the month',
} as const;
export type Rhythm = keyof typeof RHYTHMS;

/** The days of the week, Monday first. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Which days a report is about, counted from the day on which it is made. */
export const PERIODS = {
  month_before: 'The month before',
  this_month: 'The running month, until its last day',
  last_7_days: 'The seven days before',
  last_30_days: 'The thirty days before',
} as const;
export type Period = keyof typeof PERIODS;

/** A time of day, HH:MM. */
export const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** When something scheduled is done. */
export interface When {
  rhythm: Rhythm;
  /** Of the rhythm `weekly`. */
  weekdays: readonly Weekday[];
  /** HH:MM */
  at: string;
  /** Such as `Europe/Berlin`. */
  time_zone: string;
}

/** When something scheduled is done, as people say it: 'Each Monday and Thursday at 07:30, Europe/Berlin'. */
export function whenInWords({ rhythm, weekdays, at, time_zone: zone }: When): string {
  const days = {
    daily: 'Each day',
    weekly: `Each ${listed(WEEKDAYS.filter((day) => weekdays.includes(day)))}`,
    first: 'On the 1st of each month',
    last: 'On the last day of each month',
  }[rhythm];
  return `${days} at ${at}, ${zone}`;
}

const DAY_MS = 86_400_000;
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The first and the last day of a period, both included, seen from a day. */
export function daysOfPeriod(period: Period, today: string): [first: string, last: string] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const before = (days: number) => isoDay(Date.parse(today) - days * DAY_MS);
  if (period === 'last_7_days') return [before(7), before(1)];
  if (period === 'last_30_days') return [before(30), before(1)];
  const back = period === 'month_before' ? 1 : 0;
  return [isoDay(Date.UTC(year, month - 1 - back, 1)), isoDay(Date.UTC(year, month - back, 0))];
}

/** Whether something is done on a day, YYYY-MM-DD. */
export function fallsOn({ rhythm, weekdays }: Pick<When, 'rhythm' | 'weekdays'>, day: string): boolean {
  const at = Date.parse(day);
  if (rhythm === 'daily') return true;
  if (rhythm === 'first') return day.endsWith('-01');
  if (rhythm === 'last') return isoDay(at + DAY_MS).endsWith('-01');
  // Sunday is day 0.
  const weekday = WEEKDAYS[(new Date(at).getUTCDay() + 6) % 7];
  return weekday !== undefined && weekdays.includes(weekday);
}
