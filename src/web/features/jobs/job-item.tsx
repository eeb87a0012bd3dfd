import { Badge, Button, Progress, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newIntent } from '#web/data/client.ts';
import { formatMoment } from '#web/ui/moments.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices.ts';
import { JOB_STATES, retryJob, type Job } from './jobs.ts';
import classes from './jobs.module.css';

const COLORS: Record<Job['state'], string> = {
  queued: 'yellow',
  running: 'blue',
  done: 'teal',
  failed: 'red',
};

/** One job: what it does, where it stands, how far it is, and why it failed. */
export function JobItem({ job }: { job: Job }) {
  const { title, state, error, progress, next_try: nextTry } = job;
  const percent = progress && progress.total > 0 ? Math.floor((progress.done / progress.total) * 100) : null;
  return (
    <li className={classes.job}>
      <div className={classes.main}>
        <h2 className={classes.title}>{title}</h2>
        <Text size="sm" c="dimmed">
          {job.finished_at
            ? `Ended ${formatMoment(job.finished_at)}`
            : `Asked for ${formatMoment(job.created_at)}`}{' '}
          by {job.created_by}
        </Text>
        {error && state !== 'done' && (
          <Text size="sm" className={classes.error} data-failed={state === 'failed' || undefined}>
            {error}
            {state === 'queued' && nextTry && ` Tried again at ${formatMoment(nextTry)}.`}
          </Text>
        )}
        {state === 'running' && percent !== null && (
          <div className={classes.progress}>
            <Progress.Root size="sm" flex={1}>
              <Progress.Section value={percent} aria-label={`${title}: ${percent}%`} />
            </Progress.Root>
            <Text size="sm" className={classes.percent}>
              {percent}%
            </Text>
          </div>
        )}
      </div>
      <div className={classes.side}>
        <Badge variant="dot" color={COLORS[state]} tt="none" fw={500}>
          {JOB_STATES.find(({ value }) => value === state)?.label}
        </Badge>
        {state === 'failed' && <RetryButton job={job} />}
      </div>
    </li>
  );
}

function RetryButton({ job }: { job: Job }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => retryJob(job.id, newIntent()),
    onSuccess: () => noticeSuccess('The job is tried again, from where it got to.'),
    onError: (error) => noticeFailure('The job could not be tried again.', error.message),
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
