import { Button, SimpleGrid, Stack } from '@mantine/core';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import type { RecordFormState } from '../editing/model-form-state.ts';
import { RestoredNote } from '../editing/restored-note.tsx';
import { FormInput } from '../editing/form-input.tsx';
import { useFormStatus } from '../editing/use-form-state.ts';
import { useConfirmedClose } from '../form/use-confirmed-close.tsx';
import type { CrudRules } from './crud-rules.ts';

interface CopyModalProps {
  resource: Resource;
  rules: CrudRules;
  /** The record that is copied. */
  row: RecordRow;
  formState: RecordFormState;
  onSave: () => void;
  onClose: () => void;
}

/** A new record that starts as a copy of another, with what must be unique left blank. */
export function CopyModal(props: CopyModalProps) {
  const { resource, rules, row, formState, onSave, onClose } = props;
  const { saving } = useFormStatus(formState);
  const { close, question } = useConfirmedClose(formState, onClose);
  const fields = Object.keys(formState.fields);

  return (
    <Dialog onClose={close} title={`Copy ${resource.label[0]}`} size="lg" closeOnClickOutside={false}>
      <form
        noValidate
        data-edited
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        <Stack>
          <RestoredNote formState={formState} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {fields.map((name, at) => (
              <FormInput
                key={name}
                resource={resource}
                formState={formState}
                name={name}
                row={row}
                look="form"
                mode="create"
                takesFocus={at === 0}
                derives={rules.derive !== undefined}
              />
            ))}
          </SimpleGrid>
        </Stack>
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
    </Dialog>
  );
}
