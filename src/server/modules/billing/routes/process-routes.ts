import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BillProvider } from '#kernel/billing/runs.ts';
import { parseWrittenDay } from '#kernel/dates.ts';
import { invalid, type FieldError } from '#kernel/errors.ts';
import { cloudBills } from '#resources/cloud-bills.ts';
import { readBody } from '#server/engine/request-body.ts';
import { answers, keyHeader, object, text } from '#server/platform/http/describe.ts';
import { readTexts } from '#server/platform/http/query.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { guardBilling, type BillingParts } from '../parts.ts';
import { beginRun } from '../runs/begin-run.ts';
import { keepBill } from '../runs/bill-files.ts';
import { readWritten } from '../runs/bill-written.ts';
import { EXISTING, LONGEST_NAME, readExisting } from '../runs/take-file.ts';
import { begun } from '../schemas.ts';
import { writtenSchema } from '../written-schema.ts';

const fair = fairUse({ atOnce: 4, perMinute: 60, noun: 'uploads' });

interface Processed {
  path: string;
  provider: BillProvider;
  /** What people call the cloud. */
  label: string;
  /** What the run is named by where the call does not name its file. */
  unnamed: string;
  /** Whether the call tells a day of the month that is charged. */
  dated: boolean;
}

const PROCESSED: readonly Processed[] = [
  {
    path: '/api/cloud_bills/process_azure_invoice',
    provider: 'azure',
    label: 'Azure',
    unnamed: 'azure-invoice',
    dated: false,
  },
  {
    path: '/api/cloud_bills/process_google_invoice',
    provider: 'gcp',
    label: 'Google',
    unnamed: 'google-invoice',
    dated: true,
  },
];

/** The month of a day, YYYY-MM; null where none is told. @throws {Refusal} 422 */
function monthOf(date: unknown, errors: FieldError[]): string | null {
  if (date === undefined || date === null || date === '') return null;
  const written = typeof date === 'string' && /^\d{4}-\d{2}$/.test(date) ? `${date}-01` : date;
  const day = typeof written === 'string' ? parseWrittenDay(written) : null;
  if (day === null)
    errors.push({
      field: 'date',
      message: 'date must be a day of the month that is charged, such as 2026-03-31.',
    });
  return day?.slice(0, 7) ?? null;
}

/** What the file is called; null where that is not told. What is wrong goes to `errors`. */
function nameOf(told: unknown, errors: FieldError[]): string | null {
  if (told === undefined || told === null || told === '') return null;
  const name = typeof told === 'string' ? told.trim() : '';
  if (name === '' || name.length > LONGEST_NAME)
    errors.push({
      field: 'name',
      message: `name must be the name of the file, of at most ${LONGEST_NAME} characters.`,
    });
  return name;
}

/** The calls of the billing page: the file comes in base64, and the run is followed by its job. */
export function processRoutes(scope: FastifyInstance, parts: BillingParts): void {
  for (const processed of PROCESSED) processRoute(scope, parts, processed);
}

function processRoute(
  scope: FastifyInstance,
  parts: BillingParts,
  { path, provider, label, unnamed, dated }: Processed,
): void {
  const resource = parts.services.registry.get(cloudBills.name);
  const fields = object(
    {
      data: text('The file (CSV, CSV in ZIP or gzip, for Azure XLSX) as base64 or as a data URL.'),
      name: text('What the file is called, by which its run is found again.'),
      ...(dated && { date: text('A day of the month that is charged; by default the file tells it.') }),
      ...writtenSchema,
    },
    ['name', 'date', ...Object.keys(writtenSchema)],
  );
  scope.post(
    path,
    {
      bodyLimit: parts.services.importLimit,
      config: { ...fair.config, fileMember: 'data' },
      onRequest: [async (request: FastifyRequest) => void guardBilling(request), fair.onRequest],
      schema: {
        tags: [resource.label[1]],
        summary: `Process an invoice of ${label}`,
        description:
          'Answers 202 with a billing run and the job that works on it; 200 with the run that has the file already. Where an open or final run has the invoice, this is ' +
          'refused with 409 and the figures of both sides, unless `existing` says what becomes of them.',
        headers: keyHeader,
        querystring: object({ existing: { type: 'string', enum: EXISTING } }, ['existing']),
        body: { anyOf: [fields, object({ [resource.singular]: fields })] },
        response: {
          ...answers(202, 'It is being read', begun, [409, 413, 422]),
          ...answers(200, 'It is there already', begun),
        },
      },
    },
    async (request, reply) => {
      const existing = readExisting(readTexts(request.query, ['existing']).get('existing')?.trim() || null);
      const body = readBody(resource, request.body);
      const { data, date, name: told, encoding: _e, decimal_sign: _s, date_order: _o, ...others } = body;
      const unknown = dated || date === undefined ? Object.keys(others) : [...Object.keys(others), 'date'];
      const errors = unknown.map((field) => ({ field, message: `${field.slice(0, 60)} is not known here.` }));
      const name = nameOf(told, errors) ?? unnamed;
      const month = dated ? monthOf(date, errors) : null;
      const { written, wrong } = readWritten((member) => body[member]);
      for (const [field, sentence] of wrong) errors.push({ field, message: `${sentence}.` });
      const bytes = typeof data === 'string' ? request.bodyFile : null;
      if (bytes === null || bytes.length === 0)
        errors.push({ field: 'data', message: 'data must be the file as base64.' });
      if (errors.length > 0 || bytes === null) throw invalid(errors);
      const asked = {
        provider,
        month,
        name,
        currency: null,
        reference: null,
        postingDay: null,
        written,
        existing,
      };
      const { email: by } = guardBilling(request);
      await parts.queue.ready();
      const file = Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)]);
      const kept = [await keepBill(parts.db, { name, by }, file)];
      return beginRun(parts, request, reply, asked, { kept, staged: false });
    },
  );
}
