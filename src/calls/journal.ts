import { z } from 'zod';
import { defineFileCall } from './call.ts';
import { reversal } from './accruals.ts';
import { OF_BILLING } from './runs.ts';
import { dayGiven, idOf } from './shapes.ts';

/** A document of the general ledger, as SAP has it from the start. */
const DOCUMENT_TYPE = 'SA';

const query = z.strictObject({
  posting_date: dayGiven.optional().describe('When it is posted, such as 2026-03-31.'),
  document_type: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z0-9]{2}$/, 'must be two letters or digits, such as SA.')
    .default(DOCUMENT_TYPE)
    .describe('The document type of SAP, two characters.'),
  reversal,
});

const JOURNAL = {
  ...OF_BILLING,
  method: 'GET',
  right: 'see_billing',
  weight: 'heavy',
  description:
    'One row for each line, in documents that come to zero and have at most 999 lines. Debit is S, credit is H; dates are ' +
    'YYYYMMDD, amounts have a point and no other sign. What balances a document is posted to the Clearing GL of its company.',
  success: 'CSV',
  refusals: [404, 409],
  query,
  file: 'text/csv',
} as const;

/** A final run as journal entries, or the reversal of one. */
export const runJournal = defineFileCall({
  ...JOURNAL,
  path: '/billing_runs/:id/journal.csv',
  summary: 'Download a final billing run, or the reversal of one, as the journal entries that SAP takes',
  params: z.strictObject({ id: idOf('Billing run') }),
});

/** An accrual as journal entries, or its reversal. */
export const accrualJournal = defineFileCall({
  ...JOURNAL,
  path: '/billing_accruals/:id/journal.csv',
  summary: 'Download an accrual, or its reversal, as the journal entries that SAP takes',
  params: z.strictObject({ id: idOf('Accrual') }),
});
