import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answers, arrayOf, integer, object, text, textOrNull } from '#server/platform/http/describe.ts';
import { pageOf, pageParameters, readTexts } from '#server/platform/http/query.ts';
import { money } from '../money.ts';
import { guardReading, tags, type BillingParts } from '../parts.ts';
import { demandRun, readRunId } from '../runs/run.ts';
import { cloud, runParams } from '../schemas.ts';
import { readCommitments } from './read-commitments.ts';

const currency = text('Such as EUR');
const digits = 'A decimal with all the digits that the file has.';
const known = (what: string) => ({
  ...textOrNull,
  description: `${what} null where the file does not say it. ${digits}`,
});
const chargedTo = { ...textOrNull, description: 'The cost center or WBS element that pays for it.' };

const commitment = object({
  commitment: text('By which the provider tells it from others.'),
  provider: cloud,
  reference: text('Invoice number'),
  currency,
  charge: {
    enum: ['buyer', 'effective_cost'],
    description: 'As it is billed, to the buyer, or by effective cost.',
  },
  known: {
    type: 'boolean',
    description:
      'Whether the file says its effective cost; else it is charged to the buyer whatever the rules say.',
  },
  billed: text(`What its lines come to as they are billed. ${digits}`),
  used: known('What usage that it covers costs when its fees are spread over their term.'),
  unused: known('The same of what nobody used.'),
  difference: known(
    'What is billed less what is used and unused: paid in this month for others, or below zero, in others for this one. The buyer bears it.',
  ),
  buyer: text('The account that bought it, or the place where no line and no id names one.'),
  buyer_charged_to: chargedTo,
  unused_to: text('The account or place that bears what nobody used.'),
  unused_charged_to: chargedTo,
  users: { ...integer, description: 'How many accounts used it.' },
  largest: {
    description: 'The accounts that used most of it.',
    ...arrayOf(object({ identifier: text('The account'), amount: text(digits), charged_to: chargedTo })),
  },
});

const invoice = object({
  reference: text('Invoice number'),
  currency,
  billed: { ...money, description: 'What its lines come to as they are billed.' },
  amortised: {
    ...money,
    description: 'What they come to when the fees of commitments are spread over their terms.',
  },
  difference: { ...money, description: 'What is billed less what is amortised.' },
  charged: {
    ...money,
    description:
      'What is booked now and before, and what found no place: what is billed, whatever the rules say of commitments.',
  },
});

/** `GET …/commitments`: who bears reservations and savings plans, and why what is billed is not what is amortised. */
export function commitmentsRoute(scope: FastifyInstance, { db }: BillingParts): void {
  scope.get<{ Params: { id: string } }>(
    '/api/billing_runs/:id/commitments',
    {
      onRequest: async (request: FastifyRequest) => void guardReading(request),
      schema: {
        tags,
        summary: 'List the reservations and savings plans of a billing run, each with who bears what of it',
        params: runParams,
        querystring: { type: 'object', properties: pageParameters },
        response: answers(
          200,
          'A page of them, and what the invoices that have any come to',
          object({
            data: arrayOf(commitment),
            meta: object({
              total: integer,
              page: integer,
              per_page: integer,
              read: {
                type: 'boolean',
                description:
                  'false where nothing is known of commitments: the run was read by a version before.',
              },
              invoices: arrayOf(invoice),
            }),
          }),
          [404],
        ),
      },
    },
    async (request) => {
      const page = pageOf(readTexts(request.query, ['page', 'per_page']));
      const id = readRunId(request.params.id);
      await demandRun(db, id);
      const { rows, ...meta } = await readCommitments(db, id, page);
      return { data: rows, meta: { ...meta, ...page } };
    },
  );
}
