import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { cloudBills } from '#resources/cloud-bills.ts';
import { demandNoFields } from '#server/engine/request-body.ts';
import { answers, keyHeader, object } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import { guardBilling, type BillingParts } from '../parts.ts';
import { REFRESH } from './refresh.ts';

const PATH = '/api/cloud_bills/update_dashboard';

/** `POST /api/cloud_bills/update_dashboard` refreshes what the dashboard and the chart sum up; its body is empty. */
export function refreshRoute(scope: FastifyInstance, { services, queue, jobs }: BillingParts): void {
  const resource = services.registry.get(cloudBills.name);
  const nothing = object({});
  scope.post(
    PATH,
    {
      onRequest: async (request) => void guardBilling(request),
      schema: {
        tags: [resource.label[1]],
        summary: 'Refresh what the dashboard and the chart sum up',
        headers: keyHeader,
        body: { anyOf: [nothing, object({ [resource.singular]: nothing })] },
        response: answers(202, 'It is refreshed', object({ data: object({ job: { $ref: 'job#' } }) }), [422]),
      },
    },
    async (request, reply) => {
      const actor = guardBilling(request);
      noQuery(request);
      demandNoFields(resource, request.body);
      await queue.ready();
      const answer = await services.once(request, reply, async (tx) => {
        const job = await jobs.ask(
          tx,
          {
            kind: REFRESH,
            title: 'Refresh of the dashboard',
            input: {},
            createdBy: actor.email,
            requestId: request.id,
          },
          randomUUID(),
        );
        return { status: 202, body: { data: { job: presentJob(job) } } };
      });
      jobs.wake(REFRESH);
      return answer;
    },
  );
}
