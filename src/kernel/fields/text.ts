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

export interface TextOptions extends CommonOptions {
  default?: string;
  unique?: string;
  /** Most characters; 255 unless told. */
  max?: number;
  /** `digits`: an account number, of digits only, whose leading zeros stay. */
  format?: 'email' | 'digits';
}

export interface TextField<
  V extends string | null = string | null,
  W extends Writing = Writing,
> extends FieldOf<'text', V, W> {
  default?: string;
  max: number;
  format?: 'email' | 'digits';
}

/** A line of text, trimmed. An empty one counts as no value. */
export function text<const O extends TextOptions = object>(
  label: string,
  options?: O,
): TextField<ValueOf<O, string>, WritingOf<O>> {
  const { optional, max = 255, hint, unique, format, default: preset } = (options ?? {}) as TextOptions;
  const writing = writingOf(options ?? {}) as WritingOf<O>;
  return {
    kind: 'text',
    label,
    writing,
    nullable: optional === true,
    max,
    hint,
    unique,
    format,
    default: preset,
  };
}

/** Digits of a number that a spreadsheet shortened (1.23E+10): the original digits are lost. */
const SHORTENED_NUMBER = /^[+-]?\d+(?:[.,]\d+)?E\+\d+$/i;

const address = z.email();

export const textKind: Kind<TextField> = {
  schema: (field) => {
    const storable = storableText(field);
    if (field.format === 'email') {
      return storable.check(
        z.refine((value) => address.safeParse(value).success, {
          error: `${field.label} must be one email address, such as jane.doe@example.com.`,
        }),
      );
    }
    if (field.format === 'digits') {
      const account = z.pipe(z.int().check(z.nonnegative()), z.transform(String));
      return z
        .union([account, storable], { error: `${field.label} must be digits.` })
        .check(
          z.refine((value) => /^\d+$/.test(value), { error: `${field.label} must consist of digits only.` }),
        );
    }
    return storable;
  },
  answer: () => ({ type: 'string' }),
  longest: ({ max }) => max,
  isBlank: isBlankText,
  whenEmpty: nullOrRequired,
  preset: (field) => field.default,
  same: isIdentical,
  parseCell: (field, cell) =>
    SHORTENED_NUMBER.test(cell)
      ? {
          error: `${field.label} '${cell}' is a number that the spreadsheet shortened. Format the column as text and enter it again.`,
        }
      : { value: cell },
  formatCell: String,
  sheet: 'text',
  display: String,
  filters: ['contains', 'equals'],
  readFilter: (_field, word) => equalTo(word),
  align: 'left',
  hidden: false,
  fault: () => null,
};

/** Text that the database can hold, trimmed, of `max` characters at most. */
export const storableText = ({ label, max }: { label: string; max: number }) =>
  z.string({ error: `${label} must be text.` }).check(
    z.refine((value) => value.isWellFormed() && !value.includes('\u0000'), {
      error: `${label} contains characters that cannot be stored.`,
    }),
    z.trim(),
    z.maxLength(max, { error: `${label} must have at most ${max} characters.` }),
  );
