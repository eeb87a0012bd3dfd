import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { MONTH } from '#kernel/dates.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { answers, keyHeader, object, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import { monthWords } from '../close/months.ts';
import { guardBilling, tags, type BillingParts } from '../parts.ts';
import { fieldsOf, unknownFields } from '../routes/fields-of.ts';
import { COUNT_TAGS, uncountedRuns } from './count-again.ts';

const fields = object({ month: text('YYYY-MM') });

/** @throws {Refusal} 400, 422 */
function readMonth(body: unknown): string {
  const given = fieldsOf(body, 'untagged_spend');
  const { month } = given;
  const errors = unknownFields(given, ['month']);
  if (typeof month !== 'string' || !MONTH.test(month))
    errors.push({ field: 'month', message: 'month must be a month such as 2026-03.' });
  if (errors.length > 0) throw invalid(errors);
  return String(month);
}

/** `POST /api/untagged_spend/count` has the files of a month read again that were read before tags were counted. */
export function countRoute(scope: FastifyInstance, { services, queue, jobs }: BillingParts): void {
  scope.post(
    '/api/untagged_spend/count',
    {
      onRequest: async (request) => void guardBilling(request),
      schema: {
        tags,
        summary: 'Count the tags of billing runs that were read before tags were counted',
        headers: keyHeader,
        body: { anyOf: [fields, object({ untagged_spend: fields })] },
        response: answers(
          202,
          'Their files are read again',
          object({ data: object({ job: { $ref: 'job#' } }) }),
          [409, 422],
        ),
      },
    },
    async (request, reply) => {
      const actor = guardBilling(request);
      noQuery(request);
      const month = readMonth(request.body);
      await queue.ready();
      const answer = await services.once(request, reply, async (tx) => {
        if ((await uncountedRuns(tx, month)).length === 0)
          throw conflict(
            `There is no billing run of ${monthWords(month)} whose tags are still to be counted.`,
          );
        const asked = {
          kind: COUNT_TAGS,
          title: `Count of the tags of ${monthWords(month)}`,
          input: { month },
          createdBy: actor.email,
          requestId: request.id,
        };
        return { status: 202, body: { data: { job: presentJob(await jobs.ask(tx, asked, randomUUID())) } } };
      });
      jobs.wake(COUNT_TAGS);
      return answer;
    },
  );
}
