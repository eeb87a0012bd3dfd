import { dayAfter } from '#kernel/dates.ts';
import { thisMonth } from '#web/generic/filters/day-span.ts';

export interface QuickRange {
  label: string;
  value: [first: string, last: string];
}

/** The first fiscal year that is offered. */
const FIRST_YEAR = 2018;

/** A fiscal year runs from 1 February to 31 January and bears the year that it starts in. */
const fiscalYear = (year: number): QuickRange => ({
  label: `Fiscal year ${year}`,
  value: [`${year}-02-01`, `${year + 1}-01-31`],
});

const fiscalYearOf = (day: string) => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return month >= 2 ? year : year - 1;
};

/** So many whole months before the one that it is now. */
const lastMonths = (count: number): [string, string] => [thisMonth(count)[0], thisMonth(1)[1]];

/** The ranges that are offered beside the calendar. */
export function quickRanges(): QuickRange[] {
  const current = fiscalYearOf(thisMonth()[0]);
  const years = Array.from({ length: current - FIRST_YEAR + 1 }, (_, at) => FIRST_YEAR + at);
  return [
    { label: 'Last month', value: lastMonths(1) },
    { label: 'Last 3 months', value: lastMonths(3) },
    { label: 'Last 6 months', value: lastMonths(6) },
    ...years.map(fiscalYear),
  ];
}

/** The last day that can be picked: 24 hours after the end of what is looked at, and of this month at least. */
export function maxDay(end: string | null): string {
  const [, last] = thisMonth();
  return dayAfter(end !== null && end > last ? end : last, 1);
}
