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

/** What every kind of text takes. */
export interface TextualOptions extends CommonOptions {
  /** Most characters; each kind has its own where none are told. */
  max?: number;
  /** The sentence where it is missing; by default that of its label. */
  missing?: string;
}

/** What every kind of text states. */
export interface TextualField<
  K extends string,
  V extends string | null = string | null,
  W extends Writing = Writing,
> extends FieldOf<K, V, W> {
  max: number;
}

/** The part of a field that all kinds of text share. `longest` is how long it may be where the options do not say. */
export function textual<K extends string, const O extends TextualOptions>(
  kind: K,
  label: string,
  options: O | undefined,
  longest: number,
): TextualField<K, ValueOf<O, string>, WritingOf<O>> {
  const { optional, hint, missing, max = longest } = (options ?? {}) as TextualOptions;
  const writing = writingOf(options ?? {}) as WritingOf<O>;
  return { kind, label, writing, nullable: optional === true, hint, missing, max };
}

interface Bounded {
  label: string;
  max: number;
}

const text = ({ label }: Bounded) =>
  z.string({ error: `${label} must be text.` }).check(
    z.refine((value) => value.isWellFormed() && !value.includes('\u0000'), {
      error: `${label} contains characters that cannot be stored.`,
    }),
  );

/** At most `max` characters. */
export const within = ({ label, max }: Bounded) =>
  z.maxLength(max, { error: `${label} must have at most ${max} characters.` });

/** Text that the database can hold, trimmed, of `max` characters at most. */
export const storableText = (field: Bounded) => text(field).check(z.trim(), within(field));

/** The same with everything at its beginning and end. */
export const keptText = (field: Bounded) => text(field).check(within(field));

/** The projections of a text that is kept as it is written. */
export const textualKind = {
  schema: storableText,
  answer: () => ({ type: 'string' }),
  longest: ({ max }) => max,
  isBlank: isBlankText,
  whenEmpty: nullOrRequired,
  preset: () => undefined,
  same: isIdentical,
  parseCell: (_field, cell) => ({ value: cell }),
  formatCell: String,
  sheet: 'text',
  display: String,
  filters: ['contains', 'equals'],
  free: () => true,
  readFilter: (_field, word) => equalTo(word),
  align: 'left',
  tells: false,
  hidden: false,
  fault: () => null,
} satisfies Kind<TextualField<string>>;
