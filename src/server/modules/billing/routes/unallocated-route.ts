import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answers, arrayOf, object, pageMeta } from '#server/platform/http/describe.ts';
import { numberOf, pageOf, pageParameters, readTexts } from '#server/platform/http/query.ts';
import { guardReading, tags, type BillingParts } from '../parts.ts';
import { unallocated } from '../schemas.ts';
import { readUnallocated } from '../unallocated/queue.ts';

const LAST_RUN = 999_999_999;

/** `GET /api/billing_exceptions`: the accounts that nobody is charged for, in one run or in all that are open. */
export function unallocatedRoute(scope: FastifyInstance, { db }: BillingParts): void {
  scope.get(
    '/api/billing_exceptions',
    {
      onRequest: async (request: FastifyRequest) => void guardReading(request),
      schema: {
        tags,
        summary: 'List the accounts of open billing runs that nobody is charged for',
        description: 'Those with the largest amounts come first, each with where it may belong.',
        querystring: {
          type: 'object',
          properties: { ...pageParameters, by_run: { type: 'integer', description: 'The id of a run.' } },
        },
        response: answers(200, 'A page of them', object({ data: arrayOf(unallocated), meta: pageMeta })),
      },
    },
    async (request) => {
      const texts = readTexts(request.query, ['page', 'per_page', 'by_run']);
      const page = pageOf(texts);
      const run = texts.get('by_run') || null;
      const { rows, total } = await readUnallocated(
        db,
        run === null ? null : numberOf('by_run', run, LAST_RUN),
        page,
      );
      return { data: rows, meta: { total, ...page } };
    },
  );
}
