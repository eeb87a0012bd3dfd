import { Button, Group, Progress, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newIntent } from '#web/data/client.ts';
import { Entry } from '#web/ui/entries.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices.tsx';
import { retryJob, shownState, type Job } from './jobs.ts';

/** One job: what it does, where it stands, how far it is, and why it failed. */
export function JobEntry({ job }: { job: Job }) {
  const { title, state, error, progress, next_try: nextTry, finished_at: ended } = job;
  const percent = progress && progress.total > 0 ? Math.floor((progress.done / progress.total) * 100) : null;
  const next = state === 'queued' && nextTry ? `Tried again at ${formatMoment(nextTry)}` : null;
  const asked = `Asked for by ${job.created_by}, ${formatMoment(job.created_at)}`;
  return (
    <Entry
      title={title}
      details={ended ? [asked, `Ended ${formatMoment(ended)}`] : [asked]}
      trouble={error && state !== 'done' ? { text: error, next, isFinal: state === 'failed' } : null}
      state={shownState(job)}
      action={state === 'failed' && <RetryButton job={job} />}
    >
      {state === 'running' && percent !== null && (
        <Group gap="sm" wrap="nowrap" mt="xs" maw={480}>
          <Progress.Root size="sm" flex={1}>
            <Progress.Section value={percent} aria-label={title} />
          </Progress.Root>
          <Text size="sm">{percent}%</Text>
        </Group>
      )}
    </Entry>
  );
}

function RetryButton({ job }: { job: Job }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => retryJob(job.id, newIntent()),
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
