import { Button, SimpleGrid, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Begun } from '#calls/runs.ts';
import { ProgressLine } from '#web/generic/additions/progress-line.tsx';
import { focusWrong } from '#web/generic/editing/focus-wrong.ts';
import { LoneInput } from '#web/generic/editing/lone-input.tsx';
import { createFormState } from '#web/generic/editing/form-state.ts';
import { LeaveGuard } from '#web/generic/editing/leave-guard.tsx';
import { useConfirmedClose } from '#web/generic/form/use-confirmed-close.tsx';
import { useFormStatus } from '#web/generic/editing/use-form-state.ts';
import { openValues, payloadOf, fieldsOfForm, startValues } from '#web/generic/editing/values.ts';
import { mayWorkLater } from '#web/generic/failure-words.ts';
import { messages } from '#resources/messages.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { runAddress } from '../billing.ts';
import {
  conflictOf,
  beginRun,
  fileSender,
  isBrokenOff,
  answerParams,
  type Answer,
  type ExistingConflict,
} from '../calls.ts';
import { ExistingDialog } from '../existing/existing-dialog.tsx';
import { demandReading } from './demand-reading.ts';
import { FILES, FilesField, filesField, filesOf, filesProblems } from './files-field.tsx';
import { newRunFields, readingFields } from './new-run-fields.ts';
import { ReadingInputs } from './reading-inputs.tsx';
import { noticeBegun } from './notice-begun.ts';

/** The values that are stated of files, and both sides where an open run has their invoice already. */
interface Question {
  conflict: ExistingConflict;
  stated: Record<string, string | null>;
}

/** The form of an upload, and the way to break off what is being sent. */
function makeUpload(onSent: (share: number) => void, onConflict: (question: Question) => void) {
  const sender = fileSender();
  const always = newRunFields();
  const readings = readingFields();
  const fields = { ...always, ...readings };
  const names = Object.keys(fields);
  let sending = new AbortController();
  const formState = createFormState<Begun>({
    fields: { ...fieldsOfForm({ fields }, names), [FILES]: filesField },
    start: { ...startValues({ fields }, names, null), [FILES]: null },
    problems: ({ [FILES]: files, ...values }) => ({
      ...openValues({ fields }, payloadOf(values)),
      ...filesProblems({ [FILES]: files }),
    }),
    words: (error) => ({
      title: messages.uploadFailed,
      reason: error.message,
      ...(mayWorkLater(error) && { requestId: error.requestId }),
    }),
    submit: async ({ values: { [FILES]: files, ...values }, once }) => {
      sending = new AbortController();
      const stated = payloadOf(values) as Record<string, string | null>;
      try {
        const ids = await sender.send(filesOf({ [FILES]: files }), onSent, sending.signal);
        const begun = await once([ids, stated], (intent) =>
          beginRun(ids, stated, { intent, signal: sending.signal }),
        );
        await sender.forgetUnread(() => demandReading(begun, names, sending.signal));
        return begun;
      } catch (error) {
        const conflict = conflictOf(error);
        if (conflict) onConflict({ conflict, stated });
        if (conflict || isBrokenOff(error)) return null;
        throw error;
      }
    },
  });
  return { always, readings, formState, stop: () => sending.abort() };
}

/** Takes the files of a bill as they are, however large, and begins one run of them. Closing the dialog breaks the upload off. */
export default function NewRun({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [sent, setSent] = useState(0);
  const [question, setQuestion] = useState<Question | null>(null);
  const [{ always, readings, formState, stop }] = useState(() => makeUpload(setSent, setQuestion));
  const { saving, failure } = useFormStatus(formState);
  useEffect(() => stop, [stop]);
  const finish = (begun: Begun, answer: Answer | null = null) => {
    void queries.invalidateQueries();
    noticeBegun(begun, answer);
    onClose();
    void navigate({ to: runAddress(begun.billing_run.id) });
  };
  const submit = async () => {
    setSent(0);
    const result = await formState.submit();
    if (result.is === 'refused') focusWrong(form.current);
    if (result.is === 'saved') finish(result.stored);
  };
  const { close, question: sure } = useConfirmedClose(formState, onClose);
  const cancel = () => (saving ? stop() : close());
  if (question) {
    const { conflict, stated } = question;
    return (
      <ExistingDialog
        conflict={conflict}
        send={(answer, intent) =>
          beginRun(conflict.files, { ...stated, ...answerParams(answer) }, { intent })
        }
        onDone={finish}
        onClose={() => setQuestion(null)}
      />
    );
  }
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
          <FilesField formState={formState} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {Object.entries(always).map(([name, field]) => (
              <LoneInput key={name} formState={formState} name={name} field={field} mode="create" />
            ))}
            <ReadingInputs formState={formState} fields={readings} />
          </SimpleGrid>
          {failure && !failure.ofFields && <FailureNote outcome={failure} />}
          {saving && (
            <ProgressLine
              progress={
                sent < 1 ? { label: 'Sending the file', share: sent } : { label: 'Looking into the file…' }
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
      {sure}
      <LeaveGuard formState={formState} breaksOff />
    </Dialog>
  );
}
