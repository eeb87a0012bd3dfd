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

export interface JsonTextOptions extends CommonOptions {
  /** Most characters. */
  max?: number;
}

export interface JsonTextField<
  V extends string | null = string | null,
  W extends Writing = Writing,
> extends FieldOf<'json-text', V, W> {
  max: number;
}

/**
 * Text that must be JSON, such as a policy; it is kept as it was written, spaces and order included.
 * @public for the declarations of models
 */
export function jsonText<const O extends JsonTextOptions = object>(
  label: string,
  options?: O,
): JsonTextField<ValueOf<O, string>, WritingOf<O>> {
  const { optional, hint, max = 50_000 } = (options ?? {}) as JsonTextOptions;
  const writing = writingOf(options ?? {}) as WritingOf<O>;
  return { kind: 'json-text', label, writing, nullable: optional === true, hint, max };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const jsonTextKind: Kind<JsonTextField> = {
  schema: (field) =>
    storableText(field).check(
      z.refine((text) => text.length > field.max || isJson(text), {
        error: `${field.label} must be JSON, such as {"name": "value"}.`,
      }),
    ),
  answer: () => ({ type: 'string', contentMediaType: 'application/json' }),
  longest: ({ max }) => max,
  isBlank: isBlankText,
  whenEmpty: nullOrRequired,
  preset: () => undefined,
  same: isIdentical,
  parseCell: (_field, cell) => ({ value: cell }),
  formatCell: String,
  sheet: 'text',
  display: String,
  filters: ['contains'],
  readFilter: (_field, word) => equalTo(word),
  align: 'left',
  hidden: false,
  fault: () => null,
};
