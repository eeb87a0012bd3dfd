import { z } from 'zod';
import { BILL_PROVIDERS, RUN_STATES, type HeldAgainst } from '#kernel/billing/runs.ts';
import { accrual } from './accruals.ts';
import { defineCall } from './call.ts';
import { OF_BILLING } from './runs.ts';
import { moment, month, monthGiven, totals, wholeNumber } from './shapes.ts';

/*
 * The month close: how far each month of each provider is.
 */

/** How far a month of a provider is, the least first. */
export const CLOSE_STATES = [
  'not_expected',
  'not_come',
  'in_intake',
  'unallocated',
  'in_review',
  'finalized',
  'booked',
] as const;
export type CloseState = (typeof CLOSE_STATES)[number];

/** Where what is missing is done: a bill is sent, a run or its exceptions are worked on, an accrual is made or reversed. */
const MISSING_KINDS = ['invoice', 'run', 'exceptions', 'accrue', 'accrual'] as const;

const integer = z.int();
const runState = z.enum(RUN_STATES);

const missing = z.object({
  kind: z.enum(MISSING_KINDS),
  message: z.string().describe('What is missing, as a sentence.'),
  run: integer.nullable().describe('The run that it is about.'),
});
/** Something that keeps a month from being closed. */
export type Missing = z.output<typeof missing>;

const decision = z.object({
  at: moment,
  by: z.string().describe('Who did it'),
  what: z.string().describe('What was done'),
  run: integer.nullable().describe('The run that it was done to; null for accruals.'),
});
/** An action about a month. */
export type Decision = z.output<typeof decision>;

const run = z.object({
  id: integer,
  state: runState,
  file_name: z.string(),
  invoices: z
    .object({ stated_total: integer, person: integer, nothing: integer } satisfies Record<
      HeldAgainst,
      unknown
    >)
    .describe('How many of its invoices are held against each.'),
  finalized_unasked: z.boolean().describe('Whether it was finalized before that was required.'),
});

const difference = z.object({
  run: integer,
  state: runState,
  month: month.describe('YYYY-MM, the month that is charged.'),
  finalized_in: z
    .string()
    .nullable()
    .describe('YYYY-MM, the month in which it became final; null as long as it is not.'),
  corrects: z.array(integer).describe('The runs that it corrects.'),
  totals,
});
/** The changes of a difference run to a month after its invoice was booked. */
export type BoardDifference = z.output<typeof difference>;

const cell = z.object({
  month,
  state: z
    .enum(CLOSE_STATES)
    .describe('How far the run is that is least far; not_expected where nothing was charged for a year.'),
  runs: z.array(run),
  missing: z.array(missing),
  accruals: z.array(accrual),
  differences: z
    .array(difference)
    .describe(
      'Differences after the close: runs that correct what was booked for the month, and those that became final in it.',
    ),
  may_accrue: z
    .boolean()
    .describe(
      'Whether an accrual can be made: no invoice is final, there is no accrual, and there is a month to copy.',
    ),
  decisions: z.array(decision).describe('Who did what, the oldest first.'),
});
/** A month of a provider. */
export type CloseCell = z.output<typeof cell>;

const MOST_MONTHS = 24;

/** How far each month of each provider is. */
export const board = defineCall({
  ...OF_BILLING,
  method: 'GET',
  path: '/month_close',
  right: 'see_billing',
  summary: 'Show how far each month of each provider is, and what is missing until it is closed',
  success: 'Provider by provider',
  query: z.strictObject({
    month: monthGiven.optional().describe('YYYY-MM, the last month; by default the month before this one.'),
    months: wholeNumber(MOST_MONTHS).default(6).describe('How many months.'),
  }),
  data: z.object({
    months: z.array(month).describe('The oldest first.'),
    providers: z.array(
      z.object({ provider: z.enum(BILL_PROVIDERS), cells: z.array(cell).describe('One for each month.') }),
    ),
  }),
});
export type Board = z.output<typeof board.data>;
