import { z } from 'zod';
import { defineCall } from './call.ts';
import { OF_BILLING } from './runs.ts';
import { ADDED_KINDS } from './bill-contents.ts';
import { runParams, workedOn } from './runs.ts';
import { idOf, oneOf, textGiven } from './shapes.ts';

/*
 * The additions to an invoice of a billing run beside its file: lines of tax, credit and adjustment, and a stated total.
 */

/** The maximum length of the number of an invoice. */
const MOST_INVOICES = 32_767;
export const LONGEST_REASON = 500;

const OF_THE_RUN = 'must be that of an invoice of the run.';
const N_WANTED = 'must be the number of an invoice of the run.';
const ofRun = z.string(OF_THE_RUN).trim().min(1, OF_THE_RUN);

/** Which invoice of a run is meant. Members of a body; none of them is needed where the others are enough. */
export const whichInvoice = {
  n: z
    .int(N_WANTED)
    .min(1, N_WANTED)
    .max(MOST_INVOICES, N_WANTED)
    .nullish()
    .describe('The number of the invoice in the run; it distinguishes invoices that are otherwise alike.'),
  reference: ofRun.nullish().describe('The invoice; optional where the run has only one.'),
  currency: ofRun.toUpperCase().nullish().describe('Where the invoice has several.'),
  provider: ofRun.nullish().describe('Where several clouds have the invoice.'),
};
const invoiceWanted = z.object(whichInvoice);
export type InvoiceWanted = z.output<typeof invoiceWanted>;

const AMOUNT = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;
const AMOUNT_WANTED = 'must be a decimal such as -12.50.';

/** An amount; a number is taken as it was written, which JSON keeps for amounts of less than 16 digits. */
export const amountGiven = (wanted = AMOUNT_WANTED) =>
  z
    .union([z.string(), z.number()], wanted)
    .transform((given) => String(given).trim())
    .refine((amount) => AMOUNT.test(amount), { error: wanted, abort: true });

const OF_INVOICES = {
  ...OF_BILLING,
  right: 'run_billing',
  success: 'It is allocated anew',
  status: 202,
  refusals: [404, 409, 422],
  wrapper: 'billing_run',
} as const;

const line = z
  .strictObject({
    ...whichInvoice,
    kind: oneOf(ADDED_KINDS),
    amount: amountGiven()
      .refine((amount) => /[1-9]/.test(amount), 'must not be 0.')
      .describe('A decimal such as "12.50"; a credit is below zero.'),
    reason: textGiven(LONGEST_REASON).describe('Why it is added.'),
  })
  .refine(({ kind, amount }) => kind !== 'credit' || !/^\+?[\d.]*[1-9]/.test(amount), {
    path: ['amount'],
    error: 'A credit is below zero, such as -12.50.',
    // Beside what else is wrong.
    when: () => true,
  });
/** A line that somebody types in. */
export type LineWanted = z.output<typeof line>;

/** Adds a line to an invoice. */
export const addLine = defineCall({
  ...OF_INVOICES,
  method: 'POST',
  path: '/billing_runs/:id/lines',
  summary: 'Add a line to an invoice that its file leaves out, and allocate the run anew',
  description: 'It belongs to no account, so it is split by the rule for what is shared.',
  params: runParams,
  body: line,
  data: workedOn,
});

/** Removes a line that was added. */
export const removeLine = defineCall({
  ...OF_INVOICES,
  method: 'DELETE',
  path: '/billing_runs/:id/lines/:line',
  summary: 'Remove a line that was added, and allocate the run anew',
  params: runParams.extend({ line: idOf('The added line').describe('The id of the added line.') }),
  data: workedOn,
});

const total = z.strictObject({
  ...whichInvoice,
  amount: amountGiven(`${AMOUNT_WANTED} null takes back what was said.`)
    .nullable()
    .describe('What the invoice comes to, such as "1234.50"; null takes back what was said before.'),
});
/** The stated total of an invoice; null for the one in its file. */
export type TotalWanted = z.output<typeof total>;

/** States what an invoice comes to. */
export const stateTotal = defineCall({
  ...OF_INVOICES,
  method: 'POST',
  path: '/billing_runs/:id/totals',
  summary: 'State what an invoice comes to, and allocate the run anew',
  description: 'It goes before what the file states, and is held against the lines.',
  params: runParams,
  body: total,
  data: workedOn,
});
