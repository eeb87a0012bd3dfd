import { PasswordInput } from '@mantine/core';
import type { SecretField } from '#kernel/fields/secret.ts';
import { inputBasics, textOf, type InputProps } from '../inputs/input-props.ts';
import type { WebKind } from './kind.ts';
import { fixedColumn, plainKind } from './shown.tsx';

/** A secret: what is stored is never shown, and an empty input leaves it as it is. */
function SecretInput(props: InputProps<SecretField>) {
  const { field, mode, value, onChange } = props;
  const changed = mode === 'update';
  const hint = [field.hint, changed && 'Left empty, it is kept as it is.'].filter(Boolean).join(' ');
  return (
    <PasswordInput
      {...inputBasics({ ...props, field: { ...field, hint } })}
      // No password of the person's own belongs here.
      autoComplete="new-password"
      placeholder={changed ? 'Kept as it is' : undefined}
      visibilityToggleButtonProps={{ 'aria-label': `Show what is typed into ${field.label}` }}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export const secretKind: WebKind<SecretField> = {
  ...plainKind,
  Input: SecretInput,
  filter: () => null,
  column: () => ({ ...fixedColumn(110), sortable: false }),
  cell: () => '',
  Shown: () => <span>Never shown</span>,
};
