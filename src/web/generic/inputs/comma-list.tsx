import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { inputBasics, type InputProps } from './input-props.ts';

const read = (typed: string): string[] =>
  typed
    .split(/[,;]/)
    .map((text) => text.trim())
    .filter(Boolean);
const write = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : '');

/** Several texts in one line, separated by commas; the value is the list of them. */
export function CommaList(props: InputProps) {
  const { value, onChange } = props;
  const [typed, setTyped] = useState(() => write(value));
  // The typed text stays as long as it says the same: a comma at its end is no text yet.
  const shown = write(read(typed)) === write(value) ? typed : write(value);
  return (
    <TextInput
      {...inputBasics(props)}
      spellCheck={false}
      value={shown}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(read(event.currentTarget.value));
      }}
    />
  );
}
