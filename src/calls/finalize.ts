import { z } from 'zod';
import { defineCall } from './call.ts';
import { OF_BILLING } from './runs.ts';
import { amountGiven, LONGEST_REASON, whichInvoice } from './invoices.ts';
import { PART_OF_RUN } from './part-of-run.ts';
import { OPTION_NAMES, runParams, type OptionName, workedOn } from './runs.ts';
import { currency, flag, money, textGiven } from './shapes.ts';

/*
 * Booking a billing run, taking it back, and the mails to its owners.
 */

/** The options of finalizing a run. */
export const listOptions = defineCall({
  ...OF_BILLING,
  topic: 'billing_options',
  method: 'GET',
  path: '/billing_options',
  right: 'see_billing',
  summary: 'The options with which a billing run is finalized',
  success: 'In the order in which it is done',
  data: z.array(
    z.object({
      name: z.enum(OPTION_NAMES),
      reason: z.string().nullable().describe('Why it cannot be done here; null where it can.'),
    }),
  ),
});

const compared = {
  currency,
  this_month: money.describe('Of a difference run, what is booked with it.'),
  last_month: money.describe('Of a difference run, what was booked before it.'),
  difference: money,
};

const statement = z.object({
  owner_email: z.string().nullable().describe('null for what has no known owner.'),
  sent: z.boolean().describe('Whether it is mailed.'),
  why: z.string().nullable().describe('Why it is not.'),
  totals: z.array(z.object(compared)),
  cost_centers: z.array(
    z.object({ identifier: z.string().describe('Cost center or WBS element'), ...compared }),
  ),
  services: z
    .array(z.object({ service: z.string().describe('Service'), currency, amount: money }))
    .describe('The largest, without what is split by the others.'),
});
/** The mail that an owner gets about a run. */
export type Statement = z.output<typeof statement>;

/** The statements that owners would be mailed of a run. */
export const readStatements = defineCall({
  ...PART_OF_RUN,
  path: '/billing_runs/:id/statements',
  weight: 'heavy',
  summary: 'See what owners would be mailed of a billing run',
  success: 'One for each owner',
  data: z.array(statement),
});

const option = flag.nullish();
/** The input of finalizing a run: its options, and whether the changes of a reviewed workbook are booked. Members of a body. */
export const flags = {
  cloud_bills: option,
  send_invoices: option,
  big_query: option,
  email_owners: option,
  accept_differences: option,
} satisfies Record<OptionName | 'accept_differences', unknown>;

const LIST = 'must be a list, with an object for each invoice.';

const invoiceAnswer = z
  .strictObject(
    {
      ...whichInvoice,
      total: amountGiven()
        .nullish()
        .describe('What the invoice comes to, such as "1234.50", as its PDF says.'),
      note: textGiven(LONGEST_REASON)
        .nullish()
        .describe('How the invoice was checked, where its total is not stated.'),
    },
    LIST,
  )
  .refine(({ total, note }) => ((total ?? null) === null) !== ((note ?? null) === null), {
    path: ['total'],
    error: 'Say either the total of the invoice or, in note, how it was checked.',
    // Beside what else is wrong of an invoice.
    when: ({ value }) => typeof value === 'object' && value !== null,
  });
/** The statement about an invoice that is checked against nothing: its total, or how it was checked without one. */
export type InvoiceAnswer = z.output<typeof invoiceAnswer>;

/** Books a run. */
export const finalizeRun = defineCall({
  ...OF_BILLING,
  method: 'POST',
  path: '/billing_runs/:id/finalize',
  right: 'run_billing',
  summary: 'Book a billing run, and do the chosen options with it',
  description:
    'Answers 202 with the run, which is finalizing, and its job. Refuses while anything is unallocated, totals differ or ' +
    'an invoice is held against nothing. Where a total in invoices differs from the lines, all that is said of invoices ' +
    'is kept and the run, which is processing then, is allocated anew with the difference instead of finalized. ' +
    'A run that is final does the options that it has not done.',
  success: 'It is finalizing, or allocated anew',
  status: 202,
  refusals: [404, 409, 422],
  params: runParams,
  body: z.strictObject({
    ...flags,
    differences_digest: z
      .string('must be that of the run.')
      .nullish()
      .describe('That of the run whose differences are accepted: others are refused then.'),
    invoices: z
      .array(invoiceAnswer, LIST)
      .nullish()
      .describe('What is said of invoices that are held against nothing.'),
  }),
  wrapper: 'billing_run',
  data: workedOn,
});

/** Takes the bills of a final run back. */
export const reverseRun = defineCall({
  ...OF_BILLING,
  method: 'POST',
  path: '/billing_runs/:id/reverse',
  right: 'run_billing',
  summary: 'Take the bills of a final run back, by a bill against each of them',
  description: 'Refused while an open or final difference run is based on it.',
  success: 'It is reversed; the job takes it back in BigQuery where it was loaded, else makes its files anew',
  status: 202,
  refusals: [404, 409, 422],
  params: runParams,
  body: z.strictObject({}),
  wrapper: 'billing_run',
  data: workedOn,
});
