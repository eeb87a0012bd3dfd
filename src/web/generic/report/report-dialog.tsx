import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ApiError } from '#web/data/client.ts';
import type { Job } from '#kernel/work.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import { usePerson } from '#web/data/use-session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';
import type { Outcome } from '#web/ui/outcome.tsx';
import { FailureNote } from '#web/ui/states.tsx';
import { mayWorkLater } from '../failure-words.ts';
import { createIntents } from '../editing/intents.ts';

export interface AskedReport {
  report: { action: string; description: string; path: string; wrapper: string };
  /** The sentences of success and failure. */
  done: string;
  failed: string;
}

interface ReportAnswer {
  data: { job: Job };
  /** Whether there is a server that mail can be sent with. */
  meta: { mail_server: boolean };
}

/** What follows the sentence while there is no mail server. */
const KEPT: Omit<Outcome, 'title'> = {
  reason: 'No mail server is configured yet, so it waits in the outbox.',
  link: { label: 'Open the outbox', to: '/auth/outbox' },
};

/** Asks whom to mail a report to, who is the signed-in person unless told. What failed stays open to be corrected. */
export function ReportDialog({ report, done, failed, onClose }: AskedReport & { onClose: () => void }) {
  const person = usePerson();
  const queries = useQueryClient();
  const [address, setAddress] = useState(person?.email ?? '');
  const [intents] = useState(() => createIntents(null));
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => {
      const body = { [report.wrapper]: { email: true, send_to: address.trim() } };
      return intents.once(body, (intent) => api.post<ReportAnswer>(report.path, body, { intent }));
    },
    onSuccess: async ({ data, meta }) => {
      followJob(data.job.id);
      noticeSuccess(meta.mail_server ? done : { title: done, ...KEPT });
      onClose();
      await queries.invalidateQueries({ queryKey: ['jobs'] });
    },
  });
  const wrong = error instanceof ApiError ? error.errors.find(({ field }) => field === 'send_to') : undefined;
  return (
    <Dialog onClose={isPending ? () => undefined : onClose} title={report.action} centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) mutate();
        }}
      >
        <Text size="sm" c="dimmed" mb="md">
          {report.description}
        </Text>
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          spellCheck={false}
          required
          data-autofocus
          value={address}
          error={wrong?.message}
          onChange={(event) => {
            setAddress(event.currentTarget.value);
            reset();
          }}
        />
        {error && (
          <FailureNote
            outcome={
              wrong
                ? { title: failed, next: 'Correct the address, then send again.' }
                : { title: failed, reason: error.message }
            }
            mt="md"
          />
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={address.trim() === ''}>
            {error instanceof ApiError && mayWorkLater(error) ? 'Try again' : 'Send'}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
