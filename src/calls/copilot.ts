import { headingOf } from '#kernel/csv/headings.ts';
import { z } from 'zod';
import { BILL_PROVIDERS, RUN_STATES } from '#kernel/billing/runs.ts';
import { defineCall, defineFileCall } from './call.ts';
import { OF_BILLING } from './runs.ts';
import { PROBLEM_NAMES } from './exceptions.ts';
import { PART_OF_RUN } from './part-of-run.ts';
import { runParams, workedOn } from './runs.ts';
import {
  currency,
  queryId,
  moment,
  money,
  month,
  monthGiven,
  pageMembers,
  pageMeta,
  textGiven,
  totals,
} from './shapes.ts';

/*
 * The charges for GitHub: of a run, and for Copilot by the cost centers of some months.
 */

const integer = z.int();
const textOrNull = z.string().nullable();
const provider = z.enum(BILL_PROVIDERS);
const state = z.enum(RUN_STATES);

/** Who bears a part of what is charged for GitHub. */
export const bearer = z.object({
  account: z.string().describe('The account of the lines.'),
  identifier: z.string().describe('By which a cost center is assigned to it.'),
  username: textOrNull.describe('null where the organization bears it itself.'),
  organization: textOrNull.describe('null where it is not known.'),
  name: textOrNull.describe('Of the user.'),
  named: textOrNull.describe('The cost center that the seat, or the organization, names.'),
  fallback: z
    .boolean()
    .describe(
      'Whether the cost center of the organization is charged, since the seat names none that counts.',
    ),
  share: z.string().describe('Of what the account is charged, to six digits.'),
  reference: z.string().describe('Invoice number'),
  currency,
  amount: z.string().describe('Its share of the account, to six digits.'),
  posting: integer.nullable().describe('null for what nobody is charged for.'),
  cost_center: textOrNull,
  wbs_element: textOrNull,
  company_code: textOrNull,
  problem: z.enum(PROBLEM_NAMES).nullable(),
});
export type Bearer = z.output<typeof bearer>;

const account = z.object({
  identifier: z.string().describe('The account'),
  split: z.boolean().describe('Whether it is split by seats.'),
  organization: textOrNull,
  lines: integer,
  currency,
  amount: money,
  seats: integer.describe('How many users bear it.'),
  fallback_seats: integer.describe('How many of them by the cost center of their organization.'),
  unplaced: integer.describe('How many bearers nobody is charged for.'),
  no_seats: z.boolean().describe('Whether no seat was known, so that the organization bears it.'),
});
/** The charge of a run for an account of GitHub. */
export type CopilotAccount = z.output<typeof account>;

const billedTwice = z.object({
  organization: z.string().describe('In small letters; * for what names none.'),
  other_run: integer,
  other_provider: provider,
  other_state: state,
  reference: z.string().describe('Invoice number'),
  currency,
  amount: money,
  other_amounts: totals,
  reason: textOrNull.describe('Why both are right; null until somebody says so.'),
  decided_by: textOrNull,
  decided_at: moment.nullable(),
});
/** Copilot of an organization that another run of the month charges as well. */
export type BilledTwice = z.output<typeof billedTwice>;

/** The charges of a run for GitHub. */
export const copilotOfRun = defineCall({
  ...PART_OF_RUN,
  topic: OF_BILLING.topic,
  path: '/billing_runs/:id/copilot',
  summary: 'Show what a billing run charges for GitHub, and what another run charges as well',
  success: 'By organization',
  data: z.object({
    accounts: z.array(account),
    billed_twice: z
      .array(billedTwice)
      .describe(
        'What another run of the month charges for Copilot as well, whether or not somebody has decided on it.',
      ),
  }),
});
export type CopilotOfRun = z.output<typeof copilotOfRun.data>;

/** Who bears what a run charges for GitHub. */
export const listBearers = defineCall({
  ...PART_OF_RUN,
  topic: OF_BILLING.topic,
  path: '/billing_runs/:id/seats',
  summary: 'List who bears what a billing run charges for GitHub, as it was when the run was allocated',
  success: 'A page of them',
  query: z.strictObject({
    ...pageMembers,
    by_posting: queryId.optional().describe('The id of a posting of the run.'),
    by_identifier: z.string().optional().describe('The account of the lines.'),
    by_charged: z.string().optional().describe('The cost center or WBS element that is charged.'),
  }),
  data: z.array(bearer),
  meta: pageMeta,
});

