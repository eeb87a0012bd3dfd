import { z } from 'zod';
import { cloudBills } from '#resources/cloud-bills.ts';
import { defineCall } from './call.ts';
import { bearer } from './copilot.ts';
import { wayOf } from './exceptions.ts';
import { poolShare } from './pools.ts';
import { PART_OF_RUN } from './part-of-run.ts';
import { posting, share } from './run-details.ts';
import { run, runParams } from './runs.ts';
import { day, idOf, money } from './shapes.ts';

/*
 * From a bill to its run and posting, and from a posting to the accounts in it and how each came to be charged there.
 */

const integer = z.int();

const split = z.object({
  lines: integer.describe('Those of the invoice.'),
  amount: money,
  rounding: money.describe('What of the difference from a stated total is in it.'),
});
const SPLIT = 'What of the lines that belong to no account is a part of it, its rounding included.';

/** What a posting was made of. */
export const madeOf = z.object({
  posting,
  before: z
    .string()
    .nullable()
    .describe(
      'What earlier runs booked on the same place, where the run books the difference from them: the lines come to both together.',
    ),
  accounts: z
    .array(
      z.object({
        identifier: z
          .string()
          .nullable()
          .describe('null for what is charged to a cost center that was named.'),
        lines: integer,
        amount: z.string().describe('A decimal with all the digits that the file has.'),
        share,
        ...wayOf,
      }),
    )
    .describe('Whose lines it charges, those with the largest amounts first; of many the first hundred.'),
  accounts_total: integer.describe('How many accounts there are.'),
  seats: z
    .array(bearer)
    .describe(
      'Who bears what of it is charged for GitHub, as it was when the run was allocated; of many the first hundred.',
    ),
  seats_total: integer.describe('How many there are.'),
  split: split.describe(SPLIT),
  pools: z
    .array(poolShare)
    .describe('Its parts of what pools of the rules took, as it was when the run was allocated.'),
  bills: z
    .array(
      z.object({
        id: integer,
        date: day,
        amount: money,
        counters: z.boolean().describe('Whether it takes a bill back.'),
      }),
    )
    .describe('The bill that books it, and that which takes it back.'),
});
/** A posting, and what it was made of. */
export type MadeOf = z.output<typeof madeOf>;

/** The parts of a posting. */
export const explainPosting = defineCall({
  ...PART_OF_RUN,
  path: '/billing_runs/:id/postings/:posting',
  summary: 'Explain a posting of a billing run by the accounts in it',
  success: 'The posting, and what it was made of',
  params: runParams.extend({ posting: z.string().describe('The id of the posting.') }),
  data: madeOf,
});

/** Where a bill comes from. */
export const readOrigin = defineCall({
  method: 'GET',
  path: '/cloud_bills/:id/origin',
  right: 'see_billing',
  topic: cloudBills.name,
  tag: cloudBills.label[1],
  summary: 'Explain where a bill comes from: its billing run, its posting, and the accounts in it',
  success: 'Where it comes from',
  refusals: [404],
  params: z.strictObject({ id: idOf(cloudBills.label[0]) }),
  data: madeOf.extend({
    bill: integer.describe('The id of the bill.'),
    counters: z.boolean().describe('Whether it takes another bill of the posting back.'),
    billing_run: run
      .nullable()
      .describe('null for a bill that no run made, which has nothing of what follows.'),
    posting: posting.nullable(),
    split: split.nullable().describe(SPLIT),
  }),
});
