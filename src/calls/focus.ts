import { z } from 'zod';
import { BILL_PROVIDERS } from '#kernel/billing/runs.ts';
import { defineFileCall } from './call.ts';
import { OF_BILLING } from './runs.ts';
import { monthGiven, oneOrAll } from './shapes.ts';

/** The columns of the file: those of the dataset Cost and Usage of FOCUS 1.4, then those of ours, which begin with x_. */
export const FOCUS_COLUMNS = [
  'BilledCost',
  'BillingAccountId',
  'BillingAccountName',
  'BillingAccountType',
  'BillingCurrency',
  'BillingPeriodEnd',
  'BillingPeriodStart',
  'ChargeCategory',
  'ChargeClass',
  'ChargeDescription',
  'ChargePeriodEnd',
  'ChargePeriodStart',
  'ContractedCost',
  'EffectiveCost',
  'HostProviderName',
  'InvoiceDetailId',
  'InvoiceId',
  'InvoiceIssuerName',
  'ListCost',
  'PricingQuantity',
  'PricingUnit',
  'ServiceCategory',
  'ServiceName',
  'ServiceProviderName',
  'ServiceSubcategory',
  'SubAccountId',
  'SubAccountName',
  'SubAccountType',
  'Tags',
  'x_BillingRunId',
  'x_BusinessUnit',
  'x_CompanyCode',
  'x_CostCenter',
  'x_GlAccount',
  'x_Owner',
  'x_PostingId',
  'x_ProjectId',
  'x_SapCostCenter',
  'x_WbsElement',
] as const;

/** The charges of the final runs of a month, as other tools of FinOps read costs. */
export const focusCsv = defineFileCall({
  ...OF_BILLING,
  method: 'GET',
  path: '/focus/cost_and_usage.csv',
  right: 'see_billing',
  weight: 'heavy',
  summary: 'Download the allocated costs of a month as FOCUS 1.4',
  description:
    'What the final billing runs charge, by posting, account, kind and service; the rows of a posting come to its amount. ' +
    'What has no value is NULL. Columns that begin with x_ are not of FOCUS.',
  success: 'CSV',
  refusals: [429],
  query: z.strictObject({
    month: monthGiven.optional().describe('YYYY-MM; by default the month before this one.'),
    provider: oneOrAll(BILL_PROVIDERS).describe('Whose bills; by default all.'),
  }),
  file: 'text/csv',
  columns: FOCUS_COLUMNS,
});