const runOfCosts = z.object({ id: integer, provider, month, state });

const cost = z.object({
  month: month.describe('YYYY-MM, the month that is charged.'),
  cost_center: textOrNull.describe('null with the WBS element for what nobody is charged for.'),
  wbs_element: textOrNull,
  company_code: textOrNull,
  owner_email: textOrNull,
  business_unit: textOrNull,
  seats: integer.describe('How many users bear it; one in several organizations counts once.'),
  fallback_seats: integer.describe('How many of them by the cost center of their organization.'),
  amounts: totals,
  billing_run: runOfCosts,
});
/** The charge of a cost center for Copilot by one run. */
export type CopilotCost = z.output<typeof cost>;

const runCosts = runOfCosts.extend({ seats: integer, totals });
/** A run that charges Copilot, with what its lines of it come to. */
export type CopilotRunCosts = z.output<typeof runCosts>;

const MOST_MONTHS = 60;
const numberOf = (of: string) => Number(of.slice(0, 4)) * 12 + Number(of.slice(5));

/** Some months: one, or from one to another. */
const months = z
  .strictObject({
    month: monthGiven.optional().describe('YYYY-MM; by default the month before this one.'),
    from: monthGiven.optional().describe('YYYY-MM, the first of several months.'),
    to: monthGiven.optional().describe('YYYY-MM, the last of several months.'),
  })
  .superRefine(({ month: one, from, to }, context) => {
    const wrong = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (one !== undefined && (from !== undefined || to !== undefined))
      wrong(['month'], 'cannot be given together with from and to.');
    if (from === undefined || to === undefined) return;
    const count = numberOf(to) - numberOf(from) + 1;
    if (count < 1) wrong(['to'], 'must not lie before from.');
    if (count > MOST_MONTHS) wrong([], `At most ${MOST_MONTHS} months can be requested at once.`);
  });

const OF_COSTS = {
  ...OF_BILLING,
  tag: 'GitHub',
  method: 'GET',
  right: 'see_billing',
  query: months,
} as const;

/** The charges of cost centers for Copilot, month by month. */
export const listCopilotCosts = defineCall({
  ...OF_COSTS,
  path: '/github/copilot_costs',
  weight: 'long',
  summary: 'List what each cost center is charged for GitHub Copilot in a month, by billing run',
  description:
    'Runs that failed, were superseded or reversed do not count. What nobody is charged for has neither cost center nor WBS element.',
  success: 'All of them',
  data: z.array(cost),
  meta: z.object({
    total: integer,
    from: month,
    to: month,
    totals,
    runs: z.array(runCosts).describe('The runs, each with what its lines of Copilot come to.'),
  }),
});

/** The columns of the file: a line for each currency. */
export const COST_COLUMNS = [
  'month',
  'cost_center',
  'wbs_element',
  'company_code',
  'owner_email',
  'business_unit',
  'seats',
  'fallback_seats',
  'amount',
  'currency',
  'billing_run',
  'provider',
  'state',
];

/** The same as a file. */
export const copilotCostsCsv = defineFileCall({
  ...OF_COSTS,
  path: '/github/copilot_costs.csv',
  weight: 'heavy',
  summary: 'Download what each cost center is charged for GitHub Copilot as CSV',
  success: 'CSV',
  file: 'text/csv',
  columns: COST_COLUMNS.map(headingOf),
});

const LONGEST_NAME = 200;
const LONGEST_REASON = 500;

const decision = z.strictObject({
  organization: textGiven(LONGEST_NAME).toLowerCase().describe('As `billed_twice` calls it.'),
  reason: textGiven(LONGEST_REASON).describe('Why both runs charge it.'),
});
/** That Copilot of an organization is rightly charged by several runs. */
export type CopilotDecision = z.output<typeof decision>;

/** Says why Copilot of an organization is charged by two runs. */
export const decideCopilot = defineCall({
  ...OF_BILLING,
  method: 'POST',
  path: '/billing_runs/:id/copilot_decisions',
  right: 'run_billing',
  summary: 'Say why GitHub Copilot of an organization is charged by this run and by another one',
  success: 'It is allocated anew',
  status: 202,
  refusals: [404, 409, 422],
  params: runParams,
  body: decision,
  wrapper: 'billing_run',
  data: workedOn,
});
