import { Button, Group, Paper, Stack } from '@mantine/core';
import { useRef, useState, useMemo } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SpincoSgChange } from '#resources/spinco-sg-changes.ts';
import { previewQuery, type Deed } from '#web/data/security-groups.ts';
import { focusWrong } from '#web/generic/editing/focus-wrong.ts';
import { LeaveGuard } from '#web/generic/editing/leave-guard.tsx';
import { RestoredNote } from '#web/generic/editing/restored-note.tsx';
import { useFormStatus, useFormValues } from '#web/generic/editing/use-form-state.ts';
import { useBeginAtField } from '#web/ui/focus/use-begin-at-field.ts';
import { FailureNote } from '#web/ui/pages/states.tsx';
import type { ChangePreview } from '#calls/security-groups.ts';
import { loadOf } from '#web/generic/use-load.ts';
import type { Load } from '#web/ui/pages/loaded.tsx';
import { GroupChoice } from './group-choice.tsx';
import { ResolvedUsers } from './resolved-users.tsx';
import { inputOf, listOf, type SpincoFormState } from './spinco-form-state.ts';
import { UsersField } from './users-field.tsx';
import classes from './spinco.module.css';

interface ChangeFormProps {
  formState: SpincoFormState;
  /** Says which of both is meant before the form is sent. */
  onMeant: (deed: Deed) => void;
  /** Why nothing can be changed at all. */
  missing: string | null;
  onBegun: (change: SpincoSgChange) => void;
}

/** The group and the users, with whom they are looked up while one types, and the two things that can be done. */
export function ChangeForm({ formState, onMeant, missing, onBegun }: ChangeFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useBeginAtField(form);
  const [meant, setMeant] = useState<Deed>('add');
  const { failure, saving, locked } = useFormStatus(formState);
  const { preview, wrong, group } = usePreview(formState);
  const submit = async (which: Deed) => {
    if (locked) return;
    setMeant(which);
    onMeant(which);
    const result = await formState.submit();
    if (result.is === 'refused') focusWrong(form.current);
    if (result.is === 'saved') onBegun(result.stored);
  };
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <form
        ref={form}
        noValidate
        aria-label="Modify Spinco Security Groups"
        onSubmit={(event) => {
          event.preventDefault();
          void submit('add');
        }}
      >
        <Stack gap="lg">
          <RestoredNote formState={formState} startOver />
          {missing !== null && (
            <FailureNote outcome={{ title: 'Groups cannot be changed here yet', reason: missing }} />
          )}
          {failure && !failure.ofFields && <FailureNote outcome={failure} />}
          <GroupChoice formState={formState} preview={group} />
          <UsersField formState={formState} />
          <ResolvedUsers preview={preview} wrong={wrong} />
          <Group justify="flex-end" className={classes.buttons}>
            <Button
              variant="default"
              loading={saving && meant === 'remove'}
              disabled={locked}
              onClick={() => void submit('remove')}
            >
              Remove Users
            </Button>
            <Button type="submit" loading={saving && meant === 'add'} disabled={locked}>
              Add Users
            </Button>
          </Group>
        </Stack>
      </form>
      <LeaveGuard formState={formState} />
    </Paper>
  );
}

/** The portal is called once nobody typed for so long. */
const PAUSE_MS = 500;

/** Looks up whom a change would be about while it is filled in; null while nobody is named. */
function usePreview(formState: SpincoFormState): {
  preview: Load<ChangePreview> | null;
  /** Entries that are no users by themselves. */
  wrong: readonly string[];
  /** The reason why the typed group cannot be changed. */
  group: string | null;
} {
  const values = useFormValues(formState);
  const [settled] = useDebouncedValue(values, PAUSE_MS);
  const list = useMemo(() => listOf(settled), [settled]);
  const { securityGroupName } = inputOf(settled);
  const isBegun = list.users.length > 0 || securityGroupName !== '';
  const input = { securityGroupName, users: list.users.join('; ') };
  const answer = useQuery({ ...previewQuery(input), enabled: isBegun, placeholderData: keepPreviousData });
  const isCurrent = inputOf(values).securityGroupName === securityGroupName && !answer.isPlaceholderData;
  const problem = answer.data?.errors.find(({ field }) => field === 'securityGroupName')?.message ?? null;
  return {
    preview: isBegun && list.users.length > 0 ? loadOf(answer) : null,
    wrong: inputOf(settled).users.trim() === '' ? [] : list.errors.map(({ message }) => message),
    group: isCurrent && securityGroupName !== '' ? problem : null,
  };
}
