import * as z from 'zod/mini';
import {
  equalTo,
  isIdentical,
  nullOrRequired,
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
  schema: (field) =>
    z.enum(field.choices, { error: `${field.label} must be one of ${field.choices.join(', ')}.` }),
  answer: (field) => ({ type: 'string', enum: [...field.choices] }),
  longest: () => 0,
  // A text of spaces is a word that is no choice.
  isBlank: () => false,
  whenEmpty: nullOrRequired,
  preset: (field) => field.default,
  same: isIdentical,
  parseCell: (field, cell) => {
    const value = choiceOf(field, cell);
    return value === undefined
      ? { error: `${field.label} '${cell}' is not one of ${field.choices.join(', ')}.` }
      : { value };
  },
  formatCell: String,
  sheet: 'text',
  display: String,
  filters: ['equals', 'contains'],
  readFilter: (field, word) => {
    const value = choiceOf(field, word);
    return value === undefined
      ? { error: `must be one of ${field.choices.join(', ')}, or All.` }
      : equalTo(value);
  },
  align: 'left',
  tells: true,
  hidden: false,
  fault: ({ default: preset, choices }) =>
    preset && !choices.includes(preset) ? `has the default ${preset}, which is no choice.` : null,
};

const choiceOf = ({ choices }: ChoiceField, word: string): string | undefined =>
  choices.find((choice) => choice.toLowerCase() === word.toLowerCase());
