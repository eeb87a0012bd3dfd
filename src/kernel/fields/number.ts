import * as z from 'zod/mini';
import {
  equalTo,
  isBlankText,
  isIdentical,
  nullOrRequired,
  writingOf,
  type CommonOptions,
  type FieldOf,
  type Kind,
  type ValueOf,
  type Writing,
  type WritingOf,
} from './field.ts';

/** The bounds of the database's `integer`, which a JSON number holds exactly. */
const LARGEST = 2_147_483_647;
const WHOLE = /^[+-]?\d{1,15}$/;

export interface NumberOptions extends CommonOptions {
  default?: number;
  min?: number;
  max?: number;
  /** Lists show the sum of all that match. */
  total?: boolean;
}

export interface NumberField<
  V extends number | null = number | null,
  W extends Writing = Writing,
> extends FieldOf<'number', V, W> {
  default?: number;
  min: number;
  max: number;
  total: boolean;
}

/** A whole number; the database's `integer` bounds it unless narrower bounds are given. */
export function number<const O extends NumberOptions = object>(
  label: string,
  options?: O,
): NumberField<ValueOf<O, number>, WritingOf<O>> {
  const {
    optional,
    min = -LARGEST - 1,
    max = LARGEST,
    hint,
    default: preset,
    total = false,
  } = (options ?? {}) as NumberOptions;
  const writing = writingOf(options ?? {}) as WritingOf<O>;
  return {
    kind: 'number',
    label,
    writing,
    nullable: optional === true,
    min,
    max,
    hint,
    default: preset,
    total,
  };
}

export const numberKind: Kind<NumberField> = {
  schema: (field) =>
    z
      .int({ error: `${field.label} must be a whole number.` })
      .check(
        z.minimum(field.min, { error: `${field.label} must be at least ${field.min}.` }),
        z.maximum(field.max, { error: `${field.label} must be at most ${field.max}.` }),
      ),
  answer: () => ({ type: 'integer' }),
  longest: () => 0,
  isBlank: isBlankText,
  whenEmpty: nullOrRequired,
  preset: (field) => field.default,
  same: isIdentical,
  parseCell: (field, cell) =>
    WHOLE.test(cell) ? { value: Number(cell) } : { error: `${field.label} '${cell}' is not a whole number.` },
  formatCell: String,
  sheet: 'number',
  display: String,
  filters: ['equals', 'contains'],
  free: () => false,
  readFilter: (_field, word) =>
    WHOLE.test(word) && Math.abs(Number(word)) <= LARGEST
      ? equalTo(Number(word))
      : { error: 'must be a whole number.' },
  align: 'right',
  distinguishes: false,
  hidden: false,
  fault: () => null,
};
