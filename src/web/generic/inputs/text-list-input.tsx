import { TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { TextListField } from '#kernel/fields/text-list.ts';
import { inputBasics, type InputProps } from './input-props.ts';

/** Several texts: in one line where commas part them, else as chips. */
export const TextListInput = (props: InputProps<TextListField>) =>
  props.field.commas ? <CommaList {...props} /> : <Chips {...props} />;

/** Texts as chips: Enter or a semicolon ends one, Backspace takes the last one back. Those to choose from are offered. */
function Chips(props: InputProps<TextListField>) {
  const { field, value, onChange, look } = props;
  const texts = Array.isArray(value) ? value.map(String) : [];
  return (
    <TagsInput
      {...inputBasics(props)}
      maxTags={field.most}
      splitChars={[';']}
      data={field.of}
      maxDropdownHeight={280}
      placeholder={texts.length === 0 && look === 'form' ? placeholderOf(field) : undefined}
      clearable={texts.length > 1 && !props.locked}
      clearButtonProps={{ 'aria-label': `Clear ${field.label}`, tabIndex: -1 }}
      value={texts}
      onChange={onChange}
    />
  );
}

const placeholderOf = ({ of }: TextListField) => (of ? 'Choose, or type one' : 'Type one and press Enter');

const read = (typed: string): string[] =>
  typed
    .split(/[,;]/)
    .map((text) => text.trim())
    .filter(Boolean);
const write = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : '');

/** Several texts in one line, separated by commas; the value is the list of them. */
function CommaList(props: InputProps) {
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
