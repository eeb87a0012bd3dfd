import { CloseButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isJobUnderWay, type Job } from '#kernel/work.ts';
import { forgetJob } from '#web/data/followed-jobs.ts';
import { useJob } from '#web/data/work.ts';
import { StateBadge } from '#web/ui/entries.tsx';
import { JobOutcome } from './job-outcome.tsx';
import { JobProgress } from './job-progress.tsx';
import { nextOf, shownState } from './job-state.ts';
import classes from './work.module.css';

const JOBS_PAGE = '/auth/jobs';
/** A finished job is shown for so long, unless somebody points at it. */
const DONE_MS = 8000;

/** A job as it goes on; what is done goes by itself. */
export default function FollowedJob({ id }: { id: string }) {
  const { job, gone } = useJob(id);
  const [held, setHeld] = useState(false);
  // A refusal waits to be read.
  const goes = gone || (job?.state === 'done' && !held && !job.outcome?.problem_total);
  useFetchWhenOver(job);
  useEffect(() => {
    if (!goes) return;
    const timer = window.setTimeout(() => forgetJob(id), gone ? 0 : DONE_MS);
    return () => window.clearTimeout(timer);
  }, [goes, gone, id]);
  if (!job) return null;
  return (
    <div
      className={classes.card}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={classes.cardHead}>
        <strong className={classes.title}>{job.title}</strong>
        <CloseButton size={24} aria-label={`Hide ${job.title}`} onClick={() => forgetJob(id)} />
      </div>
      <JobStatus job={job} />
      <JobProgress job={job} />
      <JobOutcome job={job} most={2} />
    </div>
  );
}

/** Has whatever is shown fetched again once a job is over: any list may have what it wrote. */
function useFetchWhenOver(job: Job | undefined): void {
  const queries = useQueryClient();
  const isOver = job !== undefined && !isJobUnderWay(job);
  useEffect(() => {
    if (isOver) void queries.invalidateQueries();
  }, [isOver, queries]);
}

function JobStatus({ job }: { job: Job }) {
  const trouble = job.state === 'done' ? null : job.error;
  const next = nextOf(job);
  return (
    <>
      <div role="status" className={classes.status}>
        <StateBadge {...shownState(job)} />
        {trouble && <span className={classes.trouble}>{trouble}</span>}
        {next && <span className={classes.next}>{next}</span>}
      </div>
      {job.state === 'failed' && (
        <Link to={JOBS_PAGE} className={classes.link}>
          Open the jobs to try it again
        </Link>
      )}
    </>
  );
}
