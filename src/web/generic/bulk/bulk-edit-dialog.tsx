import { Button, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { isWritten } from '#kernel/fields/field.ts';
import { kindOf, type Field } from '#kernel/fields/kinds.ts';
import type { Resource } from '#kernel/resource.ts';
import type { ApiError } from '#web/data/client.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { ChoiceSelect } from '#web/ui/menus/choice-select.tsx';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { grouped } from '#kernel/written.ts';
import { focusWrong } from '../editing/focus-wrong.ts';
import { LeaveGuard } from '../editing/leave-guard.tsx';
import { LoneInput } from '../editing/lone-input.tsx';
import { useFormStatus } from '../editing/use-form-state.ts';
import { useConfirmedClose } from '../form/use-confirmed-close.tsx';
import { createBulkFormState, type Changed } from './bulk-form-state.ts';
import { RefusedList } from './refused-list.tsx';

interface BulkEditDialogProps {
  resource: Resource;
  rows: readonly RecordRow[];
  onDone: (changed: Changed) => void;
  onClose: () => void;
}

/** The fields that several records can share: what is unique is none of them, nor what nobody can read. */
const sharedFields = (resource: Resource): [string, Field][] =>
  Object.entries(resource.fields).filter(
    ([, field]) => isWritten(field, 'update') && !field.unique && !kindOf(field).hidden,
  );

/** Sets one field of several records to one value, of all or of none. */
export default function BulkEditDialog(props: BulkEditDialogProps) {
  const { resource, rows, onDone, onClose } = props;
  const fields = sharedFields(resource);
  const [name, setName] = useState(fields[0]?.[0] ?? '');
  const [refused, setRefused] = useState<ApiError | null>(null);
  const makeFormState = (field: string) => createBulkFormState(resource, rows, field, setRefused);
  const [formState, setFormState] = useState(() => makeFormState(name));
  const { saving } = useFormStatus(formState);
  const { close, question } = useConfirmedClose(formState, onClose);
  const form = useRef<HTMLFormElement>(null);
  const field = resource.fields[name];

  const title = `Edit ${grouped(rows.length)} ${resource.label[rows.length === 1 ? 0 : 1]}`;
  const submit = async () => {
    setRefused(null);
    const result = await formState.submit();
    if (result.is === 'saved') onDone(result.stored);
    if (result.is === 'refused') focusWrong(form.current);
  };
  return (
    <Dialog onClose={close} title={title} centered closeOnClickOutside={false}>
      <form
        ref={form}
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <Text size="sm">One field gets the same value in all of them; the others stay as they are.</Text>
          <ChoiceSelect
            label="Field"
            choices={fields.map(([value, { label }]) => ({ value, label }))}
            value={name}
            onChange={(next) => {
              setName(next);
              setFormState(makeFormState(next));
              setRefused(null);
            }}
          />
          {field && <LoneInput key={name} formState={formState} name={name} field={field} mode="update" />}
        </Stack>
        {refused && (
          <RefusedList
            resource={resource}
            error={refused}
            sentence={resource.messages.updateFailed}
            onFollow={() => {
              formState.giveUp();
              onClose();
            }}
          />
        )}
        <DialogButtons>
          <Button variant="default" onClick={close} disabled={saving}>
            Cancel
          </Button>
          <Button type="submit" loading={saving}>
            Save
          </Button>
        </DialogButtons>
      </form>
      {question}
      <LeaveGuard formState={formState} />
    </Dialog>
  );
}
