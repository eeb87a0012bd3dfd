import { ActionIcon, PasswordInput, Textarea } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { SecretField } from '#kernel/fields/secret.ts';
import { inputBasics, textOf, type InputProps } from './input-props.ts';
import classes from './secret-input.module.css';

/** A secret: what is stored is never shown, and an empty input leaves it as it is. */
export function SecretInput(props: InputProps<SecretField>) {
  const { field, mode, value, onChange, look } = props;
  const changed = mode === 'update';
  const hint = [field.hint, changed && 'Left empty, it is kept as it is.'].filter(Boolean).join(' ');
  const common = {
    ...inputBasics({ ...props, field: { ...field, hint } }),
    placeholder: changed ? 'Kept as it is' : undefined,
    value: textOf(value),
  };
  const [shown, setShown] = useState(false);
  if (!field.lines)
    return (
      <PasswordInput
        {...common}
        // No password of the person's own belongs here.
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': `Show what is typed into ${field.label}` }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <Textarea
      {...common}
      autosize
      minRows={look === 'form' ? 6 : 1}
      maxRows={look === 'form' ? 12 : 4}
      spellCheck={false}
      classNames={{ input: shown ? classes.shown : classes.hidden, section: classes.section }}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Show what is typed into ${field.label}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon size={16} />
        </ActionIcon>
      }
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
