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
  /** Other spellings of a choice, such as the number that a form sends. */
  aliases?: Readonly<Record<string, string>>;
  /** The words on screens of a choice, where they differ. Answers have the word itself. */
  names?: Readonly<Record<string, string>>;
  /** What files have: the words themselves by default. Both are read. */
  files?: 'words' | 'names';
}

export interface ChoiceField<
  V extends string | null = string | null,
  W extends Writing = Writing,
> extends FieldOf<'choice', V, W> {
  choices: readonly string[];
  default?: string;
  aliases: Readonly<Record<string, string>>;
  names: Readonly<Record<string, string>>;
  files: 'words' | 'names';
}

/** One of a few fixed words. */
export function choice<const C extends readonly string[], const O extends ChoiceOptions = object>(
  label: string,
  choices: C,
  options?: O,
): ChoiceField<O extends { optional: true } ? C[number] | null : C[number], WritingOf<O>> {
  const {
    optional,
    hint,
    default: preset,
    aliases = {},
    names = {},
    files = 'words',
  } = (options ?? {}) as ChoiceOptions;
  const writing = writingOf(options ?? {}) as WritingOf<O>;
  return {
    kind: 'choice',
    label,
    writing,
    nullable: optional === true,
    choices,
    hint,
    default: preset,
    aliases,
    names,
    files,
  };
}

/** The text on screens of a choice. */
export const choiceName = ({ names }: Pick<ChoiceField, 'names'>, choice: string): string =>
  Object.hasOwn(names, choice) ? (names[choice] ?? choice) : choice;

export const choiceKind: Kind<ChoiceField> = {
  schema: (field) => {
    const error = `${field.label} must be one of ${field.choices.join(', ')}.`;
    const aliases = Object.keys(field.aliases);
    if (aliases.length === 0) return z.enum(field.choices, { error });
    // An alias may be a number in JSON as well.
    const numbers = aliases.map(Number).filter(Number.isInteger);
    const words = z.enum([...field.choices, ...aliases], { error });
    const written =
      numbers.length === 0 ? words : z.union([words, ...numbers.map((one) => z.literal(one))], { error });
    return z.pipe(
      written,
      z.transform((value) => (Object.hasOwn(field.aliases, value) ? field.aliases[value] : value)),
    );
  },
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
  formatCell: (value, field) => (field.files === 'names' ? choiceName(field, String(value)) : String(value)),
  sheet: 'text',
  display: (value, field) => choiceName(field, String(value)),
  filters: ['equals', 'contains'],
  free: () => false,
  readFilter: (field, word) => {
    const value = choiceOf(field, word);
    return value === undefined
      ? { error: `must be one of ${field.choices.join(', ')}, or All.` }
      : equalTo(value);
  },
  align: 'left',
  distinguishes: true,
  hidden: false,
  fault: ({ default: preset, choices, aliases, names }) => {
    if (preset && !choices.includes(preset)) return `has the default ${preset}, which is no choice.`;
    const astray = Object.values(aliases).find((choice) => !choices.includes(choice));
    if (astray) return `has an alias of ${astray}, which is no choice.`;
    const unknown = Object.keys(names).find((choice) => !choices.includes(choice));
    return unknown ? `has a name for ${unknown}, which is no choice.` : null;
  },
};

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The choice that a word means: itself, its alias, or its name. */
const choiceOf = ({ choices, aliases, names }: ChoiceField, word: string): string | undefined =>
  choices.find((choice) => isSame(choice, word)) ??
  (Object.hasOwn(aliases, word)
    ? aliases[word]
    : choices.find((choice) => isSame(names[choice] ?? '', word)));
