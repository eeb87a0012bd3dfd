import { z } from 'zod';
import { defineCall, defineFileCall } from './call.ts';
import { PART_OF_RUN } from './part-of-run.ts';
import { confirmed, heldAgainst, reference, spread } from './bill-contents.ts';
import { currency, money, XLSX_TYPE } from './shapes.ts';

/*
 * The reconciliation of the invoices of a billing run, and the workbook that finance reviews.
 */

const reconciled = z.object({
  reference,
  currency,
  invoice: money,
  confirmed,
  held_against: heldAgainst,
  lines: money,
  rounding: money,
  spread,
  before: money.describe('What earlier runs booked of it, where the run books the difference.'),
  postings: money,
  unallocated: money,
  bills: money.describe('What is booked, less what was taken back.'),
  difference: money.describe('The invoice less what is booked before and its postings.'),
});
/** The reconciled amounts of an invoice, in the decimals of its currency. */
export type Reconciled = z.output<typeof reconciled>;

/** The totals of invoices beside their lines, postings and bills. */
export const reconciliation = defineCall({
  ...PART_OF_RUN,
  path: '/billing_runs/:id/reconciliation',
  weight: 'long',
  summary: 'Compare what invoices come to with their lines, postings and bills',
  success: 'Invoice by invoice',
  data: z.array(reconciled),
});

/** The workbook of a run as it is at this moment. */
export const workbook = defineFileCall({
  ...PART_OF_RUN,
  path: '/billing_runs/:id/pre_ap.xlsx',
  weight: 'heavy',
  summary: 'Download the Pre-AP workbook of a billing run',
  description:
    'Sheets: Summary, Pre-AP (a block per company code and invoice), Lines (their sums), Exceptions, Reconciliation.',
  success: 'The workbook',
  file: XLSX_TYPE,
});
