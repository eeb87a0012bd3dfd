import { Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshDashboard } from '#calls/dashboard.ts';
import { messages } from '#resources/messages.ts';
import { change } from '#web/data/call.ts';
import { ApiError } from '#web/data/client.ts';
import { useJob } from '#web/data/work.ts';
import { createIntents } from '#web/generic/editing/intents.ts';
import { mayWorkLater } from '#web/generic/failure-words.ts';
import { JobOutcome } from '#web/generic/work/job-outcome.tsx';
import { JobProgress } from '#web/generic/work/job-progress.tsx';
import { shownState } from '#web/generic/work/job-state.ts';
import { StateBadge } from '#web/ui/entries.tsx';
import { noticeSuccess } from '#web/ui/notices/notices.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { Unbilled } from './unbilled.tsx';
import classes from '../run.module.css';

const outcomeOf = (error: Error) => ({
  title: messages.uploadFailed,
  reason: error.message,
  ...(error instanceof ApiError && mayWorkLater(error) && { requestId: error.requestId }),
});

/** GCP Trigger: what the dashboard and the chart show is summed up anew, and the running month is read. */
export function TriggerForm() {
  const queries = useQueryClient();
  const [intents] = useState(() => createIntents(null));
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => intents.once({}, (intent) => change(refreshDashboard, {}, intent)),
    onSuccess: () => noticeSuccess(messages.dataSubmitted),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <Stack gap="md">
      <Text size="sm">
        Sums up anew what the dashboard and the chart show, and reads from Google’s billing export what the
        running month costs so far.
      </Text>
      {error && <FailureNote outcome={outcomeOf(error)} />}
      {data && <Triggered id={data.job.id} />}
      <Group>
        <Button
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={isPending}
          onClick={() => mutate()}
        >
          Update Dashboard
        </Button>
      </Group>
      <Unbilled />
    </Stack>
  );
}

/** The work that was requested, as it goes on. */
function Triggered({ id }: { id: string }) {
  const { job } = useJob(id);
  if (!job) return null;
  return (
    <div className={classes.job}>
      <Group gap="sm" role="status">
        <StateBadge {...shownState(job)} />
        <Text size="sm">{job.state === 'done' ? job.title : (job.error ?? job.title)}</Text>
      </Group>
      <JobProgress job={job} />
      <JobOutcome job={job} most={5} />
    </div>
  );
}
