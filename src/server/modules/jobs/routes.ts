import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notFound } from '#kernel/errors.ts';
import { JOB_STATES, type Job, type JobState } from '#kernel/work.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { askedBy, schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import type { Database } from '#server/platform/database/database.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { filesOf, readFile } from '#server/platform/files/store.ts';
import { answers, arrayOf, fileBody, keyHeader, object } from '#server/platform/http/describe.ts';
import {
  JOB_COLUMNS,
  jobSchema,
  type JobRow,
  LISTED_JOB_COLUMNS,
  ownedByJob,
  presentJob,
} from '#server/platform/jobs/store.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import { workList } from '#server/platform/jobs/work-list.ts';
import { workVisibleTo } from '#server/policies/own-work.ts';

interface JobParts {
  db: Database;
  queue: Queue;
  jobs: Jobs;
  services: EngineServices;
}

const tags = ['Jobs'];
const isJob = z.uuid();
const job = { $ref: `${jobSchema.$id}#` };
const params = object({ id: { type: 'string', format: 'uuid', description: 'The id of the job.' } });
const list = workList<JobRow, JobState>({
  table: 'jobs',
  select: `SELECT ${LISTED_JOB_COLUMNS} FROM jobs`,
  states: JOB_STATES,
  sorted: Object.fromEntries(
    ['title', 'kind', 'state', 'created_by', 'created_at', 'finished_at'].map((name) => [name, name]),
  ),
  order: 'created_at DESC, id',
  searched: ['title', 'created_by'],
});

/** Following background work: what waits, runs, is done and has failed. People see their own, operators all of it. */
export async function registerJobs(
  app: FastifyInstance,
  { db, queue, jobs, services }: JobParts,
): Promise<void> {
  const find = async (request: FastifyRequest): Promise<JobRow> => {
    noQuery(request);
    const { id } = request.params as { id: string };
    const { rows } = await db.query<JobRow>(
      `SELECT ${JOB_COLUMNS} FROM jobs WHERE id = $1 AND created_by = coalesce($2, created_by)`,
      [isJob.safeParse(id).success ? id : null, workVisibleTo(askedBy(request))],
    );
    if (!rows[0]) throw notFound(`Job ${id.slice(0, 60)}`);
    return rows[0];
  };

  const present = async (request: FastifyRequest, row: JobRow) =>
    presentJob(row, await jobs.mayTryAgain(request, row));

  app.addSchema(jobSchema);
  await app.register(async (scope) => {
    schemasOnlyTell(scope);
    scope.get(
      '/api/jobs',
      {
        schema: {
          tags,
          summary: 'List background jobs, the newest first',
          querystring: list.querystring,
          response: answers(200, 'A page of them', object({ data: arrayOf(job), meta: list.meta() })),
        },
      },
      async (request) => {
        const { rows, meta } = await list.read(db, request, workVisibleTo(askedBy(request)));
        const data: Job[] = [];
        // One after the other: a page may have a thousand, and each may ask the database who may try it again.
        for (const row of rows) data.push(await present(request, row));
        return { data, meta };
      },
    );

    scope.get(
      '/api/jobs/:id',
      {
        schema: {
          tags,
          summary: 'Follow a background job',
          params,
          response: answers(200, 'The job', object({ data: job }), [404]),
        },
      },
      async (request) => ({ data: await present(request, await find(request)) }),
    );

    scope.get(
      '/api/jobs/:id/file',
      {
        schema: {
          tags,
          summary: 'Download the file that the outcome of a background job names',
          params,
          response: answers(200, 'The file', fileBody, [404]),
        },
      },
      async (request, reply) => {
        const { id, outcome } = presentJob(await find(request));
        const files = outcome?.file ? await filesOf(db, ownedByJob(id)) : [];
        const file = files.find((one) => one.id === outcome?.file?.id);
        if (!file) throw notFound('The file');
        return asDownload(reply, file.name, file.content_type)
          .header('content-length', file.size)
          .send(Readable.from(readFile(db, file.id), { objectMode: false }));
      },
    );

    scope.post(
      '/api/jobs/:id/retry',
      {
        schema: {
          tags,
          summary: 'Try a failed job again, from where it got to',
          params,
          headers: keyHeader,
          response: answers(202, 'It waits', object({ data: object({ job }) }), [404, 409, 422]),
        },
      },
      async (request, reply) => {
        const found = await find(request);
        const { id, kind } = found;
        await jobs.guard(request, found);
        await queue.ready();
        await services.once(request, reply, async (tx) => ({
          status: 202,
          body: { data: { job: presentJob(await jobs.tryAgain(tx, id, request)) } },
        }));
        jobs.wake(kind);
        return reply;
      },
    );
  });
}
