import { Button, Group, Paper, SimpleGrid, Stack } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { RecordRow } from '#web/data/queries.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';
import { FailureNote } from '#web/ui/states.tsx';
import { ConflictDialog } from '../conflict.tsx';
import { focusInput } from '../inputs/input-props.ts';
import { comparedField, RemarkedInput } from '../inputs/remark.tsx';
import { lastListSearch } from '../list-state.ts';
import type { ScreenProps } from '../screen.ts';
import { ChangeSummary } from './change-summary.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { FormCustom } from './form-custom.ts';
import { formFields, type FormMode } from './form-fields.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { RestoredNote } from './restored-note.tsx';
import { useRecordForm } from './use-record-form.ts';
import { useSubmit } from './use-submit.ts';
import classes from './form.module.css';

interface ResourceFormProps extends ScreenProps {
  mode: FormMode;
  /** The record that is changed; null for a new one. */
  record: RecordRow | null;
  custom: FormCustom;
  /** Begins again with the record as it is by now. */
  onReplace?: (current: RecordRow) => void;
}

/** The form of a model: it follows from the declaration, and from `custom` where the model differs. */
export function ResourceForm(props: ResourceFormProps) {
  const { resource, mode, custom, onReplace } = props;
  // The form stays with the copy it began with, whatever is fetched behind it.
  const [record] = useState(props.record);
  const navigate = useNavigate();
  const address = useLocation({ select: (location) => location.pathname });
  const form = useRecordForm({ resource, mode, record, custom, address });
  const leaving = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const list = `/auth/view/${resource.name}`;

  const leave = (to: string, search: Record<string, string>) => {
    leaving.current = true;
    void navigate({ to, search: search as never });
  };
  const goBack = () => void navigate({ to: list, search: lastListSearch(list) as never });

  const submit = useSubmit({
    resource,
    mode,
    record,
    custom,
    form,
    address,
    detour: leave,
    onSaved: () => {
      noticeSuccess(mode === 'create' ? resource.messages.created : resource.messages.updated);
      leave(custom.backTo ?? list, custom.backTo ? {} : lastListSearch(list));
    },
    focusFirst: (names) => {
      // The error is announced with the field once it is on the screen.
      requestAnimationFrame(() => focusInput(element.current, names[0]));
    },
  });

  // Once every wrong field is mended there is nothing left that needs attention.
  const mended = submit.failure?.ofFields === true && Object.keys(form.errors).length === 0;
  const failure = mended ? null : submit.failure;
  const fields = formFields(resource, mode);
  const Notes = custom.notes;
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} className={classes.form}>
      <form
        ref={element}
        noValidate
        aria-label={custom.heading}
        onSubmit={(event) => {
          event.preventDefault();
          submit.submit();
        }}
      >
        <Stack gap="md">
          {form.restored && <RestoredNote onStartOver={form.startOver} />}
          {failure && <FailureNote outcome={failure} />}
          <SimpleGrid cols={{ base: 1, sm: fields.length > 2 ? 2 : 1 }} verticalSpacing="md">
            {fields.map((name, at) => {
              const field = resource.fields[name];
              if (!field) return null;
              const common = {
                name,
                field,
                mode,
                row: record,
                look: 'form' as const,
                value: form.values[name],
                onChange: (value: unknown) => form.set(name, value),
                onPresetGone: () => form.clearPreset(name),
                error: form.errors[name] ? String(form.errors[name]) : null,
                takesFocus: at === 0,
              };
              const Own = custom.inputs?.[name];
              return Own ? (
                <Own key={name} {...common} values={form.values} set={form.set} />
              ) : (
                <RemarkedInput
                  key={name}
                  {...common}
                  resource={resource}
                  other={form.values[comparedField(resource, name) ?? name]}
                />
              );
            })}
          </SimpleGrid>
          {Notes && <Notes values={form.values} set={form.set} />}
          <Group justify="flex-end" className={classes.buttons}>
            <Button variant="default" onClick={goBack} disabled={submit.saving}>
              Cancel
            </Button>
            <Button type="submit" loading={submit.saving && !submit.asking}>
              {custom.submitLabel ?? 'Submit'}
            </Button>
          </Group>
        </Stack>
      </form>
      {custom.confirm && (
        <ConfirmDialog
          opened={submit.asking}
          title={custom.heading}
          question={custom.confirm}
          busy={submit.saving}
          onConfirm={submit.send}
          onCancel={submit.cancel}
        >
          <ChangeSummary resource={resource} mode={mode} record={record} payload={form.read().payload} />
        </ConfirmDialog>
      )}
      {submit.stale && (
        <ConflictDialog
          resource={resource}
          {...submit.stale}
          saving={submit.saving}
          onSave={submit.resolve}
          onTakeTheirs={(current) => {
            form.forget();
            submit.closeStale();
            onReplace?.(current);
          }}
          onClose={submit.closeStale}
        />
      )}
      <LeaveGuard dirty={form.dirty} leaving={leaving} onGiveUp={form.forget} />
    </Paper>
  );
}
