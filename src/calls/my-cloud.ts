import { z } from 'zod';
import { headingOf } from '#kernel/csv/headings.ts';
import { budgetOfCostCenter } from './budgets.ts';
import { defineCall, defineFileCall } from './call.ts';
import { anomaly } from './anomalies.ts';
import { madeOf } from './explain.ts';
import { line } from './run-details.ts';
import { listRunningCosts, reading, runningTotal } from './running-costs.ts';
import {
  currency,
  day,
  idOf,
  money,
  month,
  monthGiven,
  oneOf,
  pageMembers,
  pageMeta,
  searchText,
} from './shapes.ts';

/*
 * What is in the name of who asks: their records, what is charged to their cost centers, and what they have to do.
 */

/** What every call about one's own has in common. */
export const OF_MY_CLOUD = {
  tag: 'My cloud',
  topic: 'my cloud',
  method: 'GET',
  right: 'signed_in',
  owners: 'self',
} as const;

/** The models whose records are listed by names. */
export const MY_MODELS = ['cost_centers', 'cloud_parents', 'cloud_projects', 'github_copilot_users'] as const;
export type MyModel = (typeof MY_MODELS)[number];

/** The months of which spend is listed, this one included. */
export const MONTHS_LISTED = 12;
/** The services that have an amount of their own in each currency; the others are one sum. */
export const SERVICES_LISTED = 11;
/** The budgets that are listed. */
export const MOST_BUDGETS = 100;

const integer = z.int();
const textOrNull = z.string().nullable();

const counted = z.object({ model: z.enum(MY_MODELS), total: integer });

/** What one owns, and the budgets of it. */
export const readMyCloud = defineCall({
  ...OF_MY_CLOUD,
  path: '/my_cloud',
  summary: 'Show how much is in one’s own name, and the budgets of it',
  success: 'How much it is',
  data: z.object({
    records: z.array(counted).describe('How many records of each model are in one’s name.'),
    budgets: z
      .array(
        budgetOfCostCenter.extend({
          charged_to: textOrNull.describe('The cost center or the account that it is for.'),
        }),
      )
      .describe(`In the order of their names, at most ${MOST_BUDGETS}.`),
    contact: z.string().describe('The address to ask where something is missing or wrong.'),
  }),
});
export type MyCloud = z.output<typeof readMyCloud.data>;
/** A budget of what one owns. */
export type MyBudget = MyCloud['budgets'][number];

/** The records in one's name by names. */
export const listMyRecords = defineCall({
  ...OF_MY_CLOUD,
  path: '/my_cloud/records',
  summary: 'List what is in one’s own name',
  success: 'A page of it',
  query: z.strictObject({
    ...pageMembers,
    model: oneOf(MY_MODELS).describe('Of which model; required.'),
    q: searchText.describe('Words of it; all where it is left out.'),
  }),
  data: z.array(
    z.object({
      id: integer,
      title: z.string().describe('By what people recognise it.'),
      about: z.array(z.string()).describe('What else says which one it is, one’s own address left out.'),
    }),
  ),
  meta: pageMeta,
});

const spend = z.object({
  month,
  currency,
  part: z
    .enum(['service', 'others', 'shared'])
    .describe(
      'A service, the services that have no amount of their own, or what belongs to no account, with rounding.',
    ),
  service: textOrNull.describe('null for the other parts, and where lines name no service.'),
  amount: money,
  postings: integer.describe('Of how many postings it is a part.'),
});
/** What was charged to one's cost centers for a service in a month. */
export type MySpend = z.output<typeof spend>;

/** What is charged to one's cost centers. */
export const listMySpend = defineCall({
  ...OF_MY_CLOUD,
  path: '/my_cloud/spend',
  weight: 'long',
  summary: 'Show what final billing runs charged to one’s own cost centers, by month and service',
  description: `Of the last ${MONTHS_LISTED} months. The parts of a month come to what its postings come to. Accruals and open runs are left out.`,
  success: 'The sums, by currency and month',
  data: z.array(spend),
});

const charge = z.object({
  billing_run: integer,
  posting: integer,
  month,
  provider: z.string(),
  reference: z.string().describe('Invoice number'),
  charged_to: z.string().describe('The cost center or WBS element.'),
  text: z.string().describe('What it says'),
  amount: money,
  currency,
});
/** A posting to one's cost centers. */
export type MyCharge = z.output<typeof charge>;

const chargesQuery = { month: monthGiven.describe('YYYY-MM; required.') };

