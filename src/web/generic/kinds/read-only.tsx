import { Input, Text } from '@mantine/core';
import { formatValue } from '#web/ui/format-value.ts';
import type { InputProps } from '../inputs/input-props.ts';

/** A value that follows from others or that the system sets: it is shown and cannot be changed. */
export function ReadOnlyInput({ field, value, look }: InputProps) {
  const shown = formatValue(field, value);
  if (look === 'cell') return <>{shown}</>;
  return (
    <Input.Wrapper label={field.label} description={field.hint} labelElement="div">
      <Text size="sm">{shown || 'None'}</Text>
    </Input.Wrapper>
  );
}
