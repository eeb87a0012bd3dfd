import * as z from 'zod/mini';
import {
  storableText,
  textual,
  textualKind,
  type TextualField,
  type TextualOptions,
} from './bounded-text.ts';
import type { Kind, ValueOf, Writing, WritingOf } from './field.ts';

export type LongTextOptions = TextualOptions;

export type LongTextField<
  V extends string | null = string | null,
  W extends Writing = Writing,
> = TextualField<'long-text', V, W>;

/**
 * Text of several lines, trimmed; a line ends with a line feed.
 * @public for the declarations of models
 */
export const longText = <const O extends LongTextOptions = object>(
  label: string,
  options?: O,
): LongTextField<ValueOf<O, string>, WritingOf<O>> => textual('long-text', label, options, 10_000);

export const longTextKind: Kind<LongTextField> = {
  ...textualKind,
  isWhole: true,
  schema: (field) =>
    z.pipe(
      storableText(field),
      z.transform((text) => text.replaceAll(/\r\n?/g, '\n')),
    ),
};
