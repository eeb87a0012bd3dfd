import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Begun, Run } from '#calls/runs.ts';
import { choice } from '#kernel/fields/choice.ts';
import { messages } from '#resources/messages.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import { ProgressLine } from '#web/generic/additions/progress-line.tsx';
import { LoneInput } from '#web/generic/editing/lone-input.tsx';
import { focusWrong } from '#web/generic/editing/focus-wrong.ts';
import { createFormState } from '#web/generic/editing/form-state.ts';
import { LeaveGuard } from '#web/generic/editing/leave-guard.tsx';
import { useConfirmedClose } from '#web/generic/form/use-confirmed-close.tsx';
import { useFormStatus } from '#web/generic/editing/use-form-state.ts';
import { payloadOf, fieldsOfForm, startValues } from '#web/generic/editing/values.ts';
import { mayWorkLater } from '#web/generic/failure-words.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { demandReading } from '../automation/demand-reading.ts';
import { readingFields } from '../automation/new-run-fields.ts';
import { ReadingInputs } from '../automation/reading-inputs.tsx';
import { FILES, FilesField, filesField, filesOf, filesProblems } from '../automation/files-field.tsx';
import { addParts, fileSender, isBrokenOff } from '../calls.ts';

const SPLIT = 'split';
const AMORTISED = 'amortised';

/** The kinds of files of Azure, which exports amortised costs as files of their own. */
const split = choice('Taken As', ['part', AMORTISED], {
  default: 'part',
  names: {
    part: 'A part of the bill, which is booked',
    [AMORTISED]: 'Amortised costs of the bill, by which commitments are split',
  },
});

/** The form of one addition, and the way to break off what is being sent. */
function makeAddition(run: number, onSent: (share: number) => void) {
  const sender = fileSender();
  const readings = readingFields();
  const names = Object.keys(readings);
  /** The fields that reading the files settles: how they are written, and their kind. */
  const settled = [...names, SPLIT];
  const sending = new AbortController();
  const { signal } = sending;
  const formState = createFormState<Begun>({
    fields: {
      ...fieldsOfForm({ fields: readings }, names),
      ...fieldsOfForm({ fields: { [SPLIT]: split } }, [SPLIT]),
      [FILES]: filesField,
    },
    start: { ...startValues({ fields: readings }, names, null), [SPLIT]: 'part', [FILES]: null },
    problems: filesProblems,
    words: (error) => ({
      title: messages.uploadFailed,
      reason: error.message,
      ...(mayWorkLater(error) && { requestId: error.requestId }),
    }),
    submit: async ({ values: { [FILES]: files, [SPLIT]: takenAs, ...values }, once }) => {
      const stated = {
        ...(payloadOf(values) as Record<string, string | null>),
        [SPLIT]: takenAs === AMORTISED ? AMORTISED : null,
      };
      try {
        const ids = await sender.send(filesOf({ [FILES]: files }), onSent, signal);
        const begun = await once([ids, stated], (intent) => addParts(run, ids, stated, { intent, signal }));
        await sender.forgetUnread(() => demandReading(begun, settled, signal));
        return begun;
      } catch (error) {
        if (isBrokenOff(error)) return null;
        throw error;
      }
    },
  });
  return { readings, formState, stop: () => sending.abort() };
}

/** Takes further files as parts of the bill of an open run. */
export default function AddPart({ run, onClose }: { run: Run; onClose: () => void }) {
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [sent, setSent] = useState(0);
  const [{ readings, formState, stop }] = useState(() => makeAddition(run.id, setSent));
  const { saving, failure } = useFormStatus(formState);
  useEffect(() => stop, [stop]);
  const submit = async () => {
    setSent(0);
    const result = await formState.submit();
    if (result.is === 'refused') focusWrong(form.current);
    if (result.is !== 'saved') return;
    if (result.stored.job) followJob(result.stored.job.id);
    void queries.invalidateQueries();
    onClose();
  };
  const { close, question } = useConfirmedClose(formState, onClose);
  const cancel = () => (saving ? stop() : close());
  return (
    <Dialog
      onClose={cancel}
      title={`Add a Part to Billing Run ${run.id}`}
      size="lg"
      closeOnClickOutside={false}
    >
      <form
        ref={form}
        noValidate
        aria-label="Add a part"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <Text size="sm">
            All files of the run are read again as one bill. What was typed in stays. Parts have the same
            columns, currency and month.
          </Text>
          <FilesField formState={formState} />
          {run.provider === 'azure' && (
            <LoneInput formState={formState} name={SPLIT} field={split} mode="create" />
          )}
          <ReadingInputs formState={formState} fields={readings} />
          {failure && !failure.ofFields && <FailureNote outcome={failure} />}
          {saving && (
            <ProgressLine
              progress={
                sent < 1 ? { label: 'Sending the files', share: sent } : { label: 'Taking them over…' }
              }
            />
          )}
        </Stack>
        <DialogButtons>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={saving}>
            Add
          </Button>
        </DialogButtons>
      </form>
      {question}
      <LeaveGuard formState={formState} breaksOff />
    </Dialog>
  );
}
