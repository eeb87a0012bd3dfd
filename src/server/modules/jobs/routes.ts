import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notFound } from '#kernel/errors.ts';
import { JOB_STATES } from '#kernel/work.ts';
import type { EngineServices } from '#server/engine/services.ts';
import {
  askedBy,
  listQuery,
  listQuerySchema,
  listSql,
  pageOf,
  readQuery,
  schemasOnlyTell,
} from '#server/platform/asked-by.ts';
import type { Database } from '#server/platform/database.ts';
import { JOB_COLUMNS, type JobRow, presentJob } from '#server/platform/jobs-store.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import { noQuery } from '#server/platform/no-query.ts';
import type { Queue } from '#server/platform/queue.ts';
import { workVisibleTo } from '#server/policies/own-work.ts';

interface JobParts {
  db: Database;
  queue: Queue;
  jobs: Jobs;
  services: EngineServices;
}

const tags = ['Jobs'];
const isJob = z.uuid();
const SORTED = Object.fromEntries(
  ['title', 'kind', 'state', 'created_by', 'created_at', 'finished_at'].map((name) => [name, name]),
);
const query = {
  ...listQuery(SORTED),
  by_state: z.enum(JOB_STATES).optional(),
  q: z.string().max(200).optional(),
};

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

  await app.register(async (scope) => {
    schemasOnlyTell(scope);
    scope.get(
      '/api/jobs',
      {
        schema: {
          tags,
          summary: 'List background jobs, the newest first',
          querystring: listQuerySchema(SORTED, JOB_STATES),
        },
      },
      async (request) => {
        const { by_state: state, q, ...asked } = readQuery(query, request.query);
        const where = `WHERE created_by = coalesce($1, created_by)
        AND strpos(lower(title || E'\\n' || created_by), lower($2)) > 0`;
        const values = [workVisibleTo(askedBy(request)), q?.trim() ?? ''];
        const { rows } = await db.query<JobRow>(
          `SELECT ${JOB_COLUMNS} FROM jobs ${where} AND state = coalesce($3, state)
         ${listSql(asked, 'created_at DESC, id')}`,
          [...values, state ?? null],
        );
        const counted = await db.query<{ state: string; count: number }>(
          `SELECT state, count(*)::integer AS count FROM jobs ${where} GROUP BY state`,
          values,
        );
        const states = Object.fromEntries(JOB_STATES.map((name) => [name, 0]));
        for (const { state: name, count } of counted.rows) states[name] = count;
        const total = state ? states[state] : counted.rows.reduce((sum, { count }) => sum + count, 0);
        return { data: rows.map(presentJob), meta: { total, ...pageOf(asked), states } };
      },
    );

    scope.get('/api/jobs/:id', { schema: { tags, summary: 'Follow a background job' } }, async (request) => ({
      data: presentJob(await find(request)),
    }));

    scope.post(
      '/api/jobs/:id/retry',
      { schema: { tags, summary: 'Try a failed job again, from where it got to' } },
      async (request, reply) => {
        const { id, kind } = await find(request);
        await queue.ready();
        await services.once(request, reply, async (tx) => ({
          status: 202,
          body: { data: { job: presentJob(await jobs.again(tx, id)) } },
        }));
        jobs.wake(kind);
        return reply;
      },
    );
  });
}
