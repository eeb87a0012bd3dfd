import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { importCall } from '#calls/imports.ts';
import { importKeys, type ImportProgress } from '#kernel/csv/csv-import.ts';
import type { Resource } from '#kernel/resource.ts';
import { longWork } from '#server/platform/database/limits.ts';
import { asRefusal, failureBody, reasonOf } from '#server/platform/http/errors.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { checkedLine, checkedText, routeCall } from '#server/platform/http/route-call.ts';
import { openDoor } from '../door.ts';
import { requestKey, sendAnswer, type Answer } from '../idempotency.ts';
import type { EngineServices } from '../services.ts';
import { byWay } from '../writes/write-statements.ts';
import { ownPart } from './part.ts';
import type { OnProgress } from './prepare.ts';
import { importQueue } from './queue.ts';
import type { ReadFile } from './reading/read-rows.ts';
import { rowsOf } from './request.ts';
import { sheetOfWorkbook } from './workbook-sheet.ts';
import { importPreview, importResult, planImport, runImport } from './run-import.ts';
import { keepFile } from './waiting/keep-file.ts';
import { importContext } from './whole-file.ts';

const NDJSON = 'application/x-ndjson';
/** A line of progress at most this often. */
const PROGRESS_EVERY_MS = 100;

/** A cell that is too long is reported with its row; one beyond this is not even kept. */
const LONGEST_TEXT = 2_000_000;

/** A large file takes seconds; scripts that send many small ones are welcome. */
const fair = fairUse({ atOnce: 4, perMinute: 600, noun: 'imports' });

/**
 * `POST …/import_json`: creates a record for every row of a file, given as `data` or as a workbook in `file`, or says with `dry_run` what
 * it would do. With `update` rows whose key finds a record change it; where a second person approves one of these changes, the whole file
 * waits for them.
 * A client that accepts `application/x-ndjson` gets lines of progress, `{"progress":{phase,done,total}}`, and
 * as the last line `{"status":…,"body":…}` what others get as the answer.
 */
export function importRoute(scope: FastifyInstance, services: EngineServices, resource: Resource): void {
  const { registry } = services;
  const call = importCall(resource);
  const door = {
    ...openDoor(scope, services, { uploads: { ...fair, bodyLimit: services.importLimit } }),
    options: { config: { longestText: LONGEST_TEXT } },
  };
  routeCall(door, call, async ({ body, request }, reply) => {
    const { data, file: workbook, dry_run: dryRun = false, update = false, row_numbers: lines } = body;
    const who = services.guard(request, 'create', resource);
    // Where nothing tells records apart, none is changed.
    if (update && importKeys(resource).length > 0) services.guard(request, 'update', resource);
    const notation = { decimalSign: body.decimal_sign, dateOrder: body.date_order };
    const given = data && [{ sheet: null, rows: rowsOf(data, lines) }];
    const part = { ...ownPart(resource, update), emptyCells: body.empty_cells ?? 'leave' } as const;
    const key = requestKey(request);
    const work = (onProgress: OnProgress): Promise<Answer> =>
      importQueue.run(who.actor.email, () =>
        longWork(async () => {
          const read =
            given || !workbook ? null : await sheetOfWorkbook(workbook, body.sheet ?? null, dryRun);
          const said = { notation, headings: body.headings };
          const tables = (given ?? read?.tables ?? []).map((table) => ({ ...table, ...said }));
          const file = { parts: [part], tables };
          const context = importContext(services, byWay(who, 'import'), onProgress);
          if (!dryRun) {
            const kept = { update, emptyCells: part.emptyCells, ...said, rows: tables[0]?.rows ?? [] };
            const done = await runImport(context, file, key, importResult, (plan, planned) =>
              keepFile(plan, resource, kept, planned),
            );
            return checkedText(door, call, done);
          }
          const previewOf = async (tx: PoolClient, plan: ReadFile) => ({
            ...(await importPreview(tx, registry, plan)),
            ...(read && read.sheets.length > 0 && { sheets: read.sheets, sheet: read.taken }),
          });
          const preview = await planImport(context, file, previewOf, true);
          return checkedText(door, call, { status: 200, body: JSON.stringify({ data: preview }) });
        }),
      );
    const streams = request.headers.accept?.includes(NDJSON) === true;
    if (!streams) return sendAnswer(reply, await work(() => undefined));
    return streamAnswer(request, reply, work, (line) => checkedLine(door, call, line));
  });
}

function streamAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (onProgress: OnProgress) => Promise<Answer>,
  lineOf: (json: string) => string,
): FastifyReply {
  const lines = new Readable({ read: () => undefined });
  let last: ImportProgress | null = null;
  let reportedAt = 0;
  const onProgress: OnProgress = (progress) => {
    const now = performance.now();
    if (progress.phase === last?.phase && now - reportedAt < PROGRESS_EVERY_MS) return;
    last = progress;
    reportedAt = now;
    lines.push(lineOf(JSON.stringify({ progress })));
  };
  const finish = (status: number, body: string) => {
    lines.push(lineOf(`{"status":${status},"body":${body}}`));
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
