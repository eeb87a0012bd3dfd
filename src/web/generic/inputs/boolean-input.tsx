import { Checkbox } from '@mantine/core';
import type { BooleanField } from '#kernel/fields/boolean.ts';
import type { InputProps } from './input-props.ts';
import inputs from './inputs.module.css';

/** In a row other inputs are close by, and a finger hits what is 24 px high and wide. */
const ROW_SIZE = 'md';

/** True or false as a check box. */
export function BooleanInput(props: InputProps<BooleanField>) {
  const { name, field, look, value, onChange, error, disabled, locked, takesFocus } = props;
  const named =
    look === 'form'
      ? { 'data-field': name, label: field.label, description: field.hint }
      : { 'aria-label': field.label, size: ROW_SIZE };
  return (
    <Checkbox
      {...named}
      error={error || undefined}
      disabled={disabled}
      // A check box knows no read-only state; it keeps its mark, and the focus.
      aria-readonly={locked || undefined}
      classNames={locked ? { input: inputs.locked } : undefined}
      data-autofocus={takesFocus || undefined}
      checked={value === true}
      onChange={(event) => !locked && onChange(event.currentTarget.checked)}
    />
  );
}
