import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MONTH } from '#kernel/dates.ts';
import { FETCHED_CLOUDS, type BillSourceStanding, type FetchedCloud } from '#kernel/billing/sources.ts';
import { invalid, type FieldError } from '#kernel/errors.ts';
import {
  answers,
  arrayOf,
  integer,
  keyHeader,
  moment,
  object,
  text,
  textOrNull,
} from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import { monthToClose } from '../close/months.ts';
import { guardBilling, guardReading, tags, type BillingParts } from '../parts.ts';
import { fieldsOf, unknownFields } from '../routes/fields-of.ts';
import { askFetch } from './ask-fetch.ts';
import { demandSource, FETCH } from './fetch-job.ts';
import { listFetched } from './fetched.ts';
import type { SourceAtHand } from './source.ts';

const provider = { type: 'string', enum: FETCHED_CLOUDS };
const fields = object({ provider: { enum: FETCHED_CLOUDS }, month: text('YYYY-MM, a month that is over.') });

const standing = object({
  provider,
  place: { ...textOrNull, description: 'Where the exports lie; null where no setting says so.' },
  simulated: { type: 'boolean', description: "Whether the portal's own simulator stands for it." },
  missing: { ...textOrNull, description: 'What to set, where none is set.' },
  fetched: arrayOf(
    object({
      month: text('YYYY-MM'),
      export: text('By which the cloud tells it from others of the month.'),
      billing_run: { ...integer, description: 'The run that has it.' },
      fetched_at: moment,
      fetched_by: text('Who had it fetched.'),
    }),
  ),
});

/** @throws {Refusal} 400, and 422 with all that is wrong */
function readAsked(body: unknown): { provider: FetchedCloud; month: string } {
  const given = fieldsOf(body, 'billing_fetch');
  const errors: FieldError[] = unknownFields(given, ['provider', 'month']);
  const cloud = FETCHED_CLOUDS.find((one) => one === given['provider']);
  if (!cloud)
    errors.push({ field: 'provider', message: `provider must be one of ${FETCHED_CLOUDS.join(', ')}.` });
  const { month } = given;
  if (typeof month !== 'string' || !MONTH.test(month))
    errors.push({ field: 'month', message: 'month must be a month such as 2026-03.' });
  else if (month > monthToClose())
    errors.push({ field: 'month', message: `month must be one that is over: ${monthToClose()} or before.` });
  if (errors.length > 0 || !cloud) throw invalid(errors);
  return { provider: cloud, month: String(month) };
}

/** From where bills are fetched, and the fetching of one. */
export function sourceRoutes(
  scope: FastifyInstance,
  { db, services, queue, jobs }: BillingParts,
  sources: readonly SourceAtHand[],
): void {
  scope.get(
    '/api/billing_sources',
    {
      onRequest: async (request: FastifyRequest) => void guardReading(request),
      schema: {
        tags,
        summary: 'Tell from where bills are fetched, and which were',
        response: answers(200, 'One for each cloud', object({ data: arrayOf(standing) })),
      },
    },
    async (request): Promise<{ data: BillSourceStanding[] }> => {
      noQuery(request);
      const data: BillSourceStanding[] = [];
      for (const source of sources)
        data.push(
          'missing' in source
            ? {
                provider: source.provider,
                place: null,
                simulated: false,
                missing: source.missing,
                fetched: [],
              }
            : {
                provider: source.provider,
                place: source.place,
                simulated: source.simulated,
                missing: null,
                fetched: await listFetched(db, source),
              },
        );
      return { data };
    },
  );
  scope.post(
    '/api/billing_fetches',
    {
      onRequest: async (request: FastifyRequest) => void guardBilling(request),
      schema: {
        tags,
        summary: 'Fetch the bill of a month that is over from where its cloud puts it',
        description:
          'Answers 202 with a job, whose result names the billing run that it begins or that has the export already. 409 while the same bill is being fetched, 503 where no ' +
          'setting says from where.',
        headers: keyHeader,
        body: { anyOf: [fields, object({ billing_fetch: fields })] },
        response: answers(
          202,
          'It is being fetched',
          object({ data: object({ job: { $ref: 'job#' } }) }),
          [409, 422],
        ),
      },
    },
    async (request, reply) => {
      const { email: by } = guardBilling(request);
      noQuery(request);
      const asked = readAsked(request.body);
      demandSource(sources, asked.provider);
      await queue.ready();
      const answer = await services.once(request, reply, async (tx) => {
        const job = await askFetch(tx, jobs, { ...asked, by, requestId: request.id });
        return { status: 202, body: { data: { job: presentJob(job) } } };
      });
      jobs.wake(FETCH);
      return answer;
    },
  );
}
