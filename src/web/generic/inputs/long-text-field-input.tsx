import { Textarea } from '@mantine/core';
import type { JsonTextField } from '#kernel/fields/json-text.ts';
import type { LongTextField } from '#kernel/fields/long-text.ts';
import type { RichTextField } from '#kernel/fields/rich-text.ts';
import { inputBasics, textOf, type InputProps } from './input-props.ts';

/** Text of several lines. */
export function LongTextFieldInput(props: InputProps<LongTextField | RichTextField | JsonTextField>) {
  const { value, onChange } = props;
  return (
    <Textarea
      {...inputBasics(props)}
      autosize
      minRows={props.look === 'form' ? 4 : 1}
      maxRows={16}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
