import { z } from 'zod';
import { defineCall } from './call.ts';
import { PART_OF_RUN } from './part-of-run.ts';
import { cloud } from './bill-contents.ts';
import { accountName } from './exceptions.ts';
import { OF_BILLING, runParams, workedOn } from './runs.ts';
import { currency, money, pageMembers, pageMeta, uuidOf } from './shapes.ts';

const DIGITS = 'A decimal with all the digits that the file has.';
const known = (what: string) =>
  z.string().nullable().describe(`${what} null where the file does not say it. ${DIGITS}`);
const chargedTo = z.string().nullable().describe('The cost center or WBS element that pays for it.');

const commitment = z.object({
  commitment: z.string().describe('The identifier that the provider gave it.'),
  provider: cloud,
  reference: z.string().describe('Invoice number'),
  currency,
  charge: z
    .enum(['buyer', 'effective_cost'])
    .describe('As it is billed, to the buyer, or by effective cost.'),
  known: z
    .boolean()
    .describe(
      'Whether the file says its effective cost; else it is charged to the buyer whatever the rules say.',
    ),
  billed: z.string().describe(`What its lines come to as they are billed. ${DIGITS}`),
  used: known('What usage that it covers costs when its fees are spread over their term.'),
  unused: known('The same of what nobody used.'),
  difference: known(
    'What is billed less what is used and unused: paid in this month for others, or below zero, in others for this one. The buyer bears it.',
  ),
  buyer: z.string().describe('The account that bought it, or the place where no line and no id names one.'),
  buyer_name: accountName,
  buyer_charged_to: chargedTo,
  unused_to: z.string().describe('The account or place that bears what nobody used.'),
  unused_to_name: accountName,
  unused_charged_to: chargedTo,
  users: z.int().describe('How many accounts used it.'),
  largest: z
    .array(
      z.object({
        identifier: z.string().describe('The account'),
        account_name: accountName,
        amount: z.string().describe(DIGITS),
        charged_to: chargedTo,
      }),
    )
    .describe('The accounts that used most of it.'),
});
/** A reservation or savings plan in an invoice, with who bears what of it. */
export type Commitment = z.output<typeof commitment>;

const invoice = z.object({
  reference: z.string().describe('Invoice number'),
  currency,
  billed: money.describe('What its lines come to as they are billed.'),
  amortised: money.describe('What they come to when the fees of commitments are spread over their terms.'),
  difference: money.describe('What is billed less what is amortised.'),
  charged: money.describe(
    'What is booked now and before, and what found no place: what is billed, whatever the rules say of commitments.',
  ),
});
/** The totals of an invoice with commitments: as billed, amortised, and as it is charged. */
export type AmortisedInvoice = z.output<typeof invoice>;

/** The reservations and savings plans of a run. */
export const listCommitments = defineCall({
  ...PART_OF_RUN,
  path: '/billing_runs/:id/commitments',
  summary: 'List the reservations and savings plans of a billing run, each with who bears what of it',
  success: 'A page of them, and what the invoices that have any come to',
  query: z.strictObject(pageMembers),
  data: z.array(commitment),
  meta: pageMeta.extend({
    read: z
      .boolean()
      .describe('false where nothing is known of commitments: the run was read by a version before.'),
    invoices: z.array(invoice),
  }),
});

/** Takes amortised costs out of a run. */
export const removeAmortised = defineCall({
  ...OF_BILLING,
  method: 'DELETE',
  path: '/billing_runs/:id/amortised/:addition',
  right: 'run_billing',
  summary: 'Remove amortised costs that were added to an open run, which is read anew without them',
  description:
    'All files that were added at once are removed. Commitments are charged to the buyer then, unless other amortised costs are left. They can be added again.',
  success: 'It is being read',
  status: 202,
  refusals: [404, 409],
  params: runParams.extend({ addition: uuidOf('Addition').describe('The `addition` of a part of the run.') }),
  wrapper: 'billing_run',
  data: workedOn,
});
