import { NumberInput as Digits } from '@mantine/core';
import type { NumberField } from '#kernel/fields/number.ts';
import { inputBasics, textOf, type InputProps } from './input-props.ts';

/** A whole number. One outside the bounds stays as typed and is refused with its reason. */
export function NumberInput(props: InputProps<NumberField>) {
  const { field, value, onChange } = props;
  return (
    <Digits
      {...inputBasics(props)}
      allowDecimal={false}
      // The arrow keys count up and down; the buttons for it would be smaller than a finger.
      hideControls
      clampBehavior="none"
      min={field.min}
      max={field.max}
      value={typeof value === 'number' ? value : textOf(value)}
      onChange={(next) => onChange(next === '' ? null : next)}
    />
  );
}
