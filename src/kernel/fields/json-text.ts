import * as z from 'zod/mini';
import {
  storableText,
  textual,
  textualKind,
  type TextualField,
  type TextualOptions,
} from './bounded-text.ts';
import type { Kind, ValueOf, Writing, WritingOf } from './field.ts';

export type JsonTextOptions = TextualOptions;

export type JsonTextField<
  V extends string | null = string | null,
  W extends Writing = Writing,
> = TextualField<'json-text', V, W>;

/**
 * Text that must be JSON, such as a policy; it is kept as it was written, spaces and order included.
 * @public for the declarations of models
 */
export const jsonText = <const O extends JsonTextOptions = object>(
  label: string,
  options?: O,
): JsonTextField<ValueOf<O, string>, WritingOf<O>> => textual('json-text', label, options, 50_000);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const jsonTextKind: Kind<JsonTextField> = {
  ...textualKind,
  isWhole: true,
  schema: (field) =>
    storableText(field).check(
      z.refine((text) => text.length > field.max || isJson(text), {
        error: `${field.label} must be JSON, such as {"name": "value"}.`,
      }),
    ),
  answer: () => ({ type: 'string', contentMediaType: 'application/json' }),
  filters: ['contains'],
};
