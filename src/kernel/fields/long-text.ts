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
import { storableText } from './text.ts';

export interface LongTextOptions extends CommonOptions {
  /** Most characters. */
  max?: number;
}

export interface LongTextField<
  V extends string | null = string | null,
  W extends Writing = Writing,
> extends FieldOf<'long-text', V, W> {
  max: number;
}

/**
 * Text of several lines, trimmed; a line ends with a line feed.
 * @public for the declarations of models
 */
export function longText<const O extends LongTextOptions = object>(
  label: string,
  options?: O,
): LongTextField<ValueOf<O, string>, WritingOf<O>> {
  const { optional, hint, max = 10_000 } = (options ?? {}) as LongTextOptions;
  const writing = writingOf(options ?? {}) as WritingOf<O>;
  return { kind: 'long-text', label, writing, nullable: optional === true, hint, max };
}

export const longTextKind: Kind<LongTextField> = {
  schema: (field) =>
    z.pipe(
      storableText(field),
      z.transform((text) => text.replaceAll(/\r\n?/g, '\n')),
    ),
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
  readFilter: (_field, word) => equalTo(word),
  align: 'left',
  hidden: false,
  fault: () => null,
};
