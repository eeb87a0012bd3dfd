import { TextInput } from '@mantine/core';
import type { MoneyField } from '#kernel/fields/money.ts';
import { inputBasics, textOf, type InputProps } from './input-props.ts';

/** An amount, kept as the digits that were typed. */
export function MoneyFieldInput(props: InputProps<MoneyField>) {
  const { value, onChange } = props;
  return (
    <TextInput
      {...inputBasics(props)}
      inputMode="decimal"
      spellCheck={false}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
