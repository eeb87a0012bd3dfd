import { Button, SimpleGrid, Stack } from '@mantine/core';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import type { RecordRoom } from '../editing/model-room.ts';
import { RestoredNote } from '../editing/restored-note.tsx';
import { RoomInput } from '../editing/room-input.tsx';
import { useRoomState } from '../editing/use-room.ts';
import { useAskedClose } from '../form/use-asked-close.tsx';
import type { CrudRules } from './crud-rules.ts';

interface CopyModalProps {
  resource: Resource;
  rules: CrudRules;
  /** The record that is copied. */
  row: RecordRow;
  room: RecordRoom;
  onSave: () => void;
  onClose: () => void;
}

/** A new record that starts as a copy of another, with what must be unique left blank. */
export default function CopyModal(props: CopyModalProps) {
  const { resource, rules, row, room, onSave, onClose } = props;
  const { saving } = useRoomState(room);
  const { close, question } = useAskedClose(room, onClose);
  const fields = Object.keys(room.fields);

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
          <RestoredNote room={room} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {fields.map((name, at) => (
              <RoomInput
                key={name}
                resource={resource}
                room={room}
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
