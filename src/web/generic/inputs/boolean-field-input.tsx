import { Checkbox } from '@mantine/core';
import type { BooleanField } from '#kernel/fields/boolean.ts';
import { inputBasics, type InputProps } from './input-props.ts';

/** True or false as a check box. */
export function BooleanFieldInput(props: InputProps<BooleanField>) {
  const {
    withAsterisk: _mark,
    autoComplete: _auto,
    ...basics
  } = { withAsterisk: false, ...inputBasics(props) };
  return (
    <Checkbox
      {...basics}
      checked={props.value === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}
