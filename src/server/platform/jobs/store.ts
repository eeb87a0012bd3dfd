import type { PoolClient } from 'pg';
import { JOB_STATES, type JobState } from '#kernel/work.ts';
import type { Database } from '../database/database.ts';
import { integer, moment, momentOrNull, object, orNull, text, textOrNull } from '../http/describe.ts';
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
  result: Record<string, unknown> | null;
  error: string | null;
  next_try: string | null;
  created_by: string;
  request_id: string;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

export const JOB_COLUMNS = `id, kind, title, input, state, attempts, reached, done_steps, total_steps, result, error,
  next_try, created_by, request_id, created_at, started_at, finished_at`;

const KEPT = '30 days';

/** Takes a job for an attempt; null where it has ended or another delivery is meant to run it. */
export async function claimJob(
  db: Database,
  id: string,
  ticket: string,
  claim: string,
): Promise<JobRow | null> {
  const { rows } = await db.query<JobRow>(
    `UPDATE jobs SET state = 'running', attempts = attempts + 1, claim = $3, next_try = NULL,
       started_at = coalesce(started_at, now())
     WHERE id = $1 AND ticket = $2 AND state IN ('queued', 'running') RETURNING ${JOB_COLUMNS}`,
    [id, ticket, claim],
  );
  return rows[0] ?? null;
}

/** Ends a job that this attempt still holds; answers whether it did. */
export async function endJob(
  tx: PoolClient,
  id: string,
  claim: string,
  outcome: { result: Record<string, unknown> } | { error: string },
): Promise<boolean> {
  const { rowCount } =
    'error' in outcome
      ? await tx.query(
          `UPDATE jobs SET state = 'failed', error = $3, finished_at = now() WHERE id = $1 AND claim = $2`,
          [id, claim, outcome.error],
        )
      : await tx.query(
          `UPDATE jobs SET state = 'done', result = $3, error = NULL, finished_at = now(),
             done_steps = total_steps WHERE id = $1 AND claim = $2`,
          [id, claim, JSON.stringify(outcome.result)],
        );
  return rowCount === 1;
}

/** Gives a job back to the queue under a new ticket; answers whether this attempt still held it. */
export async function releaseJob(
  tx: PoolClient,
  id: string,
  claim: string,
  {
    ticket,
    seconds,
    attempts,
    error,
  }: { ticket: string; seconds: number; attempts: number; error: string | null },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE jobs SET state = 'queued', ticket = $3, claim = NULL, attempts = $4, error = $5,
       next_try = now() + make_interval(secs => $6) WHERE id = $1 AND claim = $2`,
    [id, claim, ticket, attempts, error, seconds],
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

/** What the published OpenAPI says of a job. */
export const jobSchema = {
  $id: 'job',
  title: 'Job',
  ...object({
    id: { type: 'string', format: 'uuid' },
    kind: text('What it does'),
    title: text('What people read'),
    state: { type: 'string', enum: JOB_STATES },
    attempts: integer,
    progress: orNull(object({ done: integer, total: integer })),
    error: { ...textOrNull, description: 'Why it failed, or why it is tried again' },
    result: orNull({ type: 'object', additionalProperties: true }),
    created_by: text('Who asked for it'),
    request_id: text('The request that asked for it'),
    created_at: moment,
    started_at: momentOrNull,
    finished_at: momentOrNull,
    next_try: momentOrNull,
  }),
};

/** A job as the API answers it. */
export function presentJob(job: JobRow): Record<string, unknown> {
  const { id, kind, title, state, attempts, error, result, created_by, request_id, next_try } = job;
  const { done_steps: done, total_steps: total, created_at, started_at, finished_at } = job;
  const progress = done === null || total === null ? null : { done, total };
  const stamps = { created_at, started_at, finished_at, next_try };
  return { id, kind, title, state, attempts, progress, error, result, created_by, request_id, ...stamps };
}
