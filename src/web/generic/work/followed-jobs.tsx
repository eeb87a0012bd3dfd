import { useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useFollowedJobs } from '#web/data/followed-jobs.ts';
import { fetchWhenQuiet, late } from '#web/ui/pages/late.tsx';
import classes from './followed-jobs.module.css';

const JOBS_PAGE = '/auth/jobs';

const FollowedJob = late(() => import('./followed-job.tsx'));
fetchWhenQuiet(FollowedJob.fetch);

/** The jobs that were requested in this tab, as they go on: on every screen but that of the jobs themselves. */
export function FollowedJobs() {
  const ids = useFollowedJobs();
  const { pathname } = useLocation();
  if (ids.length === 0 || pathname === JOBS_PAGE) return null;
  return (
    <section className={classes.followed} aria-label="Your background work">
      <Suspense>
        {ids.map((id) => (
          <FollowedJob key={id} id={id} />
        ))}
      </Suspense>
    </section>
  );
}
