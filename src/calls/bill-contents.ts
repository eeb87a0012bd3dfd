import { z } from 'zod';
import { CLOUDS, HELD_AGAINST } from '#kernel/billing/runs.ts';
import { currency, day, moment, money } from './shapes.ts';

/*
 * The content of the bill of a run: invoices, files, and the lines that were typed in.
 */

const integer = z.int();
export const cloud = z.enum(CLOUDS).nullable();
export const confirmed = z.boolean().describe('Whether `invoice` is stated, and not the sum of the lines.');
export const heldAgainst = z
  .enum(HELD_AGAINST)
  .describe(
    'What the lines are held against: a total that is stated by the file or a person, a person who has checked them ' +
      'without one, or nothing. Of several invoices, what the weakest is held against.',
  );
export const spread = money.describe(
  'What of the lines is of the invoice as such (tax, credits, adjustments, rounding) and was split by the others.',
);
export const reference = z.string().describe('Invoice number');

/** Amounts by currency. */
export const amounts = z.array(z.object({ currency, amount: money }));

export const total = z.object({
  currency: z.string().describe('Amounts of several currencies are never summed.'),
  invoice: money,
  confirmed,
  held_against: heldAgainst,
  lines: money,
  allocated: money,
  unallocated: money,
  before: money.describe(
    'What earlier runs booked of its invoices, where it books the difference from them; else nothing.',
  ),
  postings: money.describe('Of a difference run, what differs.'),
  bills: money,
  rounding: money.describe('What was added to the lines, so that they come to what is stated.'),
  spread,
});
/** The totals of a run in one currency. */
export type Total = z.output<typeof total>;

export const invoice = z.object({
  n: integer.describe('Identifies it within the run.'),
  reference: z.string().describe('Its number, or what is used in place of one.'),
  provider: cloud,
  currency,
  invoice: money,
  confirmed,
  confirmed_by: z.string().nullable().describe('Who stated it; null where the file does.'),
  confirmed_at: moment
    .nullable()
    .describe('When a person stated it; null where the file does, and where that was not kept.'),
  held_against: heldAgainst,
  checked: z
    .object({
      by: z.string().describe('The address of the person'),
      name: z.string().nullable().describe('Their name, where it is known.'),
      at: moment,
      note: z.string().describe('How they checked it'),
    })
    .nullable()
    .describe('Who confirmed the sum of the lines, and how they checked it; null where nobody did.'),
  lines: money,
  rounding: money,
  count: integer.describe('How many lines it has.'),
  invoice_date: day.nullable(),
  due_date: day.nullable(),
  refund_of: z
    .array(z.string())
    .describe(
      'The earlier invoices that its refunds are of, where the file names them, as files of Azure do; at most 20.',
    ),
});
/** One invoice of a run. */
export type Invoice = z.output<typeof invoice>;

export const part = z.object({
  name: z.string().describe('Its name, as it was sent or as the archive has it.'),
  state: z.enum(['read', 'repeated', 'missing']),
  same_as: z.string().nullable().describe('The part whose bytes it has, where it is repeated.'),
  rows: integer.describe('Below the header.'),
  lines: integer.describe('How many of them charge something.'),
  totals: amounts,
  amortised: z
    .boolean()
    .describe(
      'Whether it has the amortised costs of what the others bill: commitments are split by it, and nothing of it is booked.',
    ),
  addition: z.string().nullable().meta({
    format: 'uuid',
    description:
      'By which amortised costs are removed again, with all files that were added at once; null for other parts.',
  }),
});
/** One of the parts that a run's files consist of. */
export type BillPart = z.output<typeof part>;

/** The purposes of lines that are typed in. */
export const ADDED_KINDS = ['tax', 'credit', 'adjustment'] as const;

export const addition = z.object({
  id: integer,
  n: integer.describe('Of the invoice in the run.'),
  reference,
  provider: cloud,
  currency,
  kind: z.enum(ADDED_KINDS),
  amount: money,
  reason: z.string().describe('Why it was added'),
  created_by: z.string().describe('Who did'),
  created_at: moment,
});
/** A line that somebody typed in. */
export type AddedLine = z.output<typeof addition>;
