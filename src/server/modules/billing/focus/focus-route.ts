import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BILL_PROVIDERS } from '#kernel/billing/runs.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { answers, text } from '#server/platform/http/describe.ts';
import { oneOf, readTexts } from '#server/platform/http/query.ts';
import { heavily } from '#server/platform/http/heavy-answer.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { monthIn, monthToClose } from '../close/months.ts';
import { guardReading, tags, workFolder, type BillingParts } from '../parts.ts';
import { copyCosts, runsOfCosts } from './allocated-costs.ts';
import { spooled } from './spool.ts';

const fair = fairUse({ atOnce: 2, perMinute: 60, noun: 'exports' });

/** `GET /api/focus/cost_and_usage.csv`: what final runs of a month charge, as other tools of FinOps read costs. */
export function focusRoute(scope: FastifyInstance, { db, config }: BillingParts): void {
  const folder = workFolder(config);
  scope.get(
    '/api/focus/cost_and_usage.csv',
    {
      ...heavily,
      config: fair.config,
      onRequest: [async (request: FastifyRequest) => void guardReading(request), fair.onRequest],
      schema: {
        tags,
        summary: 'Download the allocated costs of a month as FOCUS 1.4',
        description:
          'What the final billing runs charge, by posting, account, kind and service; the rows of a posting come to its amount. ' +
          'What has no value is NULL. Columns that begin with x_ are not of FOCUS.',
        querystring: {
          type: 'object',
          properties: {
            month: text('YYYY-MM; by default the month before this one.'),
            provider: {
              type: 'string',
              enum: ['All', ...BILL_PROVIDERS],
              description: 'Whose bills; all unless told.',
            },
          },
        },
        response: answers(200, 'CSV', { content: { 'text/csv': { schema: { type: 'string' } } } }, [429]),
      },
    },
    async (request, reply) => {
      const texts = readTexts(request.query, ['month', 'provider']);
      const month = monthIn(texts, 'month') ?? monthToClose();
      const provider = oneOf('provider', texts.get('provider'), BILL_PROVIDERS);
      const name = ['focus', ...(provider === null ? [] : [provider]), month].join('_');
      const runs = await runsOfCosts(db, { month, provider });
      const file = await spooled(db, folder, copyCosts(runs));
      return asDownload(reply, `${name}.csv`, 'text/csv; charset=utf-8').send(file);
    },
  );
}
