import * as z from 'zod/mini';
import { dayOfInstant, formatDay, parseInstant } from '../dates.ts';
import { readSpan } from './date.ts';
import { isBlankText, isIdentical, nullOrRequired, type FieldOf, type Kind } from './field.ts';

export type InstantField<V extends string | null = string | null> = FieldOf<'instant', V, 'never'>;

/**
 * A moment that the system stamps: ISO 8601 in UTC with milliseconds, `2026-03-29T10:00:00.000Z`. One that is `optional`
 * has not come for every record.
 */
export function instant<const O extends { optional?: true } = object>(
  label: string,
  options?: O,
): InstantField<O extends { optional: true } ? string | null : string> {
  return { kind: 'instant', label, writing: 'never', nullable: options?.optional === true };
}

export const instantKind: Kind<InstantField> = {
  schema: (field) => {
    const message = `${field.label} must be a moment with its zone, such as 2026-03-29T10:00:00Z.`;
    return z.pipe(
      z.string({ error: message }),
      z.transform((value, context) => {
        const moment = parseInstant(value);
        if (moment) return moment;
        context.issues.push({ code: 'custom', message, input: value });
        return z.NEVER;
      }),
    );
  },
  answer: () => ({ type: 'string', format: 'date-time' }),
  longest: () => 0,
  isBlank: isBlankText,
  whenEmpty: nullOrRequired,
  preset: () => undefined,
  same: isIdentical,
  parseCell: (field, cell) => {
    const moment = parseInstant(cell);
    return moment
      ? { value: moment }
      : { error: `${field.label} '${cell}' is not a moment. Write it as 2026-03-29T10:00:00Z.` };
  },
  formatCell: String,
  sheet: 'instant',
  display: (value) => formatDay(dayOfInstant(new Date(String(value)), 'local')),
  filters: ['last-days', 'day'],
  free: () => false,
  readFilter: (_field, word) => readSpan(word),
  align: 'left',
  distinguishes: false,
  hidden: false,
  fault: () => null,
};
