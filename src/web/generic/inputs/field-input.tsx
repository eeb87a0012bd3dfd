import type { ComponentType } from 'react';
import type { Field, KindName } from '#kernel/fields/kinds.ts';
import { BooleanFieldInput } from './boolean-field-input.tsx';
import { ChoiceFieldInput } from './choice-field-input.tsx';
import { DateFieldInput } from './date-field-input.tsx';
import type { InputProps } from './input-props.ts';
import { LongTextFieldInput } from './long-text-field-input.tsx';
import { MoneyFieldInput } from './money-field-input.tsx';
import { NumberFieldInput } from './number-field-input.tsx';
import { ReadOnlyInput } from './read-only-input.tsx';
import { RefFieldInput } from './ref-field-input.tsx';
import { SecretFieldInput } from './secret-field-input.tsx';
import { TextFieldInput } from './text-field-input.tsx';
import { TextListFieldInput } from './text-list-field-input.tsx';

/** The input of every kind of field. A new kind adds its line here. */
const inputs: { [K in KindName]: ComponentType<InputProps<Extract<Field, { kind: K }>>> } = {
  text: TextFieldInput,
  'long-text': LongTextFieldInput,
  'rich-text': LongTextFieldInput,
  'json-text': LongTextFieldInput,
  'text-list': TextListFieldInput,
  secret: SecretFieldInput,
  money: MoneyFieldInput,
  number: NumberFieldInput,
  boolean: BooleanFieldInput,
  date: DateFieldInput,
  choice: ChoiceFieldInput,
  ref: RefFieldInput,
  instant: ReadOnlyInput,
  lookup: ReadOnlyInput,
  json: ReadOnlyInput,
};

/** The input of a field, whatever its kind, for forms and for the edited row of a grid. */
export function FieldInput(props: InputProps) {
  // The map pairs each kind's name with the input of that very kind.
  const Input = inputs[props.field.kind] as ComponentType<InputProps>;
  return <Input {...props} />;
}
