/** One line of a made bill; what is left out is as in most. */
export interface MadeLine {
  account: string | null;
  amount: string;
  kind?: string;
  invoice?: string;
  currency?: string;
  day?: string;
}

const csv = (rows: readonly (readonly string[])[]) =>
  rows
    .map((row) =>
      row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','),
    )
    .join('\r\n') + '\r\n';

/** A CSV of rows that have the same columns. */
export const table = (rows: readonly Record<string, string>[]) => {
  const [first = {}] = rows;
  return csv([Object.keys(first), ...rows.map((row) => Object.values(row))]);
};

/** An Azure file of a Microsoft Customer Agreement. */
export const azureMca = (lines: readonly MadeLine[], more: Record<string, string> = {}) =>
  table(
    lines.map(
      ({ account, amount, kind = 'Usage', invoice = 'G000001', currency = 'EUR', day = '03/02/2026' }) => ({
        invoiceId: invoice,
        previousInvoiceId: '',
        billingAccountId: 'ba-1',
        billingProfileId: 'bp-1',
        billingPeriodStartDate: '03/01/2026',
        date: day,
        meterName: 'D2s v3, West Europe',
        meterCategory: 'Virtual Machines',
        SubscriptionId: account ?? '',
        chargeType: kind,
        billingCurrency: currency,
        costInBillingCurrency: amount,
        pricingModel: 'OnDemand',
        tags: '"env": "prod"',
        ...more,
      }),
    ),
  );

/** An Azure file of an Enterprise Agreement, which tells no invoice. */
export const azureEa = (lines: readonly MadeLine[]) =>
  table(
    lines.map(({ account, amount, kind = 'Usage', currency = 'EUR', day = '2026-03-02' }) => ({
      SubscriptionId: account ?? '',
      Date: day,
      ProductName: 'Storage',
      MeterCategory: 'Storage',
      CostInBillingCurrency: amount,
      ChargeType: kind,
      PricingModel: 'OnDemand',
      BillingAccountId: '8608480',
      BillingCurrencyCode: currency,
      BillingPeriodStartDate: '2026-03-01',
    })),
  );

/** A Google cost table with its preamble. */
export const googleCostTable = (
  lines: readonly MadeLine[],
  {
    total,
    sums = [],
    sign = '€',
    dated = '2026-03-31',
    due = '2026-04-30',
    invoice = '5000001',
  }: {
    total: string;
    invoice?: string;
    sums?: readonly (readonly [string, string])[];
    sign?: string;
    /** The day of the invoice. */
    dated?: string;
    due?: string;
  },
) => {
  const header = [
    'Billing account name',
    'Billing account ID',
    'Project name',
    'Project ID',
    'Service description',
    'SKU description',
    'Credit type',
    'Cost type',
    'Usage start date',
    'Usage end date',
    `Unrounded Cost (${sign})`,
    `Cost (${sign})`,
  ];
  return csv([
    ['Invoice number', invoice],
    ['Invoice date', dated],
    ['Due date', due],
    ['Billing account ID', '0123AB-4567CD'],
    ['Currency', 'EUR'],
    ['Total amount due', total],
    header,
    ...lines.map(({ account, amount, kind = 'Usage', day = '2026-03-02' }) => [
      'Skyledger',
      '0123AB-4567CD',
      account ?? '',
      account ?? '',
      'Compute Engine',
      'N2 core',
      '',
      kind,
      day,
      day,
      amount,
      amount,
    ]),
    ...sums.map(([label, amount]) => ['', '', '', '', '', '', '', label, '', '', amount, amount]),
  ]);
};

/** An AWS detailed bill, which has no currency. */
export const awsDetailed = (
  lines: readonly MadeLine[],
  totals: readonly (readonly [string, string])[] = [],
) =>
  table([
    ...lines.map(({ account, amount, kind = 'LineItem', invoice = '900100' }) => ({
      InvoiceID: invoice,
      PayerAccountId: '111111111111',
      LinkedAccountId: account ?? '',
      RecordType: kind,
      ProductName: 'Amazon Elastic Compute Cloud',
      ItemDescription: '$0.1 per hour',
      UsageStartDate: '2026-03-02 00:00:00',
      BlendedCost: '1',
      UnBlendedCost: amount,
    })),
    ...totals.map(([record, amount]) => ({
      InvoiceID: '900100',
      PayerAccountId: '111111111111',
      LinkedAccountId: '',
      RecordType: record,
      ProductName: '',
      ItemDescription: 'Total',
      UsageStartDate: '',
      BlendedCost: amount,
      UnBlendedCost: amount,
    })),
  ]);

/** An AWS monthly bill. */
export const awsMonthly = (lines: readonly MadeLine[]) =>
  table(
    lines.map(({ account, amount, kind = 'LinkedLineItem', invoice = '900200', currency = 'USD' }) => ({
      InvoiceID: invoice,
      PayerAccountId: '111111111111',
      LinkedAccountId: account ?? '',
      RecordType: kind,
      BillingPeriodStartDate: '2026/03/01 00:00:00',
      ProductName: 'Amazon Simple Storage Service',
      ItemDescription: 'Requests',
      UsageStartDate: '2026/03/01 00:00:00',
      CurrencyCode: currency,
      TotalCost: amount,
    })),
  );

/** An AWS Cost and Usage Report 2.0. */
export const awsCur = (lines: readonly MadeLine[]) =>
  table(
    lines.map(({ account, amount, kind = 'Usage', invoice = '', currency = 'USD' }) => ({
      bill_invoice_id: invoice,
      bill_payer_account_id: '111111111111',
      bill_billing_period_start_date: '2026-03-01T00:00:00.000Z',
      line_item_usage_account_id: account ?? '',
      line_item_line_item_type: kind,
      line_item_unblended_cost: amount,
      line_item_currency_code: currency,
      line_item_usage_start_date: '2026-03-02T00:00:00.000Z',
      line_item_product_code: 'AmazonEC2',
      line_item_line_item_description: 'per hour',
    })),
  );

/** A FOCUS file; `provider` is what the cloud calls itself in it. */
export const focus = (lines: readonly MadeLine[], provider = 'Microsoft') =>
  table(
    lines.map(({ account, amount, kind = 'Usage', invoice = 'F-1', currency = 'EUR' }) => ({
      BilledCost: amount,
      EffectiveCost: '0',
      BillingAccountId: 'ba-9',
      BillingCurrency: currency,
      BillingPeriodStart: '2026-03-01T00:00:00Z',
      ChargeCategory: kind,
      ChargeDescription: 'Compute',
      ChargePeriodStart: '2026-03-02T00:00:00Z',
      InvoiceId: invoice,
      ProviderName: provider,
      ServiceName: 'Virtual Machines',
      SubAccountId: account ?? 'NULL',
    })),
  );

/** A column of a CSV, put behind the others; each line its own value. */
export function withColumn(file: string, name: string, values: readonly string[]): string {
  const rows = file.trimEnd().split('\r\n');
  const begin = rows.findIndex((row) => row.split(',').length > 4);
  const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
  return rows
    .map((row, at) =>
      at < begin ? row : `${row},${quoted(at === begin ? name : (values[at - begin - 1] ?? ''))}`,
    )
    .join('\r\n');
}
