import type { FastifyInstance } from 'fastify';
import { BILL_PROVIDERS } from '#kernel/billing/runs.ts';
import { answers, fileBody, keyHeader, object, text } from '#server/platform/http/describe.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { guardBilling, tags, type BillingParts } from '../parts.ts';
import { beginRun } from '../runs/begin-run.ts';
import { LARGEST_BILL, readBillAsked } from '../runs/take-file.ts';
import { begun, writtenSchema } from '../schemas.ts';

/** The charset that a content type declares; null where it declares none. */
const charsetOf = (type: string | undefined): string | null =>
  /;\s*charset="?([^";\s]+)/i.exec(type ?? '')?.[1] ?? null;

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
          'A CSV or Parquet file, plain, in gzip or in a ZIP archive, which may hold the bill in several files, or a workbook. Answers 202 with the run and its job. A file ' +
          'that is there for the month already, and told of alike, is answered with its run, unless that failed or was superseded or reversed.',
        headers: keyHeader,
        querystring: object(
          {
            provider: { type: 'string', enum: BILL_PROVIDERS },
            month: text(
              'YYYY-MM, the month that is charged; by default that of the file. A file of another month is refused.',
            ),
            name: text('The name of the file.'),
            currency: text('Where the file has none; USD for a bill of AWS.'),
            reference: text('The invoice number where the file has none.'),
            posting_day: text(
              'On which what is charged must be valid; by default the last day of the month.',
            ),
            ...writtenSchema,
          },
          ['month', 'currency', 'reference', 'posting_day', ...Object.keys(writtenSchema)],
        ),
        body: fileBody,
        response: {
          ...answers(202, 'It is being read', begun, [409, 413, 422]),
          ...answers(200, 'The run that has the file already', begun),
        },
      },
    },
    async (request, reply) => {
      const asked = readBillAsked(request.query, charsetOf(request.headers['content-type']));
      return beginRun(parts, request, reply, asked, request.body);
    },
  );
}
