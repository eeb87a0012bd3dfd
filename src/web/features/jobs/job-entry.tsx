import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { retryJob } from '#calls/work.ts';
import { change } from '#web/data/call.ts';
import { newIntent } from '#web/data/client.ts';
import { Entry } from '#web/ui/entries.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import type { Job } from '#kernel/work.ts';
import { JobOutcome } from '#web/generic/work/job-outcome.tsx';
import { JobProgress } from '#web/generic/work/job-progress.tsx';
import { nextOf, shownState } from '#web/generic/work/job-state.ts';

/** One job: what it does, its state, its progress, and why it failed. */
export function JobEntry({ job }: { job: Job }) {
  const { title, state, error, finished_at: ended } = job;
  const next = nextOf(job);
  const trouble = error && state !== 'done' ? { text: error, next, isFinal: state === 'failed' } : null;
  const origin = `Requested by ${job.created_by}, ${formatMoment(job.created_at)}`;
  return (
    <Entry
      title={title}
      details={[
        origin,
        ...(ended ? [`Ended ${formatMoment(ended)}`] : []),
        ...(next && !trouble ? [next] : []),
      ]}
      trouble={trouble}
      state={shownState(job)}
      action={job.may_retry && <RetryButton job={job} />}
    >
      <JobProgress job={job} />
      <JobOutcome job={job} most={5} />
    </Entry>
  );
}

function RetryButton({ job }: { job: Job }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => change(retryJob, { id: job.id }, newIntent()),
    onSuccess: () => noticeSuccess('The job is tried again, from where it got to.'),
    onError: (error) => noticeFailure({ title: 'The job could not be tried again.', reason: error.message }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['jobs'] }),
  });
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
      aria-label={`Retry ${job.title}`}
    >
      Retry
    </Button>
  );
}
