import { Button, Group, Paper, SimpleGrid, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useRef, useState, type RefObject } from 'react';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { useBeginAtField } from '#web/ui/focus/use-begin-at-field.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { useWayBack } from '../editing/came-from.ts';
import { focusWrong } from '../editing/focus-wrong.ts';
import { ConflictDialog } from '../editing/late-conflict-dialog.ts';
import { LeaveGuard } from '../editing/leave-guard.tsx';
import { RestoredNote } from '../editing/restored-note.tsx';
import { FormInput } from '../editing/form-input.tsx';
import type { Result } from '../editing/form-state-types.ts';
import type { RecordFormState } from '../editing/model-form-state.ts';
import { useBeginAnew } from '../editing/use-begin-anew.ts';
import { useFormStatus } from '../editing/use-form-state.ts';
import type { ScreenProps } from '../screen.ts';
import { refusedBehind } from '../failure-words.ts';
import { lastListSearch } from '../list-state.ts';
import { useStillHere } from '../use-still-here.ts';
import { useUndo } from '../use-undo.ts';
import type { FormCustom } from './form-custom.ts';
import { formFields, type FormMode } from './form-fields.ts';
import { ConfirmChanges } from './late-confirm-changes.ts';
import { useResourceFormState } from './use-resource-form-state.ts';
import classes from './form.module.css';

interface ResourceFormProps extends ScreenProps {
  mode: FormMode;
  /** The record that is changed; null for a new one. */
  record: RecordRow | null;
  custom: FormCustom;
  /** Puts another form in the place of this one, which was saved. */
  onBeginAnew: () => void;
}

/** The form of a model: it follows from the declaration, and from `custom` where the model differs. */
export function ResourceForm({ resource, mode, record, custom, onBeginAnew }: ResourceFormProps) {
  const leaving = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const [asking, setAsking] = useState(false);
  useBeginAtField(form);
  const ways = useWays(resource, custom, () => {
    leaving.current = true;
  });
  const { address, detour, goBack } = ways;
  const formState = useResourceFormState({ resource, mode, record, custom, address, detour });
  const { failure, saving, over, locked, conflict } = useFormStatus(formState);
  useBeginAnew(formState, onBeginAnew);
  const showResult = useShowResult(resource, mode, form, ways);
  const onResult = (result: Result<RecordRow>) => {
    if (result.is !== 'busy') setAsking(false);
    showResult(result);
  };
  const send = () => void formState.submit().then(onResult);
  /** The button and the Enter key: first what is wrong, then the question, then the sending. */
  const submit = async () => {
    if (!custom.confirm) return send();
    if (await formState.check()) setAsking(true);
    else focusWrong(form.current);
  };

  const Notes = custom.notes;
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} className={classes.form}>
      <form
        ref={form}
        noValidate
        aria-label={custom.heading}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <RestoredNote formState={formState} startOver />
          {failure && <FailureNote outcome={failure} />}
          <Inputs resource={resource} mode={mode} custom={custom} formState={formState} />
          {Notes && <Notes formState={formState} />}
          <Group justify="flex-end" className={classes.buttons}>
            <Button variant="default" onClick={goBack} disabled={locked}>
              {custom.leaveLabel ?? 'Cancel'}
            </Button>
            <Button type="submit" loading={(saving && !asking) || over}>
              {custom.submitLabel ?? 'Submit'}
            </Button>
          </Group>
        </Stack>
      </form>
      <Suspense>
        {custom.confirm && asking && (
          <ConfirmChanges
            resource={resource}
            mode={mode}
            formState={formState}
            title={custom.heading}
            question={custom.confirm}
            busy={saving}
            onConfirm={send}
            onCancel={() => setAsking(false)}
          />
        )}
      </Suspense>
      <Suspense>
        {conflict && <ConflictDialog resource={resource} formState={formState} onDone={onResult} />}
      </Suspense>
      <LeaveGuard formState={formState} leaving={leaving} />
    </Paper>
  );
}

interface InputsProps extends Pick<ResourceFormProps, 'resource' | 'mode' | 'custom'> {
  formState: RecordFormState;
}

/** The inputs of all fields, two beside each other where there are several and room for them. */
function Inputs({ resource, mode, custom, formState }: InputsProps) {
  const fields = formFields(resource, mode);
  return (
    <SimpleGrid
      cols={{ base: 1, sm: fields.length > 2 ? 2 : 1 }}
      verticalSpacing="md"
      className={classes.inputs}
    >
      {fields.map((name, at) => (
        <FormInput
          key={name}
          resource={resource}
          formState={formState}
          name={name}
          look="form"
          mode={mode}
          takesFocus={at === 0}
          input={custom.inputs?.[name]}
        />
      ))}
    </SimpleGrid>
  );
}

/**
 * The ways out of a form: back to where the person came from, or to what has to be done before.
 * @param onDetour called before that: what was typed waits for the return
 */
function useWays(resource: Resource, custom: FormCustom, onDetour: () => void) {
  const navigate = useNavigate();
  const address = useLocation({ select: (location) => location.pathname });
  const goWhereFrom = useWayBack(`/auth/view/${resource.name}`);
  const isHere = useStillHere();
  return {
    address,
    isHere,
    detour: (why: string, to: string, search: Record<string, string>) => {
      // Who has left meanwhile is led nowhere.
      if (!isHere()) return noticeFailure(refusedBehind({ title: why }, address));
      noticeFailure(why);
      onDetour();
      void navigate({ to, search: search as never });
    },
    goBack: () => {
      const { backTo } = custom;
      if (backTo === undefined) goWhereFrom();
      else void navigate({ to: backTo, search: lastListSearch(backTo) as never });
    },
  };
}

/** Shows how an attempt ended: leaves a form that is saved, and marks what is wrong in one that is not. */
function useShowResult(
  resource: Resource,
  mode: FormMode,
  form: RefObject<HTMLFormElement | null>,
  { address, isHere, goBack }: ReturnType<typeof useWays>,
) {
  const queries = useQueryClient();
  const undo = useUndo(resource);
  return (result: Result<RecordRow>) => {
    if (result.is === 'refused' && isHere()) focusWrong(form.current);
    // Whoever has left meanwhile finds what they typed in the form.
    else if (result.is === 'refused') noticeFailure(refusedBehind(result.failure, address));
    if (result.is === 'unchanged') void queries.invalidateQueries({ queryKey: [resource.name] });
    if (result.is !== 'saved') return;
    if (mode === 'create') noticeSuccess(resource.messages.created);
    else undo.ofUpdate(result);
    if (isHere()) goBack();
    void queries.invalidateQueries();
  };
}
