import * as z from 'zod/mini';
import {
  storableText,
  textual,
  textualKind,
  type TextualField,
  type TextualOptions,
} from './bounded-text.ts';
import type { Kind, ValueOf, Writing, WritingOf } from './field.ts';

export interface TextOptions extends TextualOptions {
  default?: string;
  unique?: string;
  /** `digits`: an account number, of digits only, whose leading zeros stay. */
  format?: 'email' | 'digits';
}

export interface TextField<
  V extends string | null = string | null,
  W extends Writing = Writing,
> extends TextualField<'text', V, W> {
  default?: string;
  format?: 'email' | 'digits';
}

/** A line of text, trimmed. An empty one counts as no value. */
export function text<const O extends TextOptions = object>(
  label: string,
  options?: O,
): TextField<ValueOf<O, string>, WritingOf<O>> {
  const { unique, format, default: preset } = (options ?? {}) as TextOptions;
  return { ...textual('text', label, options, 255), unique, format, default: preset };
}

/** Digits of a number that a spreadsheet shortened (1.23E+10): the original digits are lost. */
const SHORTENED_NUMBER = /^[+-]?\d+(?:[.,]\d+)?E\+\d+$/i;

const address = z.email();

export const textKind: Kind<TextField> = {
  ...textualKind,
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
  tells: true,
  preset: (field) => field.default,
  parseCell: (field, cell) =>
    SHORTENED_NUMBER.test(cell)
      ? {
          error: `${field.label} '${cell}' is a number that the spreadsheet shortened. Format the column as text and enter it again.`,
        }
      : { value: cell },
};
