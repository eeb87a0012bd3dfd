import {
  lineOfText,
  readLine,
  textual,
  textualKind,
  type TextualField,
  type TextualOptions,
} from './bounded-text.ts';
import type { Kind, ValueOf, Writing, WritingOf } from './field.ts';
import { ref, type RefField } from './ref.ts';

export interface MentionOptions extends TextualOptions {
  /** The unique text of the target by which its records are named. */
  by: string;
  /** The name under which a row carries the id of the record; null where nobody knows it. */
  as: string;
  /** The field of the target with a short name; who writes it means the record of that short name. */
  short?: string;
}

/** The property of a row beside the name: the id of the record of that name. */
type MentionExtra<O> = O extends { as: infer A extends string } ? { [K in A]: number | null } : object;

export interface MentionField<
  V extends string | null = string | null,
  W extends Writing = Writing,
  X = object,
> extends TextualField<'mention', V, W> {
  target: string;
  by: string;
  as: string;
  short?: string;
  readonly extra?: X;
}

/**
 * The name of a record of `target` as it was written, whether anybody knows that record or not. Which record it is
 * follows from the name whenever it is read, so an unknown name is known as soon as its record is there.
 */
export function mention<const O extends MentionOptions>(
  label: string,
  target: string,
  options: O,
): MentionField<ValueOf<O, string>, WritingOf<O>, MentionExtra<O>> {
  const { by, as, short }: MentionOptions = options;
  return { ...textual('mention', label, options, 255), target, by, as, short };
}

/** The property of a row that says whether the name of a mention is one that nobody knows. */
export const unknownProperty = (name: string): string => `${name}_unknown`;

/** The record that a mention names, as a reference that nobody sets: it follows from the name. */
export const mentionedRecord = (name: string, { label, target, by }: MentionField): RefField => ({
  ...ref(label, target, { show: by, as: name, none: 'always' }),
  writing: 'never',
});

export const mentionKind: Kind<MentionField> = {
  ...textualKind,
  schema: lineOfText,
  parseCell: (field, cell) => readLine(field, cell),
  distinguishes: true,
};
