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
  type Writing,
  type WritingOf,
} from './field.ts';

export interface BooleanOptions extends Omit<CommonOptions, 'optional'> {
  default?: boolean;
  /** How screens and files show it; Yes and No unless the field is specified with other words. */
  words?: 'TRUE/FALSE' | 'True/False' | 'Yes/No';
}

export interface BooleanField<W extends Writing = Writing> extends FieldOf<'boolean', boolean, W> {
  default?: boolean;
  words: 'TRUE/FALSE' | 'True/False' | 'Yes/No';
}

/** True or false; false unless a default says otherwise. */
export function boolean<const O extends BooleanOptions = object>(
  label: string,
  options?: O,
): BooleanField<WritingOf<O & { default: boolean }>> {
  const { words = 'Yes/No', default: preset = false, hint } = (options ?? {}) as BooleanOptions;
  const writing = writingOf({ ...options, default: preset }) as WritingOf<O & { default: boolean }>;
  return { kind: 'boolean', label, writing, nullable: false, default: preset, words, hint };
}

/** A Map, since a plain object would find `constructor` and `__proto__` among its words as well. */
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/** The texts that a body may have in place of a value: TRUE and FALSE, and the words of the field. */
const wordsOf = (field: BooleanField): ReadonlyMap<string, boolean> =>
  new Map([
    ['TRUE', true],
    ['FALSE', false],
    ...[true, false].map((value) => [booleanWord(field, value), value] as const),
  ]);

export const booleanKind: Kind<BooleanField> = {
  schema: (field) => {
    const message = `${field.label} must be true or false.`;
    const words = wordsOf(field);
    return z.union(
      [
        z.boolean(),
        z.pipe(
          z.enum([...words.keys()]),
          z.transform((word) => words.get(word) === true),
        ),
      ],
      { error: message },
    );
  },
  answer: () => ({ type: 'boolean' }),
  longest: () => 0,
  isBlank: isBlankText,
  whenEmpty: nullOrRequired,
  preset: (field) => field.default,
  same: isIdentical,
  parseCell: (field, cell) => {
    const value = WORDS.get(cell.toLowerCase());
    return value === undefined ? { error: `${field.label} '${cell}' is neither TRUE nor FALSE.` } : { value };
  },
  formatCell: (value, field) => booleanWord(field, value === true),
  sheet: 'text',
  display: (value, field) => booleanWord(field, value === true),
  filters: ['equals'],
  free: () => false,
  readFilter: (_field, word) => {
    const value = WORDS.get(word.toLowerCase());
    return value === undefined ? { error: 'must be true, false or All.' } : equalTo(value);
  },
  align: 'left',
  distinguishes: false,
  hidden: false,
  fault: () => null,
};

/** Shows a boolean in the words that its field declares. */
export function booleanWord(field: BooleanField, value: boolean): string {
  const [yes = 'Yes', no = 'No'] = field.words.split('/');
  return value ? yes : no;
}
