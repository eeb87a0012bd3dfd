import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { jobFile, listJobs, readJob, retryJob, type JobSort } from '#calls/work.ts';
import { notFound } from '#kernel/errors.ts';
import { JOB_STATES, type Job, type JobState } from '#kernel/work.ts';
import { leftToUndo } from '#server/engine/activity/left-to-undo.ts';
import { openDoor } from '#server/engine/door.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Database } from '#server/platform/database/database.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { filesOf, readFile } from '#server/platform/files/store.ts';
import { serve, serveChange, serveFile, serveWhole } from '#server/platform/http/serve.ts';
import {
  JOB_COLUMNS,
  type JobRow,
  LISTED_JOB_COLUMNS,
  ownedByJob,
  presentJob,
} from '#server/platform/jobs/store.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import { workList } from '#server/platform/jobs/work-list.ts';
import { workVisibleTo } from '#server/policies/own-work.ts';

interface JobParts {
  db: Database;
  queue: Queue;
  jobs: Jobs;
  services: EngineServices;
}

const list = workList<JobRow, JobState, JobSort>({
  table: 'jobs',
  select: `SELECT ${LISTED_JOB_COLUMNS} FROM jobs`,
  states: JOB_STATES,
  sorted: {
    title: 'title',
    kind: 'kind',
    state: 'state',
    created_by: 'created_by',
    created_at: 'created_at',
    finished_at: 'finished_at',
  },
  order: 'created_at DESC, id',
  searched: ['title', 'created_by'],
});

/** Following background work: what waits, runs, is done and has failed. People see their own, operators all of it. */
export async function registerJobs(
  app: FastifyInstance,
  { db, queue, jobs, services }: JobParts,
): Promise<void> {
  const find = async (id: string, actor: Actor): Promise<JobRow> => {
    const { rows } = await db.query<JobRow>(
      `SELECT ${JOB_COLUMNS} FROM jobs WHERE id = $1 AND created_by = coalesce($2, created_by)`,
      [id, workVisibleTo(actor)],
    );
    if (!rows[0]) throw notFound(`Job ${id}`);
    return rows[0];
  };

  await app.register(async (scope) => {
    const door = openDoor(scope, services);
    serveWhole(door, listJobs, async ({ query, actor, request }) => {
      const { rows, meta } = await list.read(db, query, workVisibleTo(actor));
      const data: Job[] = [];
      // One after the other: a page may have a thousand, and each may query the database for who may try it again.
      for (const row of rows) data.push(presentJob(row, await jobs.mayTryAgain(request, row)));
      return { data: await withLeftChanges(db, data), meta };
    });

    serve(door, readJob, async ({ params: { id }, actor, request }) => {
      const row = await find(id, actor);
      const [job] = await withLeftChanges(db, [presentJob(row, await jobs.mayTryAgain(request, row))]);
      if (!job) throw notFound(`Job ${id}`);
      return job;
    });

    serveFile(door, jobFile, async ({ params: { id }, actor }, reply) => {
      const { outcome } = presentJob(await find(id, actor));
      const files = outcome?.file ? await filesOf(db, ownedByJob(id)) : [];
      const file = files.find((one) => one.id === outcome?.file?.id);
      if (!file) throw notFound('The file');
      return asDownload(reply, file.name, file.content_type)
        .header('content-length', file.size)
        .send(Readable.from(readFile(db, file.id), { objectMode: false }));
    });

    serveChange(
      door,
      retryJob,
      async (tx, { params: { id }, request }) => ({ job: presentJob(await jobs.tryAgain(tx, id, request)) }),
      async (change, { params: { id }, actor, request }) => {
        const found = await find(id, actor);
        await jobs.guard(request, found);
        await queue.ready();
        const reply = await change();
        jobs.wake(found.kind);
        return reply;
      },
    );
  });
}

/** The changes that a job names in its result, by which it is taken back. */
const changesIn = ({ result }: Job): number[] => {
  const changes = result?.['changes'];
  return Array.isArray(changes) ? changes.filter((id) => typeof id === 'number') : [];
};

/** Jobs that name only the changes of which something could still be taken back. */
async function withLeftChanges(db: Database, jobs: readonly Job[]): Promise<Job[]> {
  const left = await leftToUndo(db, jobs.flatMap(changesIn));
  return jobs.map((job) => {
    const changes = changesIn(job);
    return changes.length === 0
      ? job
      : { ...job, result: { ...job.result, changes: changes.filter((id) => left.has(id)) } };
  });
}
