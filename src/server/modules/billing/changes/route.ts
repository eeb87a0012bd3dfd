import type { FastifyInstance } from 'fastify';
import { BILL_PROVIDERS, RUN_STATES } from '#kernel/billing/runs.ts';
import { malformed } from '#kernel/errors.ts';
import {
  answers,
  arrayOf,
  integer,
  object,
  orNull,
  text,
  textOrNull,
} from '#server/platform/http/describe.ts';
import { numberOf, readTexts } from '#server/platform/http/query.ts';
import { readingWhole, tags, type BillingParts } from '../parts.ts';
import { readRunId } from '../runs/run.ts';
import { money } from '../money.ts';
import { cloud, runParams } from '../schemas.ts';
import { readChanges } from './changes.ts';

const SHARE = '0.25';
const DAYS = 60;
const MOST_DAYS = 3660;
const LARGEST = 50;
const MOST = 1000;

const place = {
  company_code: textOrNull,
  cost_center: { ...textOrNull, description: 'Either this or the WBS element.' },
  wbs_element: textOrNull,
  owner_email: textOrNull,
};
const currency = text('Such as EUR');
const moved = { before: money, now: money, difference: money };
const account = object({
  identifier: text('The account, subscription or project.'),
  name: { ...textOrNull, description: 'What the inventory calls it.' },
  provider: cloud,
  currency,
  amount: money,
  ...place,
});

const compared = object({
  id: integer,
  provider: { enum: BILL_PROVIDERS },
  month: text('YYYY-MM'),
  state: { enum: RUN_STATES },
  file_name: text('File name'),
});

const changes = object({
  compared_with: {
    description:
      'The run of the month before, of several the one with most accounts in common; null where there is none.',
    ...orNull(compared),
  },
  compared_runs: { description: 'All runs that it is compared with, taken together.', ...arrayOf(compared) },
  totals: arrayOf(object({ currency, ...moved })),
  accounts_came: arrayOf(account),
  accounts_gone: arrayOf(account),
  postings_changed: {
    description: 'What is charged to one place by all invoices together, where it came, went or jumped.',
    ...arrayOf(
      object({
        ...place,
        gl_account: text('GL account'),
        currency,
        ...moved,
        share: {
          ...textOrNull,
          description:
            'The difference as a share of what it was, 1 for twice as much; null for what was nothing.',
        },
      }),
    ),
  },
  expiring: {
    description: 'What is charged and ends soon after the posting day.',
    ...arrayOf(
      object({
        what: { enum: ['cost_center', 'wbs_element', 'network'] },
        id: integer,
        identifier: text('What it is called'),
        expired_at: { type: 'string', format: 'date' },
        replaced_by: textOrNull,
        owner_email: textOrNull,
        currency,
        amount: money,
      }),
    ),
  },
  counts: object({
    accounts_came: integer,
    accounts_gone: integer,
    postings_changed: integer,
    expiring: integer,
  }),
});

/** A share as a decimal that PostgreSQL reads. @throws {Refusal} 400 */
function shareOf(written: string): string {
  if (!/^\d{1,4}(?:\.\d{1,6})?$/.test(written))
    throw malformed('share must be a part of what it was, such as 0.25.');
  return written;
}

/** `GET …/changes`: what of a run is otherwise than it was the month before. */
export function changesRoute(scope: FastifyInstance, { db }: BillingParts): void {
  scope.get<{ Params: { id: string } }>(
    '/api/billing_runs/:id/changes',
    {
      ...readingWhole,
      schema: {
        tags,
        summary: 'Tell what of a billing run is otherwise than it was the month before',
        description:
          'Accounts that came or went, what jumped by more than a share of what it was, and what is charged and ends soon.',
        params: runParams,
        querystring: {
          type: 'object',
          properties: {
            share: {
              ...text('By more than which share of what it was a posting must have changed.'),
              default: SHARE,
            },
            days: {
              type: 'integer',
              minimum: 1,
              maximum: MOST_DAYS,
              default: DAYS,
              description: 'Within how many days after the posting day something ends.',
            },
            largest: {
              type: 'integer',
              minimum: 1,
              maximum: MOST,
              default: LARGEST,
              description: 'How many of each kind are told; `counts` has all.',
            },
          },
        },
        response: answers(200, 'What changed', object({ data: changes }), [404]),
      },
    },
    async (request) => {
      const texts = readTexts(request.query, ['share', 'days', 'largest']);
      const asked = {
        share: shareOf(texts.get('share') ?? SHARE),
        days: numberOf('days', texts.get('days') ?? String(DAYS), MOST_DAYS),
        most: numberOf('largest', texts.get('largest') ?? String(LARGEST), MOST),
      };
      return { data: await readChanges(db, readRunId(request.params.id), asked) };
    },
  );
}
