import * as z from 'zod/mini';
import {
  writingOf,
  type CommonOptions,
  type FieldOf,
  type Kind,
  type ValueOf,
  type Writing,
  type WritingOf,
} from './field.ts';

export interface NumberOptions extends CommonOptions {
  default?: number;
  min?: number;
  max?: number;
}

export interface NumberField<
  V extends number | null = number | null,
  W extends Writing = Writing,
> extends FieldOf<'number', V, W> {
  default?: number;
  min: number;
  max: number;
}

/** A whole number; the database's `integer` bounds it unless narrower bounds are given. */
export function number<const O extends NumberOptions = object>(
  label: string,
  options?: O,
): NumberField<ValueOf<O, number>, WritingOf<O>> {
  const {
    optional,
    min = -2_147_483_648,
    max = 2_147_483_647,
    hint,
    default: preset,
  } = (options ?? {}) as NumberOptions;
  const writing = writingOf(options ?? {}) as WritingOf<O>;
  return { kind: 'number', label, writing, nullable: optional === true, min, max, hint, default: preset };
}

export const numberKind: Kind<NumberField> = {
  sqlType: () => 'integer',
  schema: (field) =>
    z
      .int({ error: `${field.label} must be a whole number.` })
      .check(
        z.minimum(field.min, { error: `${field.label} must be at least ${field.min}.` }),
        z.maximum(field.max, { error: `${field.label} must be at most ${field.max}.` }),
      ),
  answer: () => ({ type: 'integer' }),
  parseCell: (field, cell) =>
    /^[+-]?\d{1,15}$/.test(cell)
      ? { value: Number(cell) }
      : { error: `${field.label} '${cell}' is not a whole number.` },
  formatCell: String,
  display: String,
  filter: 'equals',
  align: 'right',
};
