import type { ColumnNames } from '../format.ts';

/** The columns of the bills that AWS made before its reports, by what they are for. */
export const AWS_BILL = {
  invoice: ['InvoiceID'],
  payer: ['PayerAccountId'],
  linked: ['LinkedAccountId'],
  record: ['RecordType'],
  period: ['BillingPeriodStartDate'],
  currency: ['CurrencyCode'],
  product: ['ProductName', 'ProductCode'],
  description: ['ItemDescription'],
  day: ['UsageStartDate'],
  /** Of the detailed bill: an account that pays for itself alone has no blended rates. */
  unblended: ['UnBlendedCost', 'Cost'],
  /** Of the monthly bill. */
  total: ['TotalCost'],
} as const satisfies ColumnNames;

/** The columns of the Cost and Usage Report that say what a reservation or a savings plan comes to. */
export const AWS_COMMITMENTS = {
  plan: ['savings_plan_savings_plan_a_r_n'],
  planCost: ['savings_plan_savings_plan_effective_cost'],
  committed: ['savings_plan_total_commitment_to_date'],
  usedOfPlan: ['savings_plan_used_commitment'],
  reservation: ['reservation_reservation_a_r_n'],
  reservationCost: ['reservation_effective_cost'],
  unusedUpfront: ['reservation_unused_amortized_upfront_fee_for_billing_period'],
  unusedRecurring: ['reservation_unused_recurring_fee'],
} as const satisfies ColumnNames;

/**
 * The columns of the Cost and Usage Report by what they are for. `lineItem/UsageAccountId`, as its first version wrote it in
 * CSV, is found by the same name.
 */
export const AWS_CUR = {
  invoice: ['bill_invoice_id'],
  payer: ['bill_payer_account_id'],
  period: ['bill_billing_period_start_date'],
  account: ['line_item_usage_account_id'],
  type: ['line_item_line_item_type'],
  amount: ['line_item_unblended_cost'],
  currency: ['line_item_currency_code'],
  day: ['line_item_usage_start_date'],
  service: ['line_item_product_code', 'product_product_name', 'product_servicename'],
  description: ['line_item_line_item_description'],
} as const satisfies ColumnNames;
