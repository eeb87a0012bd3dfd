import { z } from 'zod';
import { defineCall } from './call.ts';
import { PART_OF_RUN } from './part-of-run.ts';
import { cloud } from './bill-contents.ts';
import { currency, money, pageMembers, pageMeta } from './shapes.ts';

const sides = {
  before: money.describe('What is booked by the runs that it corrects.'),
  now: money.describe('What is booked with it.'),
  difference: money.describe('What it books.'),
};

const corrected = z.object({
  posting: z.int().describe('The id of the posting.'),
  provider: cloud,
  reference: z.string().describe('Invoice number'),
  currency,
  company_code: z.string().describe('Company code'),
  gl_account: z.string().describe('GL account'),
  cost_center: z.string().nullable().describe('Either this or the WBS element.'),
  wbs_element: z.string().nullable(),
  ...sides,
});
/** A posting of a difference run, with both sides of it. */
export type Corrected = z.output<typeof corrected>;

const correctedTotal = z.object({ currency, ...sides });
/** The changes of a difference run in a currency. */
export type CorrectedTotal = z.output<typeof correctedTotal>;

/** The changes of a difference run, posting by posting. */
export const readCorrection = defineCall({
  ...PART_OF_RUN,
  path: '/billing_runs/:id/correction',
  weight: 'long',
  summary: 'Compare what is booked before a difference run and with it',
  success: 'A page of the postings that change, and what all of them come to',
  refusals: [404, 409],
  query: z.strictObject(pageMembers),
  data: z.array(corrected),
  meta: pageMeta.extend({
    unchanged: z.int().describe('How many postings stay as they are, and are left out.'),
    totals: z.array(correctedTotal).describe('Of all places of its invoices, by currency.'),
  }),
});
