import * as z from 'zod/mini';
import { MONTH, parseWrittenDay } from '../dates.ts';
import { isEmailAddress, pastedMore } from '../reading/email.ts';
import {
  lineOfText,
  readLine,
  textual,
  textualKind,
  within,
  type TextualField,
  type TextualOptions,
} from './bounded-text.ts';
import type { FilterReading, Kind, ValueOf, Writing, WritingOf } from './field.ts';
import { FAILED_FORMULA, isErrorValue, saysNothing } from './written-text.ts';

/**
 * `digits`: an account number, of digits only, whose leading zeros stay. `currency`: a code of three letters, stored in
 * capitals, so that amounts of one currency are added up and found again however the code was written. `url`: the address of a
 * server on the web. `percents`: whole numbers from 1 to 1000 such as `50, 80, 100`, stored in their order, each once. `month`: YYYY-MM.
 */
type TextFormat = 'email' | 'digits' | 'currency' | 'url' | 'percents' | 'month';

/**
 * The words on screens of a text that says one of a few things: `words` by the stored text, and one word for everything else,
 * nothing included. Files and answers have the text itself; where one of the shown words is written, it means its text.
 */
export interface TextNames {
  words: Readonly<Record<string, string>>;
  others: string;
}

export interface TextOptions extends TextualOptions {
  default?: string;
  unique?: string;
  format?: TextFormat;
  names?: TextNames;
  /** What people call some of its texts: screens and files have that, and who writes it means the text. All others are as they are. */
  called?: Readonly<Record<string, string>>;
  /** Words that are offered, and stored in this spelling however they were written; others are taken too. */
  suggests?: readonly string[];
  /** The call below /api that answers what there is with `q` in it, which is offered while one types; others are taken too. */
  offered?: `/${string}`;
}

export interface TextField<
  V extends string | null = string | null,
  W extends Writing = Writing,
> extends TextualField<'text', V, W> {
  default?: string;
  format?: TextFormat;
  names?: TextNames;
  called?: Readonly<Record<string, string>>;
  suggests?: readonly string[];
  offered?: `/${string}`;
}

/** A line of text, trimmed. An empty one counts as no value. */
export function text<const O extends TextOptions = object>(
  label: string,
  options?: O,
): TextField<ValueOf<O, string>, WritingOf<O>> {
  const {
    unique,
    format,
    names,
    called,
    suggests,
    offered,
    code = false,
    default: preset,
  } = (options ?? {}) as TextOptions;
  return {
    ...textual('text', label, options, format === 'currency' ? 3 : 255),
    code: code || format !== undefined,
    unique,
    format,
    names,
    called,
    suggests,
    offered,
    default: preset,
  };
}

/** The text on screens; of nothing too where it has names. */
export function textName({ names, called }: Pick<TextField, 'names' | 'called'>, stored: string): string {
  if (!names) return called && Object.hasOwn(called, stored) ? (called[stored] ?? stored) : stored;
  return Object.hasOwn(names.words, stored) ? (names.words[stored] ?? names.others) : names.others;
}

/** The words on screens of a text that has names, each once, the one of all others last. */
export const textNames = ({ words, others }: TextNames): string[] => [
  ...new Set([...Object.values(words).filter((shown) => shown !== others), others]),
];

/** The texts of which screens show this word; where it is the one of all others, what is not shown otherwise. */
function shownAs(
  { names, called = {} }: Pick<TextField, 'names' | 'called'>,
  word: string,
): FilterReading | null {
  // A name that contains its text is found by that, as others that contain it are.
  const text = Object.keys(called).find((one) => sameWord(called[one] ?? '', word) && !sameWord(one, word));
  if (text !== undefined) return { comparison: 'among', values: [[text]] };
  const shown = names && textNames(names).find((one) => sameWord(one, word));
  if (!names || shown === undefined) return null;
  const texts = (is: (name: string) => boolean) =>
    Object.entries(names.words).flatMap(([text, name]) => (is(name) ? [text] : []));
  return shown === names.others
    ? { comparison: 'apart', values: [texts((name) => name !== shown)] }
    : { comparison: 'among', values: [texts((name) => name === shown)] };
}

/** The text that a word means; any other text is itself. */
function namedBy({ names, called }: Pick<TextField, 'names' | 'called'>, written: string): string {
  const word = written.toLowerCase();
  const named = Object.entries(names?.words ?? called ?? {}).find(
    ([, shown]) => shown.toLowerCase() === word,
  );
  return named ? named[0] : written;
}

