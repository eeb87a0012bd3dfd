import type { Field, KindName } from '#kernel/fields/kinds.ts';

/** An input that comes with the first screen on which something is edited. */
export type InputName =
  | 'BooleanInput'
  | 'ChoiceInput'
  | 'DateInput'
  | 'InstantInput'
  | 'JsonTextInput'
  | 'LongTextInput'
  | 'MentionInput'
  | 'NamedInput'
  | 'NumberInput'
  | 'RefInput'
  | 'RichTextInput'
  | 'SecretInput'
  | 'SuggestedInput'
  | 'TextListInput';

/** By kind; null where any page has what it needs. */
const names: { [K in KindName]: (field: Extract<Field, { kind: K }>) => InputName | null } = {
  text: ({ names: words, suggests }) => (words ? 'NamedInput' : suggests ? 'SuggestedInput' : null),
  'long-text': () => 'LongTextInput',
  'rich-text': () => 'RichTextInput',
  'json-text': () => 'JsonTextInput',
  'text-list': () => 'TextListInput',
  secret: () => 'SecretInput',
  number: () => 'NumberInput',
  money: () => null,
  boolean: () => 'BooleanInput',
  date: () => 'DateInput',
  instant: () => 'InstantInput',
  choice: () => 'ChoiceInput',
  ref: () => 'RefInput',
  mention: () => 'MentionInput',
  lookup: () => null,
  json: () => null,
};

/** Which of the inputs that come late a field is edited with; null where any page has its input. */
export function inputNameOf(field: Field): InputName | null {
  // The map pairs each kind's name with the function for fields of that very kind.
  return (names[field.kind] as (field: Field) => InputName | null)(field);
}

/** The inputs that come late of several fields, each once. */
export const inputNamesOf = (fields: readonly Field[]): InputName[] => [
  ...new Set(fields.flatMap((field) => inputNameOf(field) ?? [])),
];
