import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshRunningCosts } from '#calls/running-costs.ts';
import { isJobUnderWay } from '#kernel/work.ts';
import { change } from '#web/data/call.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import { usePerson } from '#web/data/use-session.ts';
import { JOBS, useJob } from '#web/data/work.ts';
import { createIntents } from '#web/generic/editing/intents.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';

/** Has the exports read anew, which the tab then follows; there for those who may. */
export function RefreshButton() {
  const may = usePerson()?.rights.operate ?? false;
  const queries = useQueryClient();
  const [intents] = useState(() => createIntents(null));
  const { mutate, isPending, data } = useMutation({
    mutationFn: () => intents.once({}, (intent) => change(refreshRunningCosts, {}, intent)),
    onSuccess: async ({ job }) => {
      followJob(job.id);
      noticeSuccess({
        title: 'The running month is being read!',
        reason: 'The exports are read in the background.',
      });
      await queries.invalidateQueries({ queryKey: [JOBS] });
    },
    onError: (error) => noticeFailure({ title: 'The running month is not read.', reason: error.message }),
  });
  const { job, gone } = useJob(data?.job.id ?? null);
  if (!may) return null;
  const isReading = data !== undefined && !gone && isJobUnderWay(job ?? data.job);
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={isPending || isReading}
      onClick={() => mutate()}
    >
      Refresh
    </Button>
  );
}
