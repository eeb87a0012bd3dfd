import { PasswordInput } from '@mantine/core';
import type { SecretField } from '#kernel/fields/secret.ts';
import { inputBasics, textOf, type InputProps } from './input-props.ts';

/** A secret: what is stored is never shown, and an empty input leaves it as it is. */
export function SecretFieldInput(props: InputProps<SecretField>) {
  const { value, onChange } = props;
  return (
    <PasswordInput
      {...inputBasics(props)}
      autoComplete="new-password"
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
