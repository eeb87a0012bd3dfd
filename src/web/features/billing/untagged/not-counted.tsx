import { Alert, Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { countTags, type RunOfSpend } from '#calls/untagged.ts';
import { isJobUnderWay } from '#kernel/work.ts';
import { change } from '#web/data/call.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import { usePerson } from '#web/data/use-session.ts';
import { useJob } from '#web/data/work.ts';
import { createIntents } from '#web/generic/editing/intents.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import { PROVIDERS, runAddress } from '../billing.ts';
import classes from './untagged.module.css';

const WHY: Record<Exclude<RunOfSpend['tags'], 'counted'>, string> = {
  not_counted: 'was read before tags were counted',
  none: 'comes from a file without tags',
  being_read: 'is being read',
};

interface NotCountedProps {
  /** YYYY-MM */
  month: string;
  runs: readonly RunOfSpend[];
}

/** Says which runs of the month have no amounts, and why; those of before can be counted from their files. */
export function NotCounted({ month, runs }: NotCountedProps) {
  const may = usePerson()?.rights.operate ?? false;
  const left = runs.flatMap(({ tags, ...run }) =>
    tags === 'counted' ? [] : { ...run, tags, why: WHY[tags] },
  );
  if (left.length === 0) return null;
  return (
    <Alert
      className={classes.left}
      color="blue"
      variant="light"
      icon={<IconInfoCircle aria-hidden />}
      role="note"
      title="Not in these amounts"
    >
      <ul className={classes.runs} aria-label="Not in these amounts">
        {left.map(({ id, provider, why }) => (
          <li key={id}>
            <Link to={runAddress(id)}>
              Run {id}, {PROVIDERS[provider]}
            </Link>
            {` ${why}.`}
          </li>
        ))}
      </ul>
      {may && left.some(({ tags }) => tags === 'not_counted') && <Count key={month} month={month} />}
    </Alert>
  );
}

/** Has the files of the month read again. */
function Count({ month }: { month: string }) {
  const [intents] = useState(() => createIntents(null));
  const { mutate, isPending, data } = useMutation({
    mutationFn: () => intents.once({ month }, (intent) => change(countTags, { month }, intent)),
    onSuccess: ({ job }) => {
      followJob(job.id);
      noticeSuccess({ title: 'Tags are being counted.', reason: 'The files are read again.' });
    },
    onError: (error) => noticeFailure({ title: 'Tags could not be counted.', reason: error.message }),
  });
  const { job, gone } = useJob(data?.job.id ?? null);
  // A failed count may be tried again.
  const isCounting = data !== undefined && !gone && isJobUnderWay(job ?? data.job);
  return (
    <Button
      mt="xs"
      size="xs"
      variant="default"
      loading={isPending}
      disabled={isCounting}
      onClick={() => mutate()}
    >
      Count Their Tags
    </Button>
  );
}
