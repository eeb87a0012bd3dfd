import type { ColumnNames } from '../format.ts';

/** The columns of Azure's exports by what they are for, in all dialects. */
export const AZURE = {
  /** Where a file has both, SubscriptionId is a number that nothing else knows. */
  account: ['SubscriptionGuid', 'SubscriptionId'],
  invoice: ['invoiceId'],
  profile: ['billingProfileId'],
  billingAccount: ['billingAccountId'],
  period: ['billingPeriodStartDate'],
  currency: ['billingCurrency', 'BillingCurrencyCode', 'Currency', 'CurrencyCode'],
  amount: ['costInBillingCurrency', 'PreTaxCost', 'Cost', 'ExtendedCost'],
  date: ['date', 'UsageDateTime', 'UsageDate'],
  type: ['chargeType'],
  pricing: ['pricingModel'],
  service: ['meterCategory', 'serviceFamily', 'consumedService'],
  description: ['meterName', 'productName', 'product'],
} as const satisfies ColumnNames;

/** The earlier invoice that a refund is of; of other lines it is empty. */
export const AZURE_REFUND_OF = ['previousInvoiceId'] as const;

/** The columns that name the reservation or the plan that a line is about. */
export const AZURE_BENEFITS = [['reservationId'], ['benefitId']] as const;
