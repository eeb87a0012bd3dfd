import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { RUN_STATES } from '#kernel/billing/runs.ts';
import { notFound } from '#kernel/errors.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { filesOf, readFile } from '#server/platform/files/store.ts';
import { answers, arrayOf, fileBody, object, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { workList } from '#server/platform/jobs/work-list.ts';
import { guardReading, tags, type BillingParts } from '../parts.ts';
import { demandRun, OWNED_BY_RUN, readRun, readRunId, RUN_COLUMNS } from '../runs/run.ts';
import { run, runParams } from '../schemas.ts';

const list = workList<Record<string, unknown>, (typeof RUN_STATES)[number]>({
  table: 'billing_runs r',
  select: `SELECT ${RUN_COLUMNS} FROM billing_runs r`,
  states: RUN_STATES,
  sorted: Object.fromEntries(
    ['id', 'provider', 'month', 'state', 'file_name', 'created_by', 'created_at'].map((name) => [
      name,
      `r.${name}`,
    ]),
  ),
  order: 'r.created_at DESC, r.id DESC',
  searched: ['file_name', 'provider', `to_char(r.month, 'YYYY-MM')`, 'created_by'],
});

/** Looking at the runs: all of them, one, and the file that it came from. */
export function runRoutes(scope: FastifyInstance, { db }: BillingParts): void {
  const onRequest = async (request: Parameters<typeof guardReading>[0]) => void guardReading(request);
  scope.get(
    '/api/billing_runs',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the billing runs, the newest first',
        querystring: list.querystring,
        response: answers(200, 'A page of them', object({ data: arrayOf(run), meta: list.meta() })),
      },
    },
    async (request) => {
      const { rows, meta } = await list.read(db, request, null);
      return { data: rows, meta };
    },
  );
  scope.get<{ Params: { id: string } }>(
    '/api/billing_runs/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Follow a billing run',
        params: runParams,
        response: answers(200, 'The run', object({ data: run }), [404]),
      },
    },
    async (request) => {
      noQuery(request);
      return { data: await readRun(db, readRunId(request.params.id)) };
    },
  );
  scope.get<{ Params: { id: string; file: string } }>(
    '/api/billing_runs/:id/files/:file',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Download a file of a billing run',
        params: object({ id: text('The id of the run.'), file: text('The id of the file.') }),
        response: answers(200, 'The file', fileBody, [404]),
      },
    },
    async (request, reply) => {
      noQuery(request);
      const id = readRunId(request.params.id);
      await demandRun(db, id);
      const files = await filesOf(db, { kind: OWNED_BY_RUN, id });
      const file = files.find((one) => one.id === request.params.file);
      if (!file) throw notFound('The file');
      return asDownload(reply, file.name, file.content_type)
        .header('content-length', file.size)
        .send(Readable.from(readFile(db, file.id), { objectMode: false }));
    },
  );
}
