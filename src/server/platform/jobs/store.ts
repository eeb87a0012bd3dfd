import type { PoolClient } from 'pg';
import { type Job, type JobOutcome, type JobState, type JobStep } from '#kernel/work.ts';
import type { Database } from '../database/database.ts';
import { type FileOwner, OWNED_BY_JOB, releaseFiles } from '../files/store.ts';

/** A job as it is kept. */
export interface JobRow {
  id: string;
  kind: string;
  title: string;
  input: Record<string, unknown>;
  state: JobState;
  attempts: number;
  reached: Record<string, unknown>;
  done_steps: number | null;
  total_steps: number | null;
  steps: JobStep[];
  result: Record<string, unknown> | null;
  error: string | null;
  next_try: string | null;
  next_look: string | null;
  created_by: string;
  request_id: string;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

export const JOB_COLUMNS = `id, kind, title, input, state, attempts, reached, done_steps, total_steps, steps, result,
  error, next_try, next_look, created_by, request_id, created_at, started_at, finished_at`;

/** The same in a list, where a result that is long is left to the job itself, but for what people read of it. */
export const LISTED_JOB_COLUMNS = JOB_COLUMNS.replace(
  ' result,',
  ` CASE WHEN octet_length(result::text) <= 10000 THEN result
      WHEN result ? 'outcome' THEN jsonb_build_object('outcome', result -> 'outcome') END AS result, `,
);

const KEPT = '30 days';

/** Takes a job for an attempt; null where it has ended or another delivery is meant to run it. */
export async function claimJob(
  db: Database,
  id: string,
  ticket: string,
  claim: string,
): Promise<JobRow | null> {
  const { rows } = await db.query<JobRow>(
    `UPDATE jobs SET state = 'running', attempts = attempts + 1, claim = $3, next_try = NULL, next_look = NULL,
       started_at = coalesce(started_at, now())
     WHERE id = $1 AND ticket = $2 AND state IN ('queued', 'running') RETURNING ${JOB_COLUMNS}`,
    [id, ticket, claim],
  );
  return rows[0] ?? null;
}

/** Whether this attempt still holds the job, which it does until the transaction ends. */
export async function isHeld(tx: PoolClient, id: string, claim: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT 1 FROM jobs WHERE id = $1 AND claim = $2 FOR UPDATE', [
    id,
    claim,
  ]);
  return rowCount === 1;
}

/** Ends a job that this attempt still holds; answers whether it did. */
export async function endJob(
  tx: PoolClient,
  id: string,
  claim: string,
  outcome: { result: Record<string, unknown> | null; error?: string; steps: JobStep[] },
): Promise<boolean> {
  const steps = JSON.stringify(outcome.steps);
  const { rowCount } =
    outcome.error !== undefined
      ? await tx.query(
          `UPDATE jobs SET state = 'failed', claim = NULL, error = $3, result = $4, steps = $5, finished_at = now()
           WHERE id = $1 AND claim = $2 AND state = 'running'`,
          [id, claim, outcome.error, outcome.result && JSON.stringify(outcome.result), steps],
        )
      : await tx.query(
          `UPDATE jobs SET state = 'done', claim = NULL, result = $3, reached = '{}', steps = $4, error = NULL,
             finished_at = now(), done_steps = total_steps WHERE id = $1 AND claim = $2 AND state = 'running'`,
          [id, claim, JSON.stringify(outcome.result), steps],
        );
  return rowCount === 1;
}

/** Under which ticket a job goes on and after how many seconds: tried again, or looking at what it waits for. */
type Release = { ticket: string; seconds: number } & (
  | { attempts: number; error: string | null }
  | { lookedAt: Record<string, unknown> }
);

/** Gives a job back to the queue; answers whether this attempt still held it. */
export async function releaseJob(
  tx: PoolClient,
  id: string,
  claim: string,
  release: Release,
): Promise<boolean> {
  const { ticket, seconds } = release;
  const { rowCount } =
    'lookedAt' in release
      ? await tx.query(
          // It stays under way: somebody else's work for it goes on.
          `UPDATE jobs SET ticket = $3, claim = NULL, attempts = 0, error = NULL, reached = $4,
             next_look = now() + make_interval(secs => $5) WHERE id = $1 AND claim = $2`,
          [id, claim, ticket, JSON.stringify(release.lookedAt), seconds],
        )
      : await tx.query(
          `UPDATE jobs SET state = 'queued', ticket = $3, claim = NULL, attempts = $4, error = $5,
             next_try = now() + make_interval(secs => $6) WHERE id = $1 AND claim = $2`,
          [id, claim, ticket, release.attempts, release.error, seconds],
        );
  return rowCount === 1;
}

/** A job as the owner of the files that it makes. */
export const ownedByJob = (id: string): FileOwner => ({ kind: OWNED_BY_JOB, id });

/** Forgets jobs that ended long ago, and releases their files. */
export async function removeOldJobs(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `DELETE FROM jobs WHERE finished_at < now() - interval '${KEPT}' RETURNING id`,
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await releaseFiles(tx, OWNED_BY_JOB, ids);
  });
}

/** A result apart from what people read of it, which its kind of job puts into `outcome`. */
function splitOutcome(result: JobRow['result']): Pick<Job, 'result' | 'outcome'> {
  if (!result || !('outcome' in result)) return { result, outcome: null };
  const { outcome, ...others } = result;
  return { result: Object.keys(others).length > 0 ? others : null, outcome: outcome as JobOutcome };
}

/**
 * A job as the API answers it.
 * @param may_retry whether who reads it may have it tried again; one that was only enqueued has not failed
 */
export function presentJob(job: JobRow, may_retry = false): Job {
  const { id, kind, title, state, attempts, steps, error, created_by, request_id } = job;
  const { result, outcome } = splitOutcome(job.result);
  const { done_steps: done, total_steps: total } = job;
  const { created_at, started_at, finished_at, next_try, next_look } = job;
  const progress = done === null || total === null ? null : { done, total };
  const stamps = { created_at, started_at, finished_at, next_try, next_look };
  return {
    id,
    kind,
    title,
    state,
    attempts,
    progress,
    steps,
    error,
    result,
    outcome,
    created_by,
    request_id,
    ...stamps,
    may_retry,
  };
}