/** The error of a text as a code; null where it may be one. */
function noCode(text: string): string | null {
  if (isErrorValue(text)) return FAILED_FORMULA;
  return saysNothing(text)
    ? 'is what programs write where there is no value. Enter the one that is meant.'
    : null;
}

const lineOf = (field: TextField) =>
  field.code && field.format === undefined
    ? lineOfText(field).check(
        z.refine((value) => noCode(value) === null, {
          error: ({ input }) => `${field.label} '${String(input)}' ${noCode(String(input))}`,
        }),
      )
    : lineOfText(field);

/** The error of a text that is no email address, as a sentence. */
function notAnAddress(label: string, text: string): string {
  const more = pastedMore(text);
  return more === null
    ? `${label} must be one email address, such as jane.doe@example.com.`
    : `${label} '${text}' ${more}, such as jane.doe@example.com.`;
}

const isWebAddress = (value: string) => /^https?:\/\/\S+$/i.test(value) && URL.canParse(value);

/** A code of what is typed. What is too long is no code either, so that there is one sentence for all. */
const currencyCode = (field: TextField) =>
  z.string({ error: `${field.label} must be text.` }).check(
    z.trim(),
    z.regex(/^[A-Za-z]{3}$/, {
      error: `${field.label} must be a code of three letters, such as USD.`,
    }),
    z.toUpperCase(),
  );

const LARGEST_PERCENT = 1000;

/** The numbers of a text such as `50, 80, 100`, the smallest first, each once; null for what is none. */
function percentsOf(text: string): number[] | null {
  const parts = text.split(/[,;]/).map((part) => part.replace('%', '').trim());
  const numbers = parts.map((part) => (/^\d{1,4}$/.test(part) ? Number(part) : 0));
  if (numbers.some((number) => number < 1 || number > LARGEST_PERCENT)) return null;
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}

const percents = (field: TextField) =>
  lineOfText(field).check(
    z.refine((value) => percentsOf(value) !== null, {
      error: `${field.label} must be whole numbers from 1 to ${LARGEST_PERCENT} with commas between them, such as 50, 80, 100.`,
    }),
    z.overwrite((value) => percentsOf(value)?.join(', ') ?? value),
  );

/** A month of what is typed: a day of it means it too, since spreadsheets make the first one of a month. */
const monthOf = (field: TextField) =>
  lineOfText(field).check(
    z.overwrite((value) => parseWrittenDay(value)?.slice(0, 7) ?? value),
    z.refine((value) => MONTH.test(value), { error: `${field.label} must be a month such as 2026-10.` }),
  );

const sameWord = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

export const textKind: Kind<TextField> = {
  ...textualKind,
  schema: (field) => {
    if (field.format === 'currency') return currencyCode(field);
    if (field.format === 'percents') return percents(field);
    if (field.format === 'month') return monthOf(field);
    const storable = lineOf(field);
    const { suggests } = field;
    if (suggests)
      return storable.check(
        z.overwrite((value) => suggests.find((one) => sameWord(one, value)) ?? namedBy(field, value)),
      );
    if (field.format === 'email') {
      return storable.check(
        z.refine(isEmailAddress, {
          error: ({ input }) => notAnAddress(field.label, String(input)),
        }),
      );
    }
    if (field.format === 'url') {
      return storable.check(
        z.refine(isWebAddress, {
          error: `${field.label} must be an address such as https://example.com/path.`,
        }),
      );
    }
    if (field.format === 'digits') {
      const account = z.pipe(z.int().check(z.nonnegative()), z.transform(String));
      return z.union([account, storable], { error: `${field.label} must be digits.` }).check(
        within(field),
        z.refine((value) => /^\d+$/.test(value), { error: `${field.label} must consist of digits only.` }),
      );
    }
    return field.names
      ? z.pipe(
          storable,
          z.transform((written) => namedBy(field, written)),
        )
      : storable;
  },
  distinguishes: true,
  free: ({ names }) => names === undefined,
  readShown: shownAs,
  preset: (field) => field.default,
  display: (value, field) => textName(field, String(value)),
  formatCell: (value, field) => (field.called ? textName(field, String(value)) : String(value)),
  fault: ({ names, nullable }) =>
    names && !nullable ? 'has a name for nothing, which it must not be.' : null,
  parseCell: (field, cell) => {
    const problem = field.code ? noCode(cell) : null;
    if (problem !== null) return { error: `${field.label} '${cell}' ${problem}` };
    if (field.format === 'email' && pastedMore(cell) !== null)
      return { error: notAnAddress(field.label, cell) };
    return readLine(field, cell);
  },
};
