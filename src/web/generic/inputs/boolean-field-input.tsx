import { Checkbox } from '@mantine/core';
import type { BooleanField } from '#kernel/fields/boolean.ts';
import type { InputProps } from './input-props.ts';
import classes from './inputs.module.css';

/** True or false as a check box. */
export function BooleanFieldInput(props: InputProps<BooleanField>) {
  const { name, field, look, value, onChange, error, disabled, locked, takesFocus } = props;
  const named =
    look === 'form'
      ? { 'data-field': name, label: field.label, description: field.hint }
      : { 'aria-label': field.label, size: 'xs' };
  return (
    <Checkbox
      {...named}
      error={error || undefined}
      disabled={disabled}
      // A check box knows no read-only state; it keeps its mark, and the focus.
      aria-readonly={locked || undefined}
      classNames={locked ? { input: classes.locked } : undefined}
      data-autofocus={takesFocus || undefined}
      checked={value === true}
      onChange={(event) => !locked && onChange(event.currentTarget.checked)}
    />
  );
}
