import { formatBytes } from '#web/ui/bytes.ts';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Job } from '#kernel/work.ts';
import { messages } from '#resources/messages.ts';
import { ApiError } from '#web/data/client.ts';
import { useConfirmedClose } from '#web/generic/form/use-confirmed-close.tsx';
import { followJob } from '#web/data/followed-jobs.ts';
import { postUpload } from '#web/data/upload-call.ts';
import { usePerson } from '#web/data/use-session.ts';
import { JOBS } from '#web/data/work.ts';
import { ProgressLine } from '#web/generic/additions/progress-line.tsx';
import { FileChooser } from '#web/generic/csv-import/file-chooser.tsx';
import { createIntents } from '#web/generic/editing/intents.ts';
import { fileBody } from '#web/generic/upload/upload.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { noticeSuccess } from '#web/ui/notices/notices.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';

const KINDS = { name: 'Zipped CSV file', a: 'a .csv.zip file', ends: ['.zip'] };

/** Sends SAP's extract to be worked through in the background, with the address that its result is mailed to. */
export default function ExtractDialog({ onClose }: { onClose: () => void }) {
  const extract = useExtract(onClose);
  const { email, typeEmail, wrongEmail, file, remark, choose, submit, isPending, error } = extract;
  const { close, question } = useConfirmedClose(
    { status: () => ({ dirty: extract.isTyped, saving: isPending }) },
    onClose,
  );
  return (
    <Dialog
      onClose={close}
      closeOnClickOutside={false}
      closeButtonProps={{ disabled: isPending }}
      title="Upload New Cost Centers"
      size="lg"
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          <Text size="sm">
            A zipped CSV (.csv.zip) with the columns identifier, company_code and cloud_contact_email. It is
            worked through in the background; which rows were added, updated and refused is mailed to this
            address.
          </Text>
          <TextInput
            label="Email"
            type="email"
            autoComplete="email"
            spellCheck={false}
            required
            value={email}
            error={wrongEmail}
            disabled={isPending}
            onChange={({ currentTarget }) => typeEmail(currentTarget.value)}
          />
          <FileChooser
            kinds={KINDS}
            remark={remark}
            onChoose={(chosen) => choose(chosen, null)}
            onRefuse={(why) => choose(null, why)}
          />
          {file && (
            <Text size="sm" role="status">
              {file.name}, {formatBytes(file.size)}
            </Text>
          )}
          {isPending && <ProgressLine progress={{ label: 'Sending the file', share: extract.share }} />}
          {error && <FailureNote outcome={{ title: messages.sapUploadFailed, reason: error.message }} />}
        </Stack>
        <DialogButtons>
          <Button variant="default" onClick={close} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Submit
          </Button>
        </DialogButtons>
      </form>
      {question}
    </Dialog>
  );
}

/** What is typed and chosen, and its sending. */
function useExtract(onSent: () => void) {
  const person = usePerson();
  const [email, setEmail] = useState(person?.email ?? '');
  const [file, setFile] = useState<File | null>(null);
  const [remark, setRemark] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const { sending, share } = useSending(email, onSent);
  const { error, isPending } = sending;
  const noEmail = email.trim() === '';
  const refused =
    error instanceof ApiError ? error.errors.find(({ field }) => field === 'email')?.message : undefined;
  return {
    email,
    typeEmail: (typed: string) => {
      setEmail(typed);
      sending.reset();
    },
    wrongEmail: tried && noEmail ? 'Email is required.' : refused,
    file,
    /** Why no file was taken. */
    remark,
    choose: (chosen: File | null, why: string | null) => {
      setFile(chosen);
      setRemark(why);
      sending.reset();
    },
    submit: () => {
      if (isPending) return;
      setTried(true);
      if (!file) setRemark('Please select a file first.');
      else if (!noEmail) sending.mutate(file);
    },
    isTyped: file !== null || email !== (person?.email ?? ''),
    isPending,
    error,
    share,
  };
}

/** The sending of the file, and the share of it that is sent, from 0 to 1. */
function useSending(email: string, onDone: () => void) {
  const queries = useQueryClient();
  const [share, setShare] = useState(0);
  const [intents] = useState(() => createIntents(null));
  const sending = useMutation({
    mutationFn: async (chosen: File) => {
      const address = email.trim();
      const body = await fileBody('base_file', chosen, { email: address });
      return intents.once({ address, chosen }, (intent) =>
        postUpload<{ data: { job: Pick<Job, 'id'> } }>('/sap_cost_centers/upload', body, {
          intent,
          onSent: setShare,
        }),
      );
    },
    onSuccess: async ({ data }) => {
      followJob(data.job.id);
      noticeSuccess(messages.reportQueued);
      onDone();
      await queries.invalidateQueries({ queryKey: [JOBS] });
    },
  });
  return { sending, share };
}
