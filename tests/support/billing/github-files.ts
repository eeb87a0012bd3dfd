import { table } from './bill-files.ts';

/** A line of Copilot, or of something else that GitHub bills, in a made bill; what is left out is as in most. */
export interface CopilotLine {
  amount: string;
  organization?: string | null;
  user?: string;
  invoice?: string;
  currency?: string;
  product?: string;
  sku?: string;
  date?: string;
  kind?: string;
}

const SUBSCRIPTION = '0c3f1a52-1111-4222-8333-444455556666';

/** An Azure file of a Microsoft Customer Agreement with lines of GitHub; what has a `subscription` is none of GitHub. */
export const azureWithCopilot = (
  lines: readonly (CopilotLine & { subscription?: string })[],
  more: Record<string, string> = {},
) =>
  table(
    lines.map(
      ({
        amount,
        organization = 'acme',
        subscription,
        invoice = 'G000001',
        currency = 'EUR',
        product = 'Copilot',
        kind = 'Usage',
      }) => ({
        invoiceId: invoice,
        billingAccountId: 'ba-1',
        billingProfileId: 'bp-1',
        billingPeriodStartDate: '03/01/2026',
        date: '03/02/2026',
        consumedService: subscription ? 'Microsoft.Compute' : 'Microsoft.GitHub',
        meterName: subscription ? 'D2s v3' : `${product} Business User`,
        meterCategory: subscription ? 'Virtual Machines' : 'GitHub',
        meterSubCategory: subscription ? 'Dv3' : product,
        ProductName: subscription ? 'VM' : `GitHub ${product} Business`,
        SubscriptionId: subscription ?? SUBSCRIPTION,
        publisherName: 'Microsoft',
        ResourceId:
          subscription || organization === null
            ? ''
            : `/subscriptions/${SUBSCRIPTION}/resourceGroups/github/providers/Microsoft.GitHub/organizations/${organization}`,
        chargeType: kind,
        billingCurrency: currency,
        costInBillingCurrency: amount,
        pricingModel: 'OnDemand',
        tags: '',
        additionalInfo: '',
        ...more,
      }),
    ),
  );

/** The detailed usage report of GitHub. */
export const githubUsage = (lines: readonly CopilotLine[]) =>
  table(
    lines.map(
      ({
        amount,
        organization = 'acme',
        user = '',
        product = 'copilot',
        sku = 'copilot_for_business',
        date = '2026-03-01',
      }) => ({
        date,
        product,
        sku,
        quantity: '1',
        unit_type: product === 'copilot' ? 'user-months' : 'minutes',
        applied_cost_per_quantity: '19',
        gross_amount: amount,
        discount_amount: '0',
        net_amount: amount,
        username: user,
        organization: organization ?? '',
        repository: '',
        workflow_path: '',
        cost_center_name: '',
      }),
    ),
  );
