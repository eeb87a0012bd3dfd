import { Button, Textarea } from '@mantine/core';
import { IconArrowsSplit } from '@tabler/icons-react';
import { withSemicolons } from '#kernel/directory/user-list.ts';
import { useFormField, useFormStatus } from '#web/generic/editing/use-form-state.ts';
import { HINT_BELOW } from '#web/generic/inputs/input-props.ts';
import type { SpincoFormState } from './spinco-form-state.ts';
import classes from './spinco.module.css';

/** The users, separated by semicolons; what was pasted with other separators can be turned. */
export function UsersField({ formState }: { formState: SpincoFormState }) {
  const { value, error } = useFormField(formState, 'users');
  const { locked } = useFormStatus(formState);
  const typed = String(value ?? '');
  const turned = withSemicolons(typed);
  return (
    <div>
      <Textarea
        label="Users"
        name="users"
        withAsterisk
        required
        description="Addresses or user principal names, separated by semicolons."
        inputWrapperOrder={HINT_BELOW}
        placeholder="ada@example.com; grace@example.com"
        spellCheck={false}
        autosize
        minRows={4}
        maxRows={12}
        disabled={locked}
        value={typed}
        error={error}
        onChange={(event) => formState.set('users', event.currentTarget.value)}
      />
      {turned !== null && !locked && (
        <p className={classes.turn} role="status">
          <span>Something else than semicolons separates these users.</span>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowsSplit size={14} aria-hidden />}
            onClick={() => formState.set('users', turned)}
          >
            Put semicolons
          </Button>
        </p>
      )}
    </div>
  );
}
