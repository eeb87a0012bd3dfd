import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BILL_PROVIDERS } from '#kernel/billing/runs.ts';
import { answers, fileBody, keyHeader, object, text } from '#server/platform/http/describe.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { guardBilling, tags, type BillingParts } from '../parts.ts';
import { beginRun } from '../runs/begin-run.ts';
import { keepBill, keptFiles, LARGEST_BILL, type KeptBill } from '../runs/bill-files.ts';
import { declaredEncoding } from '../runs/bill-written.ts';
import { EXISTING, OPTIONAL_PARAMETERS, readBillAsked, readFileIds } from '../runs/take-file.ts';
import { begun } from '../schemas.ts';
import { writtenSchema } from '../written-schema.ts';

const fair = fairUse({ atOnce: 4, perMinute: 120, noun: 'uploads' });

/** `POST /api/billing_runs` takes a provider's file as the body of the request, whatever its type. */
export function uploadRoute(scope: FastifyInstance, parts: BillingParts): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  scope.post(
    '/api/billing_runs',
    {
      bodyLimit: LARGEST_BILL,
      config: fair.config,
      onRequest: [
        async (request) => void guardBilling(request),
        // Said before the body is read.
        async (request) => void readBillAsked(request.query),
        fair.onRequest,
      ],
      schema: {
        tags,
        summary: "Begin a billing run with a provider's file, which is the body of the request",
        description:
          'A CSV or Parquet file, plain, in gzip or in a ZIP archive, which may hold the bill in several files and their manifest, or a workbook; or files that were sent ' +
          'with POST /api/billing_files before. Answers 202 with the run and its job. A file that is there for the month already, and told of alike, is answered with ' +
          'its run, unless that failed or was superseded or reversed. Where an open or final run has one of its invoices, this is refused with 409 and the figures of both ' +
          'sides in `existing`, unless the parameter of that name says what becomes of them.',
        headers: keyHeader,
        querystring: object(
          {
            provider: { type: 'string', enum: BILL_PROVIDERS },
            month: text(
              'YYYY-MM, the month that is charged; by default that of the file. A file of another month is refused.',
            ),
            name: text('The name of the file that is the body.'),
            currency: text('Where the file has none; USD for a bill of AWS.'),
            reference: text('The invoice number where the file has none.'),
            posting_day: text(
              'On which what is charged must be valid; by default the last day of the month.',
            ),
            ...writtenSchema,
            existing: {
              type: 'string',
              enum: EXISTING,
              description:
                'Where an open run has one of its invoices: add makes it a part of that run, replace takes its place, leave keeps that run as it is. ' +
                'Where a final run has one: difference books what differs from it.',
            },
            files: text(
              'The ids of files that were sent before, separated by commas; there is no body then.',
            ),
          },
          OPTIONAL_PARAMETERS,
        ),
        body: fileBody,
        response: {
          ...answers(202, 'It is being read', begun, [409, 413, 422]),
          ...answers(200, 'The run that has the file already', begun),
        },
      },
    },
    async (request, reply) => {
      const ids = readFileIds(request.query);
      const declared = ids === null ? declaredEncoding(request.headers['content-type']) : null;
      const asked = readBillAsked(request.query, declared);
      const given = await givenFiles(parts, request, asked.name, ids);
      return beginRun(parts, request, reply, asked, given);
    },
  );
}

/** The files that are named, or the body as one, of which its type may declare the encoding. @throws {Refusal} as `keepBill` and `keptFiles` */
export async function givenFiles(
  { db, queue }: Pick<BillingParts, 'db' | 'queue'>,
  request: FastifyRequest,
  name: string,
  ids: readonly string[] | null,
): Promise<{ kept: KeptBill[]; staged: boolean }> {
  const { email: by } = guardBilling(request);
  await queue.ready();
  if (ids !== null) return { kept: await keptFiles(db, ids, by), staged: true };
  return {
    kept: [
      await keepBill(
        db,
        { name, by, encoding: declaredEncoding(request.headers['content-type']) },
        request.body,
      ),
    ],
    staged: false,
  };
}
