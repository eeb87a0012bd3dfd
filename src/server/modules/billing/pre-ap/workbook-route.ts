import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { asDownload } from '#server/platform/files/download.ts';
import { readFile } from '#server/platform/files/store.ts';
import { answers, arrayOf, fileOf, object } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { XLSX_TYPE } from '#calls/shapes.ts';
import { readingMuch, readingWhole, tags, type BillingParts } from '../parts.ts';
import { demandRun, readRunId } from '../runs/run.ts';
import { reconciled, runParams } from '../schemas.ts';
import { reconcile } from './reconciliation.ts';
import { keepWorkbook } from './run-files.ts';

interface OfRun {
  Params: { id: string };
}

/** The workbook of a run as it is at this moment, and what its reconciliation sheet tells. */
export function workbookRoute(scope: FastifyInstance, { db }: BillingParts): void {
  scope.get<OfRun>(
    '/api/billing_runs/:id/pre_ap.xlsx',
    {
      ...readingMuch,
      schema: {
        tags,
        summary: 'Download the Pre-AP workbook of a billing run',
        description:
          'Sheets: Summary, Pre-AP (a block per company code and invoice), Lines (their sums), Exceptions, Reconciliation.',
        params: runParams,
        response: answers(200, 'The workbook', fileOf(XLSX_TYPE), [404]),
      },
    },
    async (request, reply) => {
      noQuery(request);
      const id = readRunId(request.params.id);
      await demandRun(db, id);
      const file = await keepWorkbook(db, id);
      return asDownload(reply, file.name, file.content_type)
        .header('content-length', file.size)
        .send(Readable.from(readFile(db, file.id), { objectMode: false }));
    },
  );
  scope.get<OfRun>(
    '/api/billing_runs/:id/reconciliation',
    {
      ...readingWhole,
      schema: {
        tags,
        summary: 'Compare what invoices come to with their lines, postings and bills',
        params: runParams,
        response: answers(200, 'Invoice by invoice', object({ data: arrayOf(reconciled) }), [404]),
      },
    },
    async (request) => {
      noQuery(request);
      const id = readRunId(request.params.id);
      await demandRun(db, id);
      return { data: await reconcile(db, id) };
    },
  );
}
