import { z } from 'zod';
import { FETCHED_CLOUDS } from '#kernel/billing/sources.ts';
import { headingOf } from '#kernel/csv/headings.ts';
import { defineCall, defineFileCall } from './call.ts';
import { OF_BILLING } from './runs.ts';
import {
  currency,
  day,
  moment,
  money,
  month,
  monthGiven,
  oneOrAll,
  pageMembers,
  pageMeta,
  searchText,
} from './shapes.ts';
import { OF_SOLE_JOB } from './work.ts';

/*
 * The costs of the running month, as the exports say them that bills are fetched from. They are not final, and in no bill.
 */

const OF_RUNNING = { ...OF_BILLING, tag: 'Running month', method: 'GET', right: 'see_billing' } as const;

/** The services that have an amount of their own on each day; the others are one sum. */
export const SERVICES_A_DAY = 11;

const integer = z.int();
const textOrNull = z.string().nullable();
const provider = z.enum(FETCHED_CLOUDS);

const filter = {
  month: monthGiven.optional().describe('YYYY-MM; by default the running one.'),
  provider: oneOrAll(FETCHED_CLOUDS).describe('Of which cloud; by default all.'),
  q: searchText.describe('A part of an account, its name or its owner, or of a service.'),
};

const cost = z.object({
  provider,
  identifier: textOrNull.describe('The account, subscription or project; null for what belongs to none.'),
  name: textOrNull.describe('What the inventory calls it.'),
  cloud_parent_id: integer.nullable().describe('null where the inventory has none.'),
  owner_email: textOrNull.describe('Who owns the account by the inventory.'),
  service: textOrNull.describe('null where the export names none.'),
  currency,
  amount: money,
  account_amount: money.describe('What all of its selected services come to.'),
});
/** The costs of a service of an account so far. */
export type RunningCost = z.output<typeof cost>;

/** What the selection comes to in a currency. */
export const runningTotal = z.object({ currency, amount: money, accounts: integer });
/** The costs in a currency. */
export type RunningTotal = z.output<typeof runningTotal>;

/** What was read of a cloud for a month, and what came of the last look for it. */
export const reading = z.object({
  provider,
  place: textOrNull.describe('Where its exports lie; null where no setting says so.'),
  simulated: z.boolean().describe('Whether it is simulated.'),
  missing: textOrNull.describe('What to set, where none is set.'),
  export: textOrNull.describe('The export that the figures are of; null where none was read.'),
  files: integer,
  lines: integer.describe('How many lines of it charge something.'),
  read_at: moment.nullable().describe('As of when the figures are; null where none were read.'),
  tried_at: moment.nullable().describe('When it was looked for the last time.'),
  error: textOrNull.describe('Why the last look gave nothing: the figures are those of before.'),
  last_day: day.nullable().describe('The last day that has costs.'),
  booked: z.boolean().describe('Whether a final billing run has booked the month.'),
});
export type Reading = z.output<typeof reading>;

/** The costs of a month so far by account and service. */
export const listRunningCosts = defineCall({
  ...OF_RUNNING,
  path: '/running_costs',
  weight: 'long',
  summary: 'List what accounts cost in the running month so far, by service',
  description:
    'Read from the exports that bills are fetched from. None of it is final, and no bill or posting has it. The account with the largest amount of a currency comes first.',
  success: 'A page of it',
  query: z.strictObject({ ...filter, ...pageMembers }),
  data: z.array(cost),
  meta: pageMeta.extend({
    month,
    months: z.array(month).describe('The months that have figures, the newest first.'),
    totals: z.array(runningTotal).describe('What the whole selection comes to.'),
    readings: z.array(reading).describe('One for each cloud.'),
    failed: textOrNull.describe('Why the last reading as a whole has failed; null where it has not.'),
  }),
});

const dayCost = z.object({
  day: day.nullable().describe('null for what the export has no day for.'),
  service: textOrNull.describe('null: the services that have no amount of their own.'),
  currency,
  amount: money,
});
/** The costs of a service on a day. */
export type DayCost = z.output<typeof dayCost>;

/** The same by day. */
export const listRunningDays = defineCall({
  ...OF_RUNNING,
  path: '/running_costs/days',
  weight: 'long',
  summary: 'Show what the running month costs so far on each day, by service',
  success: `The sums, of the ${SERVICES_A_DAY} largest services of each currency and of all others together`,
  query: z.strictObject(filter),
  data: z.array(dayCost),
});

/** The columns of the file. */
export const RUNNING_COLUMNS = [
  'month',
  'provider',
  'identifier',
  'name',
  'owner_email',
  'service',
  'amount',
  'currency',
  'state',
] as const;

/** The same as a file. */
export const runningCostsCsv = defineFileCall({
  ...OF_RUNNING,
  path: '/running_costs.csv',
  weight: 'heavy',
  summary: 'Download what accounts cost in the running month so far as CSV',
  success: 'CSV',
  query: z.strictObject(filter),
  file: 'text/csv',
  columns: RUNNING_COLUMNS.map(headingOf),
});

/** Has the exports read anew. */
export const refreshRunningCosts = defineCall({
  ...OF_SOLE_JOB,
  tag: OF_RUNNING.tag,
  path: '/running_costs/refresh',
  right: 'run_billing',
  summary: 'Read the costs of the running month anew from each source of bills',
  body: z.strictObject({}),
  wrapper: 'running_costs',
});
