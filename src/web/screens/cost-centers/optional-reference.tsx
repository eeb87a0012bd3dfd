import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { FieldInput } from '#web/generic/kinds/field-input.tsx';
import type { InputProps } from '#web/generic/inputs/input-props.ts';

/** A reference behind a check box: unchecked there is none, and what was chosen waits for the next check. */
function OptionalReference({ label, ...input }: InputProps & { label: string }) {
  const { value, onChange, locked } = input;
  const [opened, setOpened] = useState(false);
  const [put, setPut] = useState<unknown>(null);
  const filled = value !== null && value !== undefined && value !== '';
  const checked = opened || filled;
  const check = (now: boolean) => {
    setOpened(now);
    setPut(value);
    onChange(now ? put : null);
  };
  return (
    <Stack gap="xs">
      <Checkbox
        label={label}
        checked={checked}
        onChange={(event) => !locked && check(event.currentTarget.checked)}
      />
      {checked && <FieldInput {...input} />}
    </Stack>
  );
}

export function ReplacementInput(props: InputProps) {
  return <OptionalReference {...props} label="Add Replacement Cost Center" />;
}

export function BackupInput(props: InputProps) {
  return <OptionalReference {...props} label="Add Backup Cost Center (WBS Only)" />;
}
