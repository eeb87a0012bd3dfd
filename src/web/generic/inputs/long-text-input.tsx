import { Textarea } from '@mantine/core';
import type { JsonTextField } from '#kernel/fields/json-text.ts';
import type { LongTextField } from '#kernel/fields/long-text.ts';
import { inputBasics, textOf, type InputProps } from './input-props.ts';

interface LongTextProps extends InputProps<LongTextField | JsonTextField> {
  /** Letters of equal width, for what is written for machines. */
  mono?: boolean;
  onBlur?: () => void;
}

/** Text of several lines; the input grows with it. */
export function LongTextInput({ mono, onBlur, ...props }: LongTextProps) {
  const { value, onChange, look } = props;
  return (
    <Textarea
      {...inputBasics(props)}
      autosize
      minRows={look === 'form' ? 4 : 1}
      maxRows={look === 'form' ? 20 : 8}
      spellCheck={!mono}
      styles={mono ? { input: { fontFamily: 'var(--mantine-font-family-monospace)' } } : undefined}
      value={textOf(value)}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
