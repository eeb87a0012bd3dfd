import type { ColumnNames } from '../format.ts';

/** The columns of FOCUS 1.0 to 1.4 by what they are for. */
export const FOCUS = {
  amount: ['BilledCost'],
  billingAccount: ['BillingAccountId'],
  currency: ['BillingCurrency'],
  period: ['BillingPeriodStart'],
  category: ['ChargeCategory'],
  description: ['ChargeDescription'],
  day: ['ChargePeriodStart'],
  invoice: ['InvoiceId'],
  service: ['ServiceName'],
  account: ['SubAccountId'],
  commitment: ['CommitmentDiscountId'],
  issuer: ['InvoiceIssuerName', 'InvoiceIssuer'],
  provider: ['ServiceProviderName', 'ProviderName', 'PublisherName'],
} as const satisfies ColumnNames;

/** Its columns about commitments. */
export const FOCUS_COMMITMENTS = {
  status: ['CommitmentDiscountStatus'],
  effective: ['EffectiveCost'],
} as const satisfies ColumnNames;
