import * as z from 'zod/mini';
import {
  storableText,
  textual,
  textualKind,
  type TextualField,
  type TextualOptions,
} from './bounded-text.ts';
import type { Kind, ValueOf, Writing, WritingOf } from './field.ts';

/**
 * `digits`: an account number, of digits only, whose leading zeros stay. `currency`: a code of three letters, stored in
 * capitals, so that amounts of one currency are added up and found again however the code was written.
 */
type TextFormat = 'email' | 'digits' | 'currency';

export interface TextOptions extends TextualOptions {
  default?: string;
  unique?: string;
  format?: TextFormat;
}

export interface TextField<
  V extends string | null = string | null,
  W extends Writing = Writing,
> extends TextualField<'text', V, W> {
  default?: string;
  format?: TextFormat;
}

/** A line of text, trimmed. An empty one counts as no value. */
export function text<const O extends TextOptions = object>(
  label: string,
  options?: O,
): TextField<ValueOf<O, string>, WritingOf<O>> {
  const { unique, format, default: preset } = (options ?? {}) as TextOptions;
  return {
    ...textual('text', label, options, format === 'currency' ? 3 : 255),
    unique,
    format,
    default: preset,
  };
}

/** Digits of a number that a spreadsheet shortened (1.23E+10): the original digits are lost. */
const SHORTENED_NUMBER = /^[+-]?\d+(?:[.,]\d+)?E\+\d+$/i;

const address = z.email();

/** A code of what is typed. What is too long is no code either, so that there is one sentence for all. */
const currencyCode = (field: TextField) =>
  z.string({ error: `${field.label} must be text.` }).check(
    z.trim(),
    z.regex(/^[A-Za-z]{3}$/, {
      error: `${field.label} must be a code of three letters, such as USD.`,
    }),
    z.toUpperCase(),
  );

export const textKind: Kind<TextField> = {
  ...textualKind,
  schema: (field) => {
    if (field.format === 'currency') return currencyCode(field);
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
  tells: true,
  preset: (field) => field.default,
  parseCell: (field, cell) =>
    SHORTENED_NUMBER.test(cell)
      ? {
          error: `${field.label} '${cell}' is a number that the spreadsheet shortened. Format the column as text and enter it again.`,
        }
      : { value: cell },
};
