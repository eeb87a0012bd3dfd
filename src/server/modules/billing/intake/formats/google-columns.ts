import type { ColumnNames } from '../format.ts';

/** The columns of the console's cost table by what they are for; the name of the one with the cost has a currency in it. */
export const GOOGLE_TABLE = {
  billingAccount: ['Billing account ID'],
  project: ['Project ID'],
  service: ['Service description'],
  sku: ['SKU description'],
  credit: ['Credit type'],
  type: ['Cost type'],
  day: ['Usage start date'],
} as const satisfies ColumnNames;

/** The columns of the export to BigQuery, standard or detailed, by what they are for: `project.id` is also `project_id`. */
export const GOOGLE_EXPORT = {
  billingAccount: ['billing_account_id'],
  month: ['invoice.month'],
  project: ['project.id'],
  service: ['service.description', 'service.id'],
  sku: ['sku.description', 'sku.id'],
  type: ['cost_type'],
  day: ['usage_start_time'],
  amount: ['cost'],
  currency: ['currency'],
  credits: ['credits', 'total_credits', 'credits_total'],
} as const satisfies ColumnNames;
