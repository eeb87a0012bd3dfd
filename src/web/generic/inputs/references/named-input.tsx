import { Select } from '@mantine/core';
import type { TextField } from '#kernel/fields/text.ts';
import { inputBasics, textOf, type InputProps } from '../input-props.ts';
import { keepKeysInside } from '../keys.ts';

/** One of the names of a text. The one of all others keeps what is stored, where it is one of them, and else is nothing. */
export function NamedInput(props: InputProps<TextField>) {
  const { field, value, row, name, onChange } = props;
  const { words = {}, others = '' } = field.names ?? {};
  const isNamed = (text: string) => Object.hasOwn(words, text);
  const known = [textOf(value), textOf(row?.[name])].find((text) => !isNamed(text)) ?? '';
  const data = Object.entries(words).map(([text, label]) => ({ value: text, label }));
  return (
    <Select
      {...inputBasics(props)}
      data={[...data, { value: known, label: others }]}
      allowDeselect={false}
      value={textOf(value)}
      onChange={(text) => onChange(text || null)}
      onKeyDown={keepKeysInside}
    />
  );
}
