import { Input, Text } from '@mantine/core';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { InputProps } from './input-props.ts';

/** A value that follows from others or that the system sets: it is shown and cannot be changed. */
export function ReadOnlyInput({ field, value, look }: InputProps) {
  const shown = value === null || value === undefined ? '' : kindOf(field).display(value, field);
  if (look === 'cell') return <>{shown}</>;
  return (
    <Input.Wrapper label={field.label} description={field.hint} labelElement="div">
      <Text size="sm">{shown || 'None'}</Text>
    </Input.Wrapper>
  );
}
