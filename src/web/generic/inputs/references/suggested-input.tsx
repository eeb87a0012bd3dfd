import { Autocomplete } from '@mantine/core';
import type { TextField } from '#kernel/fields/text.ts';
import { inputBasics, textOf, type InputProps } from '../input-props.ts';
import { keepKeysInside } from '../keys.ts';

/** A line of text, with words that are usual for it. */
export function SuggestedInput(props: InputProps<TextField>) {
  const { field, value, onChange } = props;
  return (
    <Autocomplete
      {...inputBasics(props)}
      data={field.suggests}
      openOnFocus={false}
      spellCheck={false}
      value={textOf(value)}
      onChange={onChange}
      onKeyDown={keepKeysInside}
    />
  );
}
