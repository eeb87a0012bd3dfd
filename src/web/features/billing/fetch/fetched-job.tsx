import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isJobUnderWay } from '#kernel/work.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import { useJob } from '#web/data/work.ts';
import { JobProgress } from '#web/generic/work/job-progress.tsx';
import { nextOf, shownState } from '#web/generic/work/job-state.ts';
import { StateBadge } from '#web/ui/entries.tsx';
import { runAddress } from '../billing.ts';
import classes from '../run.module.css';
import tables from '../tables.module.css';

/** A bill as it is fetched, and the way to its run. Where the dialog is closed before, the tab goes on to follow it. */
export function FetchedJob({ id }: { id: string }) {
  const { job } = useJob(id);
  const goesOn = useRef(true);
  useEffect(() => {
    goesOn.current = !job || isJobUnderWay(job);
  }, [job]);
  useEffect(
    () => () => {
      if (goesOn.current) followJob(id);
    },
    [id],
  );
  const amortised = job?.state === 'done' ? job.result?.['amortised'] : null;
  useEffect(() => {
    if (typeof amortised === 'string') followJob(amortised);
  }, [amortised]);
  if (!job) return null;
  const run = job.state === 'done' ? Number(job.result?.['billing_run']) : null;
  const isKnown = job.result?.['begun'] === false;
  const next = nextOf(job);
  return (
    <div className={classes.job}>
      <Group gap="sm" role="status" wrap="nowrap" align="flex-start">
        <StateBadge {...shownState(job)} />
        <Text size="sm">
          {(job.state !== 'done' && job.error) || (isKnown ? 'This export was fetched before.' : job.title)}
          {next && <span className={tables.soft}>{next}</span>}
        </Text>
      </Group>
      <JobProgress job={job} />
      {run !== null && (
        <Link to={runAddress(run)} data-autofocus>
          See billing run {run}
        </Link>
      )}
      {typeof amortised === 'string' && (
        <Text size="sm" className={tables.soft}>
          Its amortised costs are added to the run once it is read.
        </Text>
      )}
    </div>
  );
}
