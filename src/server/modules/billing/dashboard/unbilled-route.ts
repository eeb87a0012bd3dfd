import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  answers,
  arrayOf,
  integer,
  moment,
  object,
  orNull,
  text,
  textOrNull,
} from '#server/platform/http/describe.ts';
import { pageOf, pageParameters, readTexts } from '#server/platform/http/query.ts';
import { guardReading, tags, type BillingParts } from '../parts.ts';
import { money } from '../money.ts';
import { cloud } from '../schemas.ts';
import { readUnbilled } from './unbilled.ts';

const NOT_CONFIGURED = 'No billing export is configured.';

const amounts = {
  currency: text('Such as EUR'),
  cost: money,
  credits: { ...money, description: 'Below zero.' },
  amount: { ...money, description: 'The cost with its credits.' },
};

const cost = object({
  identifier: { ...textOrNull, description: 'The project; null for what belongs to none.' },
  name: textOrNull,
  ...amounts,
  cloud_parent_id: { type: ['integer', 'null'], description: 'null where the inventory has none.' },
  cost_center: { ...textOrNull, description: 'What the inventory names.' },
  owner_email: textOrNull,
});

const meta = object({
  total: integer,
  page: integer,
  per_page: integer,
  reason: { ...textOrNull, description: 'Why nothing can be read here; null where it can.' },
  unbilled: {
    description: 'null until the GCP Trigger has read costs, and once the month is booked.',
    ...orNull(
      object({
        month: text('YYYY-MM, the month whose invoice they will be on.'),
        provider: cloud,
        source: text('Where they were read.'),
        read_at: moment,
        read_by: text('Who had them read.'),
        totals: arrayOf(object({ ...amounts, accounts: integer })),
      }),
    ),
  },
});

/** `GET /api/unbilled_costs`: what the running month costs so far, which no bill says yet. */
export function unbilledRoute(scope: FastifyInstance, { db, config }: BillingParts): void {
  scope.get(
    '/api/unbilled_costs',
    {
      onRequest: async (request: FastifyRequest) => void guardReading(request),
      schema: {
        tags,
        summary:
          'List what the running month costs so far by project, as it was last read from the billing export',
        description: 'None of it is billed: the bills of the month come with its invoice.',
        querystring: { type: 'object', properties: pageParameters },
        response: answers(200, 'A page of them, the largest first', object({ data: arrayOf(cost), meta })),
      },
    },
    async (request) => {
      const page = pageOf(readTexts(request.query, ['page', 'per_page']));
      const { rows, total, about } = await readUnbilled(db, page);
      const reason = config.billingExport === null ? NOT_CONFIGURED : null;
      return { data: rows, meta: { total, ...page, reason, unbilled: about } };
    },
  );
}
