import type { FastifyInstance } from 'fastify';
import { CLOUDS } from '#kernel/billing/runs.ts';
import { answers, arrayOf, object, pageMeta } from '#server/platform/http/describe.ts';
import { numberOf, oneOf, pageOf, pageParameters, readTexts } from '#server/platform/http/query.ts';
import { readingWhole, tags, type BillingParts } from '../parts.ts';
import { PROBLEM_NAMES } from '../runs/problems.ts';
import { unallocated } from '../detail-schemas.ts';
import { readUnallocated } from '../unallocated/queue.ts';

const LAST_RUN = 999_999_999;

/** `GET /api/billing_exceptions`: the accounts that nobody is charged for, in one run or in all that are open. */
export function unallocatedRoute(scope: FastifyInstance, { db }: BillingParts): void {
  scope.get(
    '/api/billing_exceptions',
    {
      ...readingWhole,
      schema: {
        tags,
        summary: 'List the accounts of open billing runs that nobody is charged for',
        description: 'Those with the largest amounts come first, each with where it may belong.',
        querystring: {
          type: 'object',
          properties: {
            ...pageParameters,
            q: { type: 'string', description: 'A part of the account or of an invoice number.' },
            by_run: { type: 'integer', description: 'The id of a run.' },
            by_provider: { type: 'string', enum: ['All', ...CLOUDS], description: 'Whose cloud it is.' },
            by_problem: { type: 'string', enum: ['All', ...PROBLEM_NAMES] },
          },
        },
        response: answers(200, 'A page of them', object({ data: arrayOf(unallocated), meta: pageMeta })),
      },
    },
    async (request) => {
      const texts = readTexts(request.query, [
        'page',
        'per_page',
        'q',
        'by_run',
        'by_provider',
        'by_problem',
      ]);
      const page = pageOf(texts);
      const run = texts.get('by_run') || null;
      const asked = {
        run: run === null ? null : numberOf('by_run', run, LAST_RUN),
        provider: oneOf('by_provider', texts.get('by_provider'), CLOUDS),
        problem: oneOf('by_problem', texts.get('by_problem'), PROBLEM_NAMES),
        q: texts.get('q') ?? '',
      };
      const { rows, total } = await readUnallocated(db, asked, page);
      return { data: rows, meta: { total, ...page } };
    },
  );
}
