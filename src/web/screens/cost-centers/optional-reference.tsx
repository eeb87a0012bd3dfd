import { Checkbox, Stack } from '@mantine/core';
import type { FormInputProps } from '#web/generic/form/form-custom.ts';
import { FieldInput } from '#web/generic/inputs/field-input.tsx';

interface OptionalReferenceProps extends FormInputProps {
  label: string;
  /** The form's value that says whether the box is checked. */
  checkedBy: string;
}

/** A reference behind a check box: unchecked, none is sent, whatever was chosen before. */
function OptionalReference({ label, checkedBy, values, set, ...input }: OptionalReferenceProps) {
  const checked = values[checkedBy] === true;
  return (
    <Stack gap="xs">
      <Checkbox
        label={label}
        checked={checked}
        onChange={(event) => set(checkedBy, event.currentTarget.checked)}
      />
      {checked && <FieldInput {...input} />}
    </Stack>
  );
}

/** The form's values that say which of the two boxes are checked. */
export const WITH_REPLACEMENT = 'with_replacement';
export const WITH_BACKUP = 'with_backup';

export function ReplacementInput(props: FormInputProps) {
  return <OptionalReference {...props} label="Add Replacement Cost Center" checkedBy={WITH_REPLACEMENT} />;
}

export function BackupInput(props: FormInputProps) {
  return <OptionalReference {...props} label="Add Backup Cost Center (WBS Only)" checkedBy={WITH_BACKUP} />;
}
