import * as z from 'zod/mini';
import { daysOf, formatDay, parseIsoDay, parseWrittenDay } from '../dates.ts';
import { readDay, twoDays, whichDay } from '../reading/days.ts';
import {
  isBlankText,
  isIdentical,
  nullOrRequired,
  writingOf,
  type CommonOptions,
  type FieldOf,
  type FilterReading,
  type Kind,
  type ValueOf,
  type Writing,
  type WritingOf,
} from './field.ts';

export interface DateOptions extends CommonOptions {
  /** `today`: the day of the creation. */
  default?: 'today';
}

export interface DateField<
  V extends string | null = string | null,
  W extends Writing = Writing,
> extends FieldOf<'date', V, W> {
  default?: 'today';
}

/** A calendar day, `YYYY-MM-DD`, the same day in every time zone. */
export function date<const O extends DateOptions = object>(
  label: string,
  options?: O,
): DateField<ValueOf<O, string>, WritingOf<O>> {
  const { optional, hint, default: preset } = (options ?? {}) as DateOptions;
  const writing = writingOf(options ?? {}) as WritingOf<O>;
  return { kind: 'date', label, writing, nullable: optional === true, hint, default: preset };
}

export const dateKind: Kind<DateField> = {
  schema: (field) => {
    const message = `${field.label} must be a date, such as 2026-03-29.`;
    return z.pipe(
      z.string({ error: message }),
      z.transform((value, context) => {
        const day = parseIsoDay(value);
        if (day) return day;
        context.issues.push({ code: 'custom', message, input: value });
        return z.NEVER;
      }),
    );
  },
  answer: () => ({ type: 'string', format: 'date' }),
  longest: () => 0,
  isBlank: isBlankText,
  whenEmpty: nullOrRequired,
  preset: (field, today) => (field.default ? today : undefined),
  same: isIdentical,
  parseCell: (field, cell, reading) => {
    const open = reading?.dateOrder === null ? twoDays(cell) : null;
    if (open) return { error: whichDay(field.label, open) };
    const day = reading ? readDay(cell, reading.dateOrder ?? 'month_first') : parseWrittenDay(cell);
    return day
      ? { value: day }
      : { error: `${field.label} '${cell}' is not a date. Write it as 2026-03-29 or 29-Mar-2026.` };
  },
  decides: 'days',
  formatCell: String,
  sheet: 'date',
  display: (value) => formatDay(String(value)),
  filters: ['day', 'last-days', 'contains'],
  free: () => false,
  readFilter: (_field, word) => readSpan(word),
  align: 'left',
  distinguishes: false,
  hidden: false,
  fault: () => null,
};

/** A filter for a day, a month or a year. */
export function readSpan(word: string): FilterReading {
  const days = daysOf(word);
  return days
    ? { comparison: 'span', values: days }
    : { error: 'must be a day such as 2026-03-29, a month or a year.' };
}
