import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { syncSeats } from '#calls/copilot-seats.ts';
import { messages } from '#resources/messages.ts';
import { change } from '#web/data/call.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import { usePerson } from '#web/data/use-session.ts';
import { JOBS } from '#web/data/work.ts';
import { createIntents } from '#web/generic/editing/intents.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import { copilotQuery } from './copilot.ts';

/** Has the seats of all organizations read, which the tab then follows; there for those who may. */
export function SyncButton() {
  const rights = usePerson()?.rights;
  const queries = useQueryClient();
  const { data } = useQuery(copilotQuery());
  const [intents] = useState(() => createIntents(null));
  const { mutate, isPending } = useMutation({
    mutationFn: () => intents.once({}, (intent) => change(syncSeats, {}, intent)),
    onSuccess: async ({ job }) => {
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