/** The postings to one's cost centers. */
export const listMyCharges = defineCall({
  ...OF_MY_CLOUD,
  path: '/my_cloud/charges',
  summary: 'List what final billing runs booked on one’s own cost centers in a month',
  success: 'A page of it, the largest amounts first',
  query: z.strictObject({ ...chargesQuery, ...pageMembers }),
  data: z.array(charge),
  meta: pageMeta,
});

/** The columns of their file. */
export const CHARGE_COLUMNS = [
  'month',
  'provider',
  'reference',
  'charged_to',
  'text',
  'amount',
  'currency',
] as const satisfies (keyof MyCharge)[];

/** The same as a file. */
export const myChargesCsv = defineFileCall({
  ...OF_MY_CLOUD,
  path: '/my_cloud/charges.csv',
  weight: 'heavy',
  summary: 'Download what final billing runs booked on one’s own cost centers in a month as CSV',
  success: 'CSV',
  query: z.strictObject(chargesQuery),
  file: 'text/csv',
  columns: CHARGE_COLUMNS.map(headingOf),
});

const ofCharge = {
  ...OF_MY_CLOUD,
  refusals: [404],
  params: z.strictObject({ run: idOf('Billing run'), posting: idOf('Posting') }),
} as const;

/** Where a charge comes from. */
export const explainMyCharge = defineCall({
  ...ofCharge,
  path: '/my_cloud/charges/:run/:posting',
  summary: 'Explain a charge to one of one’s own cost centers by the accounts in it',
  success: 'The posting, and what it was made of',
  data: madeOf,
});
/** What a charge was made of. */
export type MadeOfCharge = z.output<typeof madeOf>;

/** The lines of a charge. */
export const listMyLines = defineCall({
  ...ofCharge,
  path: '/my_cloud/charges/:run/:posting/lines',
  summary: 'List the lines of the invoice that are a part of a charge to one of one’s own cost centers',
  success: 'A page of them, in the order of the file',
  query: z.strictObject(pageMembers),
  data: z.array(line),
  meta: pageMeta,
});
/** A line of a charge. */
export type MyLine = z.output<typeof line>;

/** The costs of services, and the anomalies, that are listed. */
export const MOST_RUNNING = 200;

/** What one's own accounts cost in the running month so far. */
export const readMyRunning = defineCall({
  ...OF_MY_CLOUD,
  path: '/my_cloud/running',
  weight: 'long',
  summary: 'Show what one’s own accounts cost in the running month so far, by service',
  description:
    'Read from the exports of the clouds. None of it is final, and none of it is charged to anybody yet.',
  success: 'The costs, and what of them is unusual',
  data: z.object({
    month,
    readings: z
      .array(reading.pick({ provider: true, read_at: true }).extend({ failed: z.boolean() }))
      .describe('As of when the figures of each cloud are, and whether a newer reading of it failed.'),
    totals: z.array(runningTotal),
    costs: z
      .array(listRunningCosts.data.element.omit({ owner_email: true }))
      .describe(`The largest account first, at most ${MOST_RUNNING}.`),
    anomalies: z
      .array(
        anomaly
          .pick({ id: true, kind: true, identifier: true, name: true, cloud_parent_id: true, service: true })
          .extend(anomaly.pick({ first_day: true, last_day: true }).shape)
          .extend(anomaly.pick({ currency: true, cost: true, expected: true, beyond: true }).shape)
          .extend({ reason: textOrNull.describe('What the CCoE said of it.') }),
      )
      .describe('The costs that go on beyond what is usual.'),
  }),
});
/** The running month of what one owns. */
export type MyRunning = z.output<typeof readMyRunning.data>;

/** What can be due. */
const DUE_KINDS = ['expiry', 'lease', 'tags', 'survey', 'certificate'] as const;

const due = z.object({
  kind: z.enum(DUE_KINDS),
  model: z.string().describe('The model of the record that it is about.'),
  id: integer,
  title: z.string().describe('By what people recognise the record.'),
  detail: textOrNull.describe('What tells more: the last day, or what the lines without tags come to.'),
  day: day.nullable().describe('Until when; null where no day is set.'),
  over: z.boolean().describe('The day has passed.'),
});
/** Something that is due. */
export type Due = z.output<typeof due>;

/** What comes due. */
export const listMyDue = defineCall({
  ...OF_MY_CLOUD,
  path: '/my_cloud/due',
  weight: 'long',
  summary: 'List what comes due of what is in one’s own name',
  description:
    'Cost centers, certificates and leases of accounts that end within 90 days or have ended, accounts whose lines lack demanded tags in the last final month, and accounts about which no survey was answered.',
  success: 'A page of it, what is over first',
  zoned: true,
  query: z.strictObject(pageMembers),
  data: z.array(due),
  meta: pageMeta,
});
