import { cloudName } from '#kernel/clouds.ts';
import type { DirectoryFailure, DirectoryState } from '#calls/directory.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { JOB_COLUMNS, type JobRow, presentJob } from '#server/platform/jobs/store.ts';
import type { Directory } from '#server/providers/graph/interface.ts';
import type { AccessSource } from '../access/source.ts';
import { DIRECTORY } from './apply.ts';
import { DIRECTORY_SYNC } from './job.ts';
import { lossesOf } from './losses.ts';

interface StateParts {
  services: { db: Runner };
  at: { directory: Directory } | { directory: null; missing: string };
  sources: readonly AccessSource[];
}

/** @param first why the first reading was not enqueued, which is shown until one was */
export async function stateOf(
  { services: { db }, at, sources }: StateParts,
  first: DirectoryFailure | null,
): Promise<DirectoryState> {
  const { rows: read } = await db.query<{ name: string; read_at: string }>({
    text: 'SELECT name, read_at FROM ad_sources',
  });
  const { rows: jobs } = await db.query<JobRow>({
    text: `(SELECT ${JOB_COLUMNS} FROM jobs WHERE kind = $1 AND state IN ('queued', 'running')
        ORDER BY created_at LIMIT 1)
      UNION ALL (SELECT ${JOB_COLUMNS} FROM jobs WHERE kind = $1 AND state IN ('done', 'failed')
        ORDER BY finished_at DESC LIMIT 1)`,
    values: [DIRECTORY_SYNC],
  });
  const reading = jobs.find(({ state }) => state === 'queued' || state === 'running');
  const names = [...(at.directory === null ? [] : [DIRECTORY]), ...sources.map(({ name }) => name)];
  const readAt = (name: string) => read.find((one) => one.name === name)?.read_at ?? null;
  const ages = names.map((name) => ({ name: cloudName(name), read_at: readAt(name) }));
  const moments = ages.flatMap(({ read_at: one }) => one ?? []);
  const isWhole = moments.length > 0 && moments.length === ages.length;
  return {
    // As old as the oldest of it.
    read_at: isWhole ? new Date(Math.min(...moments.map((one) => Date.parse(one)))).toISOString() : null,
    reading: reading ? presentJob(reading) : null,
    failure: reading ? null : jobs[0] ? failureOf(jobs[0]) : first,
    simulated: at.directory?.reached.simulated ?? false,
    place: at.directory?.reached.place ?? null,
    missing: at.directory === null ? at.missing : null,
    sources: ages,
  };
}

function failureOf({ state, finished_at: at, error, result }: JobRow): DirectoryFailure | null {
  if (state !== 'failed' || at === null || error === null) return null;
  return { at, error, losses: lossesOf(result) };
}
