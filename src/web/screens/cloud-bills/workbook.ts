import { messages } from '#resources/messages.ts';
import type { UploadDeclaration } from '#web/generic/upload/upload.ts';

/** The columns of a billing workbook, and their contents. */
export const COLUMNS: readonly { header: string; says: string }[] = [
  { header: 'Date', says: 'The day of the bill, such as 2026-03-29' },
  { header: 'Provider', says: 'aws, azure, gcp or another' },
  { header: 'Identifier', says: 'The cost center, or the WBS element, which has a slash' },
  { header: 'Amount', says: 'Exact to the cent, such as 1234.50; credits are negative' },
  { header: 'Currency', says: 'USD where it is left out' },
  { header: 'Company Code', says: 'Optional' },
  { header: 'Account', says: 'The GL account; optional' },
  { header: 'Reference', says: 'The invoice number; optional' },
  { header: 'Business Unit', says: 'The name of one that exists; optional' },
  { header: 'Cost Center Network', says: 'The identifier of one that exists; optional' },
  { header: 'Activity', says: 'Optional' },
  { header: 'Line Item', says: 'Optional' },
];

/** A billing workbook as its upload takes it. */
export const BILLING_WORKBOOK: UploadDeclaration = {
  title: 'Upload Cloud Billing',
  hint: 'An XLSX workbook or a CSV file with these columns, in any order; their names count.',
  path: '/cloud_bills/upload',
  member: 'data',
  kinds: { name: 'Billing workbook', a: 'a billing workbook', ends: ['.xlsx', '.csv'] },
  template: { file: 'cloud_bills.csv', columns: COLUMNS.map(({ header }) => header) },
  done: messages.dataSubmitted,
  failed: messages.uploadFailed,
};
