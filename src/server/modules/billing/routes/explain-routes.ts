import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '#kernel/errors.ts';
import { parseId } from '#kernel/ids.ts';
import { cloudBills } from '#resources/cloud-bills.ts';
import { answers, object, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { readOrigin } from '../explain/origin.ts';
import { explainPosting } from '../explain/posting.ts';
import { madeOf, originOf } from '../explain/schemas.ts';
import { guardReading, tags, type BillingParts } from '../parts.ts';
import { demandRun, readRunId } from '../runs/run.ts';

/** From a bill to its run and posting, and from a posting to the accounts in it and how each came to be charged there. */
export function explainRoutes(scope: FastifyInstance, { db, services }: BillingParts): void {
  const bills = services.registry.get(cloudBills.name);
  scope.get<{ Params: { id: string } }>(
    '/api/cloud_bills/:id/origin',
    {
      onRequest: async (request: FastifyRequest) => void guardReading(request),
      schema: {
        tags: [bills.label[1]],
        summary: 'Tell where a bill comes from: its billing run, its posting, and the accounts in it',
        params: object({ id: text('The id of the bill.') }),
        response: answers(200, 'Where it comes from', object({ data: originOf }), [404]),
      },
    },
    async (request) => {
      noQuery(request);
      const id = parseId(request.params.id);
      if (id === null) throw notFound(`${bills.label[0]} ${request.params.id.slice(0, 60)}`);
      return { data: await readOrigin(db, id) };
    },
  );
  scope.get<{ Params: { id: string; posting: string } }>(
    '/api/billing_runs/:id/postings/:posting',
    {
      onRequest: async (request: FastifyRequest) => void guardReading(request),
      schema: {
        tags,
        summary: 'Explain a posting of a billing run by the accounts in it',
        params: object({ id: text('The id of the run.'), posting: text('The id of the posting.') }),
        response: answers(
          200,
          'The posting, and what it was made of',
          object({ data: object(madeOf) }),
          [404],
        ),
      },
    },
    async (request) => {
      noQuery(request);
      const id = readRunId(request.params.id);
      await demandRun(db, id);
      const n = parseId(request.params.posting);
      if (n === null) throw notFound(`Posting ${request.params.posting.slice(0, 60)} of billing run ${id}`);
      return { data: await explainPosting(db, id, n) };
    },
  );
}
