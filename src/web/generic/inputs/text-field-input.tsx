import { TextInput } from '@mantine/core';
import type { TextField } from '#kernel/fields/text.ts';
import { inputBasics, textOf, type InputProps } from './input-props.ts';

const INPUT_MODES = { email: 'email', digits: 'numeric' } as const;

/** A line of text. What is too long is not cut off but refused with its reason. */
export function TextFieldInput(props: InputProps<TextField>) {
  const { field, value, onChange } = props;
  return (
    <TextInput
      {...inputBasics(props)}
      inputMode={field.format ? INPUT_MODES[field.format] : undefined}
      spellCheck={false}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
