import type { ComponentType } from 'react';
import type { Field, KindName } from '#kernel/fields/kinds.ts';
import { BooleanInput } from '../inputs/boolean-input.tsx';
import { ChoiceInput } from '../inputs/choice-input.tsx';
import { DateInput } from '../inputs/date-input.tsx';
import type { InputProps } from '../inputs/input-props.ts';
import { InstantInput } from '../inputs/instant-input.tsx';
import { JsonTextInput } from '../inputs/json-text-input.tsx';
import { LongTextInput } from '../inputs/long-text-input.tsx';
import { NumberInput } from '../inputs/number-input.tsx';
import { MentionInput } from '../inputs/references/mention-input.tsx';
import { NamedInput } from '../inputs/references/named-input.tsx';
import { RefInput } from '../inputs/references/ref-input.tsx';
import { OfferedInput } from '../inputs/references/offered-input.tsx';
import { SuggestedInput } from '../inputs/references/suggested-input.tsx';
import { RichTextInput } from '../inputs/rich-text-input.tsx';
import { SecretInput } from '../inputs/secret-input.tsx';
import { TextListInput } from '../inputs/text-list-input.tsx';

/** By kind; null where lists have the input, or the kind has none. */
const inputs: { [K in KindName]: (field: Extract<Field, { kind: K }>) => unknown } = {
  text: ({ names, suggests, offered }) =>
    names ? NamedInput : suggests ? SuggestedInput : offered ? OfferedInput : null,
  'long-text': () => LongTextInput,
  'rich-text': () => RichTextInput,
  'json-text': () => JsonTextInput,
  'text-list': () => TextListInput,
  secret: () => SecretInput,
  number: () => NumberInput,
  money: () => null,
  boolean: () => BooleanInput,
  date: () => DateInput,
  instant: () => InstantInput,
  choice: () => ChoiceInput,
  ref: () => RefInput,
  mention: () => MentionInput,
  lookup: () => null,
  json: () => null,
};

/** The input with which a field is edited in forms; null where its kind has none here. */
export function inputOf(field: Field): ComponentType<InputProps> | null {
  // The map pairs each kind's name with the function for fields of that very kind, and its input with that kind's fields.
  return (inputs[field.kind] as (field: Field) => ComponentType<InputProps> | null)(field);
}
