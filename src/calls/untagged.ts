import { headingOf } from '#kernel/csv/headings.ts';
import { z } from 'zod';
import { BILL_PROVIDERS, RUN_STATES } from '#kernel/billing/runs.ts';
import { demandedTags } from '#resources/demanded-tags.ts';
import { defineCall, defineFileCall } from './call.ts';
import { OF_BILLING } from './runs.ts';
import { cloud } from './bill-contents.ts';
import { month, monthGiven, oneOf, oneOrAll, pageMembers, pageMeta } from './shapes.ts';
import { job } from './work.ts';

/*
 * The spend of the accounts of a month without the tags that are demanded, by owner.
 */

const tagNames = demandedTags.map(({ name }) => name);

/** The tags that lines may lack by the filter: any demanded tag, all tags, or one of those that are demanded. */
export const LACKS = ['any', 'all', ...tagNames];

const integer = z.int();
const textOrNull = z.string().nullable();
const money = z.string().describe('A decimal, such as 12.50.');
const digits = z.string().describe('A decimal with all the digits that the lines have.');
const currency = z.string().describe('Such as EUR; amounts of several are never summed.');
const share = textOrNull.describe('Of the spend, 1 for all; null where that is not above zero.');

const spendQuery = {
  month: monthGiven.optional().describe('YYYY-MM; by default the month before this one.'),
  provider: oneOrAll(BILL_PROVIDERS).describe('Whose bills; by default all.'),
  lacks: oneOf(LACKS)
    .default('any')
    .describe('What lines lack: any demanded tag, which is the default, all tags, or one of those demanded.'),
};

const accountSpend = z.object({
  identifier: z.string().describe('The account, subscription or project.'),
  name: textOrNull.describe('What the inventory calls it.'),
  provider: cloud.describe('The cloud.'),
  cloud_parent_id: integer.nullable().describe('null where the inventory has none.'),
  owner_email: textOrNull.describe('Who owns the account by the inventory.'),
  owner_name: textOrNull,
  cloud_contact_id: integer.nullable().describe('The owner, where the portal knows them.'),
  cost_center: textOrNull.describe(
    'The cost center or WBS element that is charged, else what the inventory names.',
  ),
  cost_center_id: integer.nullable(),
  currency,
  amount: money.describe('What lacks the required tags.'),
  untagged: money.describe('What has no tag at all.'),
  spend: money.describe('All that it spends and that can bear tags.'),
  share,
  lines: integer.describe('How many lines lack the required tags.'),
  lacking: z
    .array(z.object({ tag: z.enum(tagNames), amount: money }))
    .describe('What lacks each of the demanded tags.'),
  runs: z.array(integer).describe('The billing runs with such lines.'),
  owner: z
    .object({ accounts: integer, amount: money, spend: money, share })
    .describe('All accounts of the owner, or of nobody, in this currency.'),
});
/** The spend of an account without the wanted tags, in one currency. */
export type AccountSpend = z.output<typeof accountSpend>;

const spendTotal = z.object({
  currency,
  amount: money,
  untagged: money,
  spend: money,
  share,
  accounts: integer,
  owners: integer.describe('Nobody, where accounts have no owner, counts as one.'),
});
/** The total of a currency, and of how many accounts and owners. */
export type SpendTotal = z.output<typeof spendTotal>;

const runOfSpend = z.object({
  id: integer,
  provider: z.enum(BILL_PROVIDERS),
  state: z.enum(RUN_STATES),
  tags: z
    .enum(['counted', 'none', 'not_counted', 'being_read'])
    .describe(
      'none: its file has no tags. not_counted: it was read before tags were counted. Neither is part of any amount.',
    ),
});
/** A run of the month, and whether it is known what tags its lines bear. */
export type RunOfSpend = z.output<typeof runOfSpend>;

const OF_SPEND = { ...OF_BILLING, method: 'GET', right: 'see_billing' } as const;

/** The accounts that spend without demanded tags, by owner. */
export const listUntaggedSpend = defineCall({
  ...OF_SPEND,
  path: '/untagged_spend',
  weight: 'long',
  summary: 'List the accounts that spend without demanded tags in a month, by owner',
  description:
    'Usage, credits and adjustments of accounts count, in all billing runs but those that failed, were superseded or reversed. The owner with the largest amount comes first.',
  success: 'A page of them',
  query: z.strictObject({ ...spendQuery, ...pageMembers }),
  data: z.array(accountSpend),
  meta: pageMeta.extend({
    month,
    tags: z
      .array(z.object({ name: z.enum(tagNames), label: z.string().describe('What people call it.') }))
      .describe('The demanded tags.'),
    totals: z.array(spendTotal),
    runs: z.array(runOfSpend).describe('The billing runs of the month.'),
  }),
});

/** The columns of the file: one for each demanded tag that may lack. */
export const SPEND_COLUMNS = [
  'owner_name',
  'owner_email',
  'provider',
  'identifier',
  'name',
  'cost_center',
  'currency',
  'amount',
  'spend',
  'share',
  'no_tag',
  ...demandedTags.map(({ name }) => `lacks_${name}`),
  'lines',
  'billing_runs',
];

/** The same accounts as a file. */
export const untaggedSpendCsv = defineFileCall({
  ...OF_SPEND,
  path: '/untagged_spend.csv',
  weight: 'heavy',
  summary: 'Download the accounts that spend without demanded tags as CSV',
  success: 'CSV',
  query: z.strictObject(spendQuery),
  file: 'text/csv',
  columns: SPEND_COLUMNS.map(headingOf),
});

const serviceSpend = z.object({
  service: textOrNull,
  billing_run: integer,
  provider: z.enum(BILL_PROVIDERS),
  currency,
  amount: digits,
  spend: digits,
  share,
  lines: integer,
});
/** The spend of a service of an account without the wanted tags. */
export type ServiceSpend = z.output<typeof serviceSpend>;

/** The spend of the services of an account without demanded tags. */
export const listServiceSpend = defineCall({
  ...OF_SPEND,
  path: '/untagged_spend/services',
  summary: 'List what the services of an account spend without demanded tags, by billing run',
  success: 'A page of them',
  query: z.strictObject({
    ...spendQuery,
    by_identifier: z
      .string('must be the account, subscription or project.')
      .describe('The account, subscription or project; required.'),
    ...pageMembers,
  }),
  data: z.array(serviceSpend),
  meta: pageMeta,
});

/** Has the files of a month read again that were read before tags were counted. */
export const countTags = defineCall({
  ...OF_BILLING,
  method: 'POST',
  path: '/untagged_spend/count',
  right: 'run_billing',
  summary: 'Count the tags of billing runs that were read before tags were counted',
  success: 'Their files are read again',
  status: 202,
  refusals: [409, 422],
  body: z.strictObject({ month: monthGiven.describe('YYYY-MM') }),
  wrapper: 'untagged_spend',
  data: z.object({ job }),
});
