import { Checkbox } from '@mantine/core';
import type { BooleanField } from '#kernel/fields/boolean.ts';
import { inputMark, type InputProps } from './input-props.ts';

/** True or false as a check box. */
export function BooleanFieldInput(props: InputProps<BooleanField>) {
  const { name, field, look, value, onChange, error, disabled, takesFocus } = props;
  const named =
    look === 'form'
      ? { ...inputMark(name), label: field.label, description: field.hint }
      : { 'aria-label': field.label, size: 'xs' };
  return (
    <Checkbox
      {...named}
      error={error || undefined}
      disabled={disabled}
      data-autofocus={takesFocus || undefined}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
