import { headingOf } from '#kernel/csv/headings.ts';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { listExceptions } from '#calls/exceptions.ts';
import { listLines, listPostings, listSpread, POSTING_COLUMNS, postingsCsv } from '#calls/run-details.ts';
import { DEFAULT_PAGE_SIZE } from '#calls/shapes.ts';
import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import type { Database } from '#server/platform/database/database.ts';
import { BYTE_ORDER_MARK, csvLines, csvPortions } from '#server/platform/files/csv.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { heavyWorkFor } from '#server/platform/http/heavy-answer.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveFile, serveJson, serveWhole } from '#server/platform/http/serve.ts';
import { readSpread } from '../allocation/spread.ts';
import { readExceptions, readLines, readPostings } from './details.ts';
import { demandRun } from '../runs/run.ts';
import { partAnswer, portionsOf, type ReadPart } from './all-rows.ts';

/** A call for a part of a run: a page of it, or all. */
interface PartMade {
  params: { id: number };
  query: { page?: number; per_page?: number };
  request: FastifyRequest;
}

/** The results of a run: postings, exceptions, and the lines with the way that each of them went. */
export function detailRoutes(door: Door, db: Database): void {
  const answer = async (made: PartMade, reply: FastifyReply, read: ReadPart) => {
    const { page, per_page } = made.query;
    const wanted = { page: page ?? 1, per_page: per_page ?? DEFAULT_PAGE_SIZE };
    await demandRun(db, made.params.id);
    return partAnswer(read, page === undefined && per_page === undefined ? null : wanted, async () => {
      await door.heavy.onRequest(made.request, reply);
      return heavyWorkFor(reply);
    });
  };
  serveJson(door, listExceptions, (made, reply) =>
    answer(made, reply, (page) => readExceptions(db, made.params.id, page)),
  );
  serveJson(door, listSpread, (made, reply) =>
    answer(made, reply, (page) => readSpread(db, made.params.id, page)),
  );
  serveJson(door, listPostings, (made, reply) => {
    const {
      by_line: line = null,
      by_identifier: account = null,
      by_reference: reference = null,
    } = made.query;
    const filter = { line, account, reference };
    return answer(made, reply, (page) => readPostings(db, made.params.id, filter, page));
  });

  serveFile(door, postingsCsv, async ({ params: { id } }, reply) => {
    await demandRun(db, id);
    const portions = portionsOf((page) => readPostings(db, id, null, page), heavyWorkFor(reply));
    async function* file(): AsyncGenerator<string> {
      yield BYTE_ORDER_MARK + csvLines([POSTING_COLUMNS.map(headingOf)]);
      for await (const { rows } of portions)
        yield* csvPortions(
          rows.map((row) => POSTING_COLUMNS.map((name) => neutraliseCell(String(row[name] ?? '')))),
        );
    }
    return asDownload(reply, `postings_run_${id}.csv`, 'text/csv; charset=utf-8').send(
      Readable.from(file(), { objectMode: false }),
    );
  });

  serveWhole(door, listLines, async ({ params: { id }, query }) => {
    const { page, per_page, by_lacks: lacks, by_service: service = null, no_service: none } = query;
    await demandRun(db, id);
    const filter = {
      account: query.by_identifier ?? null,
      kind: query.by_kind ?? null,
      posting: query.by_posting ?? null,
      gaps: lacks === undefined ? null : { lacks, service: none ? '' : service },
    };
    const { rows, total } = await readLines(db, id, filter, { page, per_page });
    return { data: rows, meta: { total, page, per_page } };
  });
}
