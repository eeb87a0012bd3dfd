import * as z from 'zod/mini';
import {
  writingOf,
  type CommonOptions,
  type FieldOf,
  type Kind,
  type Writing,
  type WritingOf,
} from './field.ts';

export interface ChoiceOptions extends CommonOptions {
  default?: string;
}

export interface ChoiceField<
  V extends string | null = string | null,
  W extends Writing = Writing,
> extends FieldOf<'choice', V, W> {
  choices: readonly string[];
  default?: string;
}

/** One of a few fixed words. */
export function choice<const C extends readonly string[], const O extends ChoiceOptions = object>(
  label: string,
  choices: C,
  options?: O,
): ChoiceField<O extends { optional: true } ? C[number] | null : C[number], WritingOf<O>> {
  const { optional, hint, default: preset } = (options ?? {}) as ChoiceOptions;
  const writing = writingOf(options ?? {}) as WritingOf<O>;
  return { kind: 'choice', label, writing, nullable: optional === true, choices, hint, default: preset };
}

export const choiceKind: Kind<ChoiceField> = {
  sqlType: () => 'text',
  schema: (field) =>
    z.enum(field.choices, { error: `${field.label} must be one of ${field.choices.join(', ')}.` }),
  answer: (field) => ({ type: 'string', enum: [...field.choices] }),
  parseCell: (field, cell) => {
    const value = field.choices.find((word) => word.toLowerCase() === cell.toLowerCase());
    return value === undefined
      ? { error: `${field.label} '${cell}' is not one of ${field.choices.join(', ')}.` }
      : { value };
  },
  formatCell: String,
  display: String,
  filter: 'equals',
  align: 'left',
};
