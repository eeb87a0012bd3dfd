import type { FastifyInstance } from 'fastify';
import type { PoolClient } from 'pg';
import type { Database } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import type { JobRow } from '#server/platform/jobs/store.ts';
import type { Log } from '#server/platform/log/log.ts';
import { lookRegularly } from '#server/platform/process/look-regularly.ts';
import { runKeyOf, SCHEDULED } from './schedule-job.ts';
import { isAnyDue, lockDue, type StoredSchedule } from './store.ts';

/** Times are shown to the minute. */
const LOOK_MS = 10_000;

interface DueParts {
  db: Database;
  jobs: Jobs;
}

/** Enqueues the job that does what a schedule does. @param due the time that it is done for; null: beside its times */
export const enqueueRun = (
  tx: PoolClient,
  jobs: Jobs,
  { id, name }: Pick<StoredSchedule, 'id' | 'name'>,
  { due, by, requestId }: { due: string | null; by: string; requestId: string },
): Promise<JobRow> =>
  jobs.enqueue(tx, {
    kind: SCHEDULED,
    title: `Schedule ${name}`,
    input: { schedule: id, due },
    createdBy: by,
    requestId,
    runKey: runKeyOf(id),
  });

/**
 * Enqueues a job for each schedule whose time has come, unless one of it is under way: its end moves the schedule on. So each due
 * time has one job, however many processes look, and what came due while none did has one as well. Answers how many.
 */
export async function enqueueDue({ db, jobs }: DueParts, now: Date): Promise<number> {
  const count = await db.transaction(async (tx) => {
    let enqueued = 0;
    for (const schedule of await lockDue(tx, now)) {
      if (await jobs.isUnderWay(tx, SCHEDULED, runKeyOf(schedule.id))) continue;
      const { id, owner: by, next_run: due } = schedule;
      await enqueueRun(tx, jobs, schedule, { due, by, requestId: `schedule-${id}-${due}` });
      enqueued += 1;
    }
    return enqueued;
  });
  if (count > 0) jobs.wake(SCHEDULED);
  return count;
}

/**
 * Has this process look for what is due while the portal runs: times are rows that people write, so the table is polled. Where
 * nothing is due, that is one short query.
 */
export function lookForDue(app: FastifyInstance, parts: DueParts & { queue: Queue; log: Log }): void {
  const { db, queue, log } = parts;
  lookRegularly(app, {
    everyMs: LOOK_MS,
    look: async () => {
      const now = new Date();
      if (!(await isAnyDue(db, now))) return;
      await queue.ready();
      await enqueueDue(parts, now);
    },
    // A database that is away is reported by others; what is due stays due.
    onFailure: (error) => log.debug({ err: error }, 'it could not be looked for schedules that are due'),
  });
}
