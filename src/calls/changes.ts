import { z } from 'zod';
import { BILL_PROVIDERS, RUN_STATES } from '#kernel/billing/runs.ts';
import { defineCall } from './call.ts';
import { PART_OF_RUN } from './part-of-run.ts';
import { cloud } from './bill-contents.ts';
import { currency, day, money, month, wholeNumber } from './shapes.ts';

/*
 * The differences of a billing run from the month before.
 */

const SHARE = '0.25';
const DAYS = 60;
const MOST_DAYS = 3660;
const LARGEST = 50;
const MOST = 1000;

const integer = z.int();
const identifier = z.string().describe('What it is called');
const ownerEmail = z.string().nullable();

const place = {
  company_code: z.string().nullable(),
  cost_center: z.string().nullable().describe('Either this or the WBS element.'),
  wbs_element: z.string().nullable(),
  owner_email: ownerEmail,
};
const moved = { before: money, now: money, difference: money };
const total = z.object({ currency, ...moved });
/** The earlier and the present total in one currency. */
export type Moved = z.output<typeof total>;

const account = z.object({
  identifier: z.string().describe('The account, subscription or project.'),
  name: z.string().nullable().describe('What the inventory calls it.'),
  provider: cloud,
  currency,
  amount: money,
  ...place,
});
/** An account that came or went. */
export type ChangedAccount = z.output<typeof account>;

const compared = z.object({
  id: integer,
  provider: z.enum(BILL_PROVIDERS),
  month,
  state: z.enum(RUN_STATES),
  file_name: z.string().describe('File name'),
});
/** A run that another one is compared with. */
export type ComparedRun = z.output<typeof compared>;

const posting = z.object({
  ...place,
  gl_account: z.string().describe('GL account'),
  currency,
  ...moved,
  share: z
    .string()
    .nullable()
    .describe('The difference as a share of what it was, 1 for twice as much; null for what was nothing.'),
});

const expiring = z.object({
  what: z.enum(['cost_center', 'wbs_element', 'network']),
  id: integer,
  identifier,
  expired_at: day,
  replaced_by: z.string().nullable(),
  owner_email: ownerEmail,
  currency,
  amount: money,
});

const changes = z.object({
  compared_with: compared
    .nullable()
    .describe(
      'The run of the month before, of several the one with most accounts in common; null where there is none.',
    ),
  compared_runs: z.array(compared).describe('All runs that it is compared with, taken together.'),
  totals: z.array(total),
  accounts_came: z.array(account),
  accounts_gone: z.array(account),
  postings_changed: z
    .array(posting)
    .describe('What is charged to one place by all invoices together, where it came, went or jumped.'),
  expiring: z.array(expiring).describe('What is charged and ends soon after the posting day.'),
  counts: z.object({
    accounts_came: integer,
    accounts_gone: integer,
    postings_changed: integer,
    expiring: integer,
  }),
});
/** The differences of a run from the one of the month before; `counts` has all, the lists the largest. */
export type Changes = z.output<typeof changes>;

const wanted = z.strictObject({
  share: z
    .string()
    .regex(/^\d{1,4}(?:\.\d{1,6})?$/, 'must be a part of what it was, such as 0.25.')
    .default(SHARE)
    .describe('By more than which share of what it was a posting must have changed.'),
  days: wholeNumber(MOST_DAYS)
    .default(DAYS)
    .describe('Within how many days after the posting day something ends.'),
  largest: wholeNumber(MOST).default(LARGEST).describe('How many of each kind are listed; `counts` has all.'),
});
export type ChangesWanted = z.output<typeof wanted>;

/** The differences of a run from the month before. */
export const readChanges = defineCall({
  ...PART_OF_RUN,
  path: '/billing_runs/:id/changes',
  weight: 'long',
  summary: 'Compare a billing run with the month before',
  description:
    'Accounts that came or went, what jumped by more than a share of what it was, and what is charged and ends soon.',
  success: 'What changed',
  query: wanted,
  data: changes,
});
