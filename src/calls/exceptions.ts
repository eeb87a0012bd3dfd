import { z } from 'zod';
import { BILL_PROVIDERS, CLOUDS, RUN_STATES } from '#kernel/billing/runs.ts';
import { defineCall } from './call.ts';
import { OF_BILLING } from './runs.ts';
import { PART_OF_RUN } from './part-of-run.ts';
import { cloud } from './bill-contents.ts';
import {
  currency,
  queryId,
  money,
  day,
  month,
  oneOrAll,
  optionalPageMembers,
  pageMembers,
  pageMeta,
  searchText,
  totals,
} from './shapes.ts';

/*
 * The amounts that nobody is charged for: in one run, and by account in all that are open.
 */

/** Why lines are charged to nobody, and what else has to be decided before a run is booked. */
export const PROBLEM_NAMES = [
  'unknown_account',
  'no_account',
  'nothing_named',
  'unknown_name',
  'several_matches',
  'several_companies',
  'nothing_valid',
  'no_network',
  'no_wbs_element',
  'no_company',
  'no_gl_account',
  'unknown_cloud',
  'nothing_to_split_by',
  'shared_cost_center_gone',
  'no_seats',
  'seat_without_cost_center',
  'billed_twice',
  'no_metric',
  'no_spend',
  'pool_target_gone',
  'pool_tag_unread',
  'amortised_differs',
  'total_differs',
] as const;
export type ProblemName = (typeof PROBLEM_NAMES)[number];

const integer = z.int();

const step = z.object({
  what: z.enum(['project', 'network', 'wbs_element', 'cost_center']),
  id: integer,
  identifier: z.string().describe('What it is called'),
  valid: z.boolean().describe('On the posting day.'),
  backup: z.boolean().describe('Whether it was come to as a backup.'),
});
/** A step on the way from what was named to what is charged. */
export type ChainStep = z.output<typeof step>;

export const accountName = z
  .string()
  .nullable()
  .describe('What the inventory calls the account; null where it has no name for it.');

/** How an account came to be charged where it is. */
export const wayOf = {
  account_name: accountName,
  named: z.string().nullable().describe('What the cloud parent says that it is charged to.'),
  cloud_parent_id: integer.nullable(),
  chain: z.array(step).describe('What was named first, and what it led to in the end.'),
};

/** The same with what is wrong with it. */
export const explained = {
  ...wayOf,
  problem: z.enum(PROBLEM_NAMES).nullable(),
  message: z.string().nullable().describe('The problem as a sentence.'),
};

const suggestion = z.object({
  cost_center_id: integer,
  cost_center: z.string().describe('Its identifier'),
  owner_email: z.string().nullable().describe('Who owns the cost center.'),
  reason: z.enum(['tag', 'earlier_months', 'owner', 'department']),
  message: z.string().describe('The reason as a sentence.'),
});
/** A cost center that may pay for an account, and why. */
export type Suggestion = z.output<typeof suggestion>;

/** Where an account may belong that nobody is charged for. */
const suggested = {
  owner_email: z
    .string()
    .nullable()
    .describe('Who owns the account by the inventory, else by its tags, else who was charged for it before.'),
  suggestions: z.array(suggestion).describe('Where it may belong, the best ones first.'),
};

const exception = z.object({
  id: integer,
  identifier: z
    .string()
    .nullable()
    .describe(
      'The account, subscription or project. Of a purchase or usage without one, the place that the file gives, such as `No account: Billing account 7000008, invoice section S`. null for what is of the invoice as such.',
    ),
  provider: cloud,
  reference: z.string().describe('Invoice number'),
  currency,
  amount: money,
  lines: integer,
  assignable: z
    .boolean()
    .describe(
      'Whether it finds a place once somebody assigns a cost center; else the invoice has to be looked at.',
    ),
  ...explained,
  ...suggested,
});
/** An amount that found no place in a run. */
export type Exception = z.output<typeof exception>;

/** The amounts that found no place in a run, the largest first. */
export const listExceptions = defineCall({
  ...PART_OF_RUN,
  path: '/billing_runs/:id/exceptions',
  summary: 'List what found no place in a billing run',
  success: 'All of them, or a page',
  query: z.strictObject(optionalPageMembers),
  data: z.array(exception),
  meta: z.object({ total: integer }),
});

const unallocated = z.object({
  identifier: z
    .string()
    .nullable()
    .describe('The account, subscription or project; null for what belongs to none, which is listed by run.'),
  account_name: accountName,
  provider: cloud,
  cloud_parent_id: integer.nullable().describe('null where the inventory has none.'),
  problems: z.array(
    z.object({ problem: z.enum(PROBLEM_NAMES), message: z.string().describe('The problem as a sentence.') }),
  ),
  amounts: totals,
  lines: integer,
  references: z.array(z.string().describe('Invoice number')),
  runs: z.array(
    z.object({
      id: integer,
      provider: z.enum(BILL_PROVIDERS),
      month,
      posting_day: day.describe('The day on which what is charged must be valid.'),
      state: z.enum(RUN_STATES),
    }),
  ),
  ...suggested,
});
/** An account that nobody is charged for in some of the open runs. */
export type Unallocated = z.output<typeof unallocated>;

/** The accounts that nobody is charged for, in one run or in all that are open. */
export const listUnallocated = defineCall({
  ...OF_BILLING,
  method: 'GET',
  path: '/billing_exceptions',
  right: 'see_billing',
  weight: 'long',
  summary: 'List the accounts of open billing runs that nobody is charged for',
  description: 'Those with the largest amounts come first, each with where it may belong.',
  success: 'A page of them',
  query: z.strictObject({
    ...pageMembers,
    q: searchText.describe('A part of the account or of an invoice number.'),
    by_run: queryId.optional().describe('The id of a run.'),
    by_provider: oneOrAll(CLOUDS).describe('Whose cloud it is.'),
    by_problem: oneOrAll(PROBLEM_NAMES),
  }),
  data: z.array(unallocated),
  meta: pageMeta,
});
