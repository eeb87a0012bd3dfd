import * as z from 'zod/mini';
import { readPolicies } from '../cloud/azure-policies.ts';
import {
  storableText,
  textual,
  textualKind,
  type TextualField,
  type TextualOptions,
} from './bounded-text.ts';
import type { Kind, ValueOf, Writing, WritingOf } from './field.ts';

export interface LongTextOptions extends TextualOptions {
  /** `policies`: a policy of Azure in each line, with its parameters. */
  format?: 'policies';
}

export interface LongTextField<
  V extends string | null = string | null,
  W extends Writing = Writing,
> extends TextualField<'long-text', V, W> {
  format?: 'policies';
}

/**
 * Text of several lines, trimmed; a line ends with a line feed.
 * @public for the declarations of models
 */
export const longText = <const O extends LongTextOptions = object>(
  label: string,
  options?: O,
): LongTextField<ValueOf<O, string>, WritingOf<O>> => ({
  ...textual('long-text', label, options, 10_000),
  format: (options as LongTextOptions | undefined)?.format,
});

const ofPolicies = z.refine<string>((text) => readPolicies(text).fault === null, {
  error: ({ input }) => readPolicies(String(input)).fault ?? undefined,
});

export const longTextKind: Kind<LongTextField> = {
  ...textualKind,
  isWhole: true,
  schema: (field) =>
    z.pipe(
      field.format === 'policies' ? storableText(field).check(ofPolicies) : storableText(field),
      z.transform((text) => text.replaceAll(/\r\n?/g, '\n')),
    ),
};
