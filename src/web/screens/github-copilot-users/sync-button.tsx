import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Job } from '#kernel/work.ts';
import { messages } from '#resources/messages.ts';
import { api } from '#web/data/client.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import { usePerson } from '#web/data/use-session.ts';
import { JOBS } from '#web/data/work.ts';
import { createIntents } from '#web/generic/editing/intents.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import { copilotQuery, PATH } from './copilot.ts';

/** Has the seats of all organizations read, which the tab then follows; there for those who may. */
export function SyncButton() {
  const rights = usePerson()?.rights;
  const queries = useQueryClient();
  const { data } = useQuery(copilotQuery());
  const [intents] = useState(() => createIntents(null));
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      intents.once({}, (intent) =>
        api.post<{ data: { job: Pick<Job, 'id'> } }>(`${PATH}/sync`, {}, { intent }),
      ),
    onSuccess: async ({ data: { job } }) => {
      followJob(job.id);
      noticeSuccess({ title: messages.dataSubmitted, reason: 'The seats are read in the background.' });
      await queries.invalidateQueries({ queryKey: [JOBS] });
    },
    onError: (error) => noticeFailure({ title: 'The seats are not read.', reason: error.message }),
  });
  if ((rights && !rights.operate) || data?.github === 'off') return null;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={isPending || (data ? data.job_id !== null : false)}
      onClick={() => mutate()}
    >
      Sync with GitHub
    </Button>
  );
}
