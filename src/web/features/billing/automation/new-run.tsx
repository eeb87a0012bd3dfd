import { Button, SimpleGrid, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Field } from '#kernel/fields/kinds.ts';
import { useEffect, useRef, useState } from 'react';
import { ProgressLine } from '#web/generic/additions/progress-line.tsx';
import { focusWrong } from '#web/generic/editing/focus-wrong.ts';
import { LoneInput } from '#web/generic/editing/lone-input.tsx';
import { createRoom } from '#web/generic/editing/room.ts';
import type { Room } from '#web/generic/editing/room-types.ts';
import { useRoomField, useRoomState } from '#web/generic/editing/use-room.ts';
import { openValues, payloadOf, roomFields, startValues } from '#web/generic/editing/values.ts';
import { mayWorkLater } from '#web/generic/failure-words.ts';
import { messages } from '#resources/messages.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { runAddress, type Begun } from '../billing.ts';
import { beginRun } from '../calls.ts';
import { FILE, FileField, fileField, fileProblems, INVOICE_FILE } from './file-field.tsx';
import { demandReading } from './demand-reading.ts';
import { newRunFields, readingFields } from './new-run-fields.ts';
import { tellBegun } from './tell-begun.ts';

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** The room of an upload, and the way to break off what is being sent. */
function makeUpload(onSent: (share: number) => void) {
  const always = newRunFields();
  const readings = readingFields();
  const fields = { ...always, ...readings };
  const names = Object.keys(fields);
  let sending = new AbortController();
  const room = createRoom<Begun>({
    fields: { ...roomFields({ fields }, names), [FILE]: fileField },
    start: { ...startValues({ fields }, names, null), [FILE]: null },
    problems: ({ [FILE]: file, ...values }) => ({
      ...openValues({ fields }, payloadOf(values)),
      ...fileProblems({ [FILE]: file }),
    }),
    words: (error) => ({
      title: messages.uploadFailed,
      reason: error.message,
      ...(mayWorkLater(error) && { requestId: error.requestId }),
    }),
    submit: async ({ values: { [FILE]: file, ...values }, once }) => {
      sending = new AbortController();
      try {
        const told = payloadOf(values) as Record<string, string | null>;
        const begun = await beginRun(file as File, told, { once, onSent, signal: sending.signal });
        await demandReading(begun, names, sending.signal);
        return begun;
      } catch (error) {
        if (isAbort(error)) return null;
        throw error;
      }
    },
  });
  return { always, readings, room, stop: () => sending.abort() };
}

/** Takes a provider's file as it is, however large, and begins the run of it. Closing the dialog breaks the upload off. */
export default function NewRun({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [sent, setSent] = useState(0);
  const [{ always, readings, room, stop }] = useState(() => makeUpload(setSent));
  const { saving, failure } = useRoomState(room);
  useEffect(() => stop, [stop]);
  const submit = async () => {
    setSent(0);
    const result = await room.submit();
    if (result.is === 'refused') focusWrong(form.current);
    if (result.is !== 'saved') return;
    void queries.invalidateQueries();
    tellBegun(result.stored);
    onClose();
    void navigate({ to: runAddress(result.stored.billing_run.id) });
  };
  const cancel = () => (saving ? stop() : onClose());
  return (
    <Dialog onClose={cancel} title="New Billing Run" size="lg" closeOnClickOutside={false}>
      <form
        ref={form}
        noValidate
        aria-label="New Billing Run"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <FileField room={room} kinds={INVOICE_FILE} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {Object.entries(always).map(([name, field]) => (
              <LoneInput key={name} room={room} name={name} field={field} mode="create" />
            ))}
            {Object.entries(readings).map(([name, field]) => (
              <Reading key={name} room={room} name={name} field={field} />
            ))}
          </SimpleGrid>
          {failure && !failure.ofFields && <FailureNote outcome={failure} />}
          {saving && (
            <ProgressLine
              progress={
                sent < 1 ? { label: 'Sending the file', share: sent } : { label: 'Taking the file over…' }
              }
            />
          )}
        </Stack>
        <DialogButtons>
          <Button variant="default" onClick={cancel}>
            {saving ? 'Stop sending' : 'Cancel'}
          </Button>
          <Button type="submit" loading={saving}>
            Begin
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** What says how a file is read: it appears once a file leaves it open, and stays then. */
function Reading({ room, name, field }: { room: Room<Begun>; name: string; field: Field }) {
  const { value, error } = useRoomField(room, name);
  if (error === null && value === null) return null;
  return <LoneInput room={room} name={name} field={field} mode="create" />;
}
