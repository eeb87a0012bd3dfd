import type { FastifyInstance, FastifyRequest } from 'fastify';
import { malformed } from '#kernel/errors.ts';
import { answers, fileBody, integer, keyHeader, object, text } from '#server/platform/http/describe.ts';
import { readTexts } from '#server/platform/http/query.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { guardBilling, tags, type BillingParts } from '../parts.ts';
import { addFiles } from '../runs/add-files.ts';
import { keepBill, LARGEST_BILL } from '../runs/bill-files.ts';
import { readRunId } from '../runs/run.ts';
import { declaredEncoding, WRITTEN, type BillWritten } from '../runs/bill-written.ts';
import { readIds, readName, readTold } from '../runs/take-file.ts';
import { begun, runParams } from '../schemas.ts';
import { writtenSchema } from '../written-schema.ts';
import { givenFiles } from './upload-route.ts';

const fair = fairUse({ atOnce: 4, perMinute: 120, noun: 'uploads' });

/** What is told of files that are not booked, and by which commitments are split. */
const AMORTISED = 'amortised';

/** What is added to a run: the body by its name, or files that were sent before, and how they are written. */
interface GivenParts {
  name: string;
  ids: readonly string[] | null;
  written: BillWritten;
  /** Whether it has the amortised costs of what the run bills. */
  amortised: boolean;
}

/** @throws {Refusal} 400 for neither a name nor files, for both, and for what is told wrongly */
function readGiven(query: unknown): GivenParts {
  const texts = readTexts(query, ['name', 'files', 'split', ...WRITTEN]);
  const given = (member: string) => texts.get(member)?.trim() || null;
  const written = readTold(given);
  const split = given('split');
  if (split !== null && split !== AMORTISED) throw malformed(`split must be ${AMORTISED}.`);
  const amortised = split !== null;
  const [name, files] = [given('name'), given('files')];
  if (files === null) return { name: readName(name), ids: null, written, amortised };
  if (name !== null) throw malformed('Send name with the file as the body, or files without one.');
  return { name: '', ids: readIds(files), written, amortised };
}

/** Files before a run is begun with them, and as parts of one that was. The scope takes a body of any type. */
export function partRoutes(scope: FastifyInstance, parts: BillingParts): void {
  const onRequest = [async (request: FastifyRequest) => void guardBilling(request), fair.onRequest];
  scope.post(
    '/api/billing_files',
    {
      bodyLimit: LARGEST_BILL,
      config: fair.config,
      onRequest: [...onRequest, async (request: FastifyRequest) => void readGivenName(request.query)],
      schema: {
        tags,
        summary: 'Send a file of a bill before its run is begun',
        description:
          'For a bill in several files: each is sent by itself, and POST /api/billing_runs begins one run with all of them. A file that no run is begun with is kept for a day.',
        querystring: object({ name: text('The name of the file.') }),
        body: fileBody,
        response: answers(
          201,
          'The file, by whose id it is named',
          object({
            data: object({
              id: text('Its id.'),
              name: text('Its name.'),
              size: { ...integer, description: 'Bytes.' },
            }),
          }),
          [413, 422],
        ),
      },
    },
    async (request, reply) => {
      const { email: by } = guardBilling(request);
      const { id, name, size } = await keepBill(
        parts.db,
        {
          name: readGivenName(request.query),
          by,
          encoding: declaredEncoding(request.headers['content-type']),
        },
        request.body,
      );
      return reply.code(201).send({ data: { id, name, size } });
    },
  );
  scope.post<{ Params: { id: string } }>(
    '/api/billing_runs/:id/parts',
    {
      bodyLimit: LARGEST_BILL,
      config: fair.config,
      onRequest,
      schema: {
        tags,
        summary: 'Add a file to an open run as a part of its bill, which is read anew with all of its files',
        description:
          'The file is the body, or was sent with POST /api/billing_files before. Parts agree in format, currency and month, and are written alike. Where what is ' +
          'added cannot be read, the run goes on without it, and a step says why; what of the query would settle it is in `errors` of the result of the job.',
        params: runParams,
        headers: keyHeader,
        querystring: object(
          {
            name: text('The name of the file that is the body.'),
            files: text('The ids of files that were sent before, separated by commas.'),
            split: {
              type: 'string',
              enum: [AMORTISED],
              description:
                'Of Azure: an export of the amortised costs of what the run bills. Reservations and savings plans are split by it where the rules say so, and nothing of it is booked.',
            },
            ...writtenSchema,
          },
          ['name', 'files', 'split', ...Object.keys(writtenSchema)],
        ),
        body: fileBody,
        response: {
          ...answers(202, 'It is being read', begun, [404, 409, 413, 422]),
          ...answers(200, 'The run has the file already', begun),
        },
      },
    },
    async (request, reply) => {
      const id = readRunId(request.params.id);
      const { name, ids, written, amortised } = readGiven(request.query);
      const { kept } = await givenFiles(parts, request, name, ids);
      return addFiles(parts, request, reply, id, kept, { written, amortised });
    },
  );
}

/** @throws {Refusal} 400 */
const readGivenName = (query: unknown): string =>
  readName(readTexts(query, ['name']).get('name')?.trim() || null);
