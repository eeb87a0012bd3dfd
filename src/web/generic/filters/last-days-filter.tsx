import { choiceFilter } from './choice-filter.tsx';
import { spokenSpan } from './day-span.ts';

const USUAL = ['30', '60', '90'];

/** A filter of days that are at most so many days ago. A link may name a day, a month or a range as well. */
export const lastDaysFilter = choiceFilter(
  () => USUAL.map((days) => ({ value: days, label: `Last ${days} days` })),
  (value) => (/^\d{1,5}$/.test(value) ? `Last ${value} days` : spokenSpan(value)),
);
