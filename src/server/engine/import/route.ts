import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ImportProgress } from '#kernel/csv/csv-import.ts';
import type { Resource } from '#kernel/resource.ts';
import { longWork } from '#server/platform/database/limits.ts';
import { asRefusal, failureBody, reasonOf } from '#server/platform/http/errors.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { requestKey, sendAnswer, type Answer } from '../idempotency.ts';
import type { EngineServices } from '../services.ts';
import { byWay } from '../writes/write-statements.ts';
import { ownPart } from './part.ts';
import type { OnProgress } from './prepare.ts';
import { importQueue } from './queue.ts';
import { readImportRequest } from './request.ts';
import { importSchema } from './route-schema.ts';
import { importPreview, importResult, planImport, runImport } from './run-import.ts';
import { importContext } from './whole-file.ts';

const NDJSON = 'application/x-ndjson';
/** A line of progress at most this often. */
const PROGRESS_EVERY_MS = 100;

/** A cell that is too long is reported with its row; one beyond this is not even kept. */
const LONGEST_TEXT = 2_000_000;

/** A large file takes seconds; scripts that send many small ones are welcome. */
const fair = fairUse({ atOnce: 4, perMinute: 600, noun: 'imports' });

/**
 * `POST …/import_json`: creates a record for every row of a file, or says with `dry_run` what it would do. With `update`
 * rows whose key finds a record change it.
 * A client that accepts `application/x-ndjson` gets lines of progress, `{"progress":{phase,done,total}}`, and
 * as the last line `{"status":…,"body":…}` what others get as the answer.
 */
export function importRoute(scope: FastifyInstance, services: EngineServices, resource: Resource): void {
  const { registry } = services;
  const options = {
    bodyLimit: services.importLimit,
    schema: importSchema(resource),
    ...fair,
    config: { ...fair.config, longestText: LONGEST_TEXT },
    onRequest: [
      async (request: FastifyRequest) => void services.guard(request, 'create', resource),
      fair.onRequest,
    ],
  };
  scope.post('/import_json', options, async (request, reply) => {
    const who = services.guard(request, 'create', resource);
    noQuery(request);
    const { rows, dryRun, update, notation } = readImportRequest(resource, request.body);
    if (update) services.guard(request, 'update', resource);
    const file = { parts: [ownPart(resource, update)], tables: [{ sheet: null, notation, rows }] };
    const key = requestKey(request);
    const work = (onProgress: OnProgress): Promise<Answer> =>
      importQueue.run(who.actor.email, () =>
        longWork(async () => {
          const context = importContext(services, byWay(who, 'import'), onProgress);
          if (!dryRun) return runImport(context, file, key, importResult);
          const data = await planImport(context, file, (tx, plan) => importPreview(tx, registry, plan));
          return { status: 200, body: JSON.stringify({ data }) };
        }),
      );
    const streams = request.headers.accept?.includes(NDJSON) === true;
    return streams ? streamAnswer(request, reply, work) : sendAnswer(reply, await work(() => undefined));
  });
}

function streamAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (onProgress: OnProgress) => Promise<Answer>,
): FastifyReply {
  const lines = new Readable({ read: () => undefined });
  let last: ImportProgress | null = null;
  let reportedAt = 0;
  const onProgress: OnProgress = (progress) => {
    const now = performance.now();
    if (progress.phase === last?.phase && now - reportedAt < PROGRESS_EVERY_MS) return;
    last = progress;
    reportedAt = now;
    lines.push(`${JSON.stringify({ progress })}\n`);
  };
  const finish = (status: number, body: string) => {
    lines.push(`{"status":${status},"body":${body}}\n`);
    lines.push(null);
  };
  // A client that leaves stops the lines, not the import: its key gives it the result later.
  work(onProgress).then(
    ({ status, body }) => finish(status, body),
    (error: unknown) => {
      const refusal = asRefusal(error);
      request.refusal = refusal && reasonOf(refusal);
      if (!refusal) request.log.error({ err: error }, 'an import failed');
      finish(refusal?.status ?? 500, JSON.stringify(failureBody(refusal, request.id)));
    },
  );
  return reply.code(200).type(NDJSON).send(lines);
}
