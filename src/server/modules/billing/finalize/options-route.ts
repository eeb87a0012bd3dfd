import type { FastifyInstance } from 'fastify';
import { answers, arrayOf, object } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { guardReading, tags, type BillingParts } from '../parts.ts';
import { options } from './options/all.ts';
import { OPTION_NAMES } from '#calls/runs.ts';

const option = object({
  name: { enum: OPTION_NAMES },
  reason: { type: ['string', 'null'], description: 'Why it cannot be done here; null where it can.' },
});

/** What can be asked for when a run is finalized, and why something cannot. */
export function optionsRoute(scope: FastifyInstance, { config }: BillingParts): void {
  scope.get(
    '/api/billing_options',
    {
      onRequest: async (request) => void guardReading(request),
      schema: {
        tags,
        summary: 'What can be asked for when a billing run is finalized',
        response: answers(200, 'In the order in which it is done', object({ data: arrayOf(option) })),
      },
    },
    async (request) => {
      noQuery(request);
      return { data: options.map(({ name, lack }) => ({ name, reason: lack?.(config) ?? null })) };
    },
  );
}
