import { beforeAll, describe, expect, it } from 'vitest';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { headed } from '#tests/support/billing/headed.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const ACCOUNT = '005404170566';

beforeAll(async () => {
  const { company, contact, costCenter, account } = estate(portal);
  const center = { companies_id: await company('1000'), cloud_contact_id: await contact('o@example.com') };
  await costCenter('4711', center);
  await account(ACCOUNT, '4711', 'AwsCloudParent');
});

const LEGACY =
  'identity/LineItemId,identity/TimeInterval,bill/InvoiceId,bill/InvoicingEntity,bill/BillingEntity,bill/BillType,bill/PayerAccountId,' +
  'bill/BillingPeriodStartDate,bill/BillingPeriodEndDate,lineItem/UsageAccountId,lineItem/LineItemType,lineItem/UsageStartDate,' +
  'lineItem/UsageEndDate,lineItem/ProductCode,lineItem/UsageType,lineItem/Operation,lineItem/CurrencyCode,lineItem/UnblendedRate,' +
  'lineItem/UnblendedCost,lineItem/BlendedCost,lineItem/LineItemDescription,product/ProductName,resourceTags/user:owner';
const DETAILED =
  'InvoiceID,PayerAccountId,LinkedAccountId,RecordType,RecordId,ProductName,RateId,SubscriptionId,PricingPlanId,UsageType,Operation,' +
  'AvailabilityZone,ReservedInstance,ItemDescription,UsageStartDate,UsageEndDate,UsageQuantity,BlendedRate,BlendedCost,UnBlendedRate,' +
  'UnBlendedCost,ResourceId';
const MONTHLY =
  'InvoiceID,PayerAccountId,LinkedAccountId,RecordType,RecordID,BillingPeriodStartDate,BillingPeriodEndDate,InvoiceDate,PayerAccountName,' +
  'LinkedAccountName,TaxationAddress,PayerPONumber,ProductCode,ProductName,SellerOfRecord,UsageType,Operation,RateId,ItemDescription,' +
  'UsageStartDate,UsageEndDate,UsageQuantity,BlendedRate,CurrencyCode,CostBeforeTax,Credits,TaxAmount,TaxType,TotalCost';

const legacy = {
  'bill/InvoiceId': '910000001',
  'bill/PayerAccountId': '007784845974',
  'bill/BillingPeriodStartDate': '2026-10-01T00:00:00Z',
  'lineItem/UsageAccountId': ACCOUNT,
  'lineItem/LineItemType': 'Usage',
  'lineItem/UsageStartDate': '2026-10-01T00:00:00Z',
  'lineItem/ProductCode': 'AmazonEC2',
  'lineItem/CurrencyCode': 'USD',
  'lineItem/UnblendedCost': '12.5000000000',
};
const snake = (row: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [
      name
        .replace('/', '_')
        .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`)
        .toLowerCase(),
      cell,
    ]),
  );
const athena = snake({ ...legacy, 'bill/InvoiceId': '910000002' });

describe('every bill of AWS becomes a run', () => {
  it.each<[string, string, string, string]>([
    ['the first Cost and Usage Report, with category/Column', 'aws-cur', headed(LEGACY, legacy), '910000001'],
    [
      'the same as Athena has it, in snake_case',
      'aws-cur-2',
      headed(Object.keys(athena).join(','), athena),
      '910000002',
    ],
    [
      'the report 2.0 of which few columns were chosen',
      'aws-cur-2',
      `bill_payer_account_id,line_item_usage_account_id,line_item_usage_start_date,line_item_unblended_cost\r\n007784845975,${ACCOUNT},2026-10-01T00:00:00.000Z,12.50\r\n`,
      '007784845975-2026-10',
    ],
  ])('%s', async (_what, format, file, reference) => {
    const run = await desk.replacing('aws', file, { month: '2026-10' });
    expect(run).toMatchObject({
      state: 'ready',
      format,
      month: '2026-10',
      lines: 1,
      exceptions: 0,
      error: null,
    });
    expect(run.invoices).toMatchObject([{ reference, currency: 'USD', invoice: '12.50', confirmed: false }]);
    expect(await desk.lines(run.id)).toMatchObject([
      { identifier: ACCOUNT, kind: 'usage', day: '2026-10-01' },
    ]);
  });

  it('the line types of the report, of which each comes to its kind', async () => {
    const types = [
      'Usage',
      'DiscountedUsage',
      'SavingsPlanRecurringFee',
      'RIFee',
      'Tax',
      'Credit',
      'EdpDiscount',
    ];
    const lines = types.map((type) => ({
      ...legacy,
      'bill/InvoiceId': '910000003',
      'lineItem/LineItemType': type,
      'lineItem/UnblendedCost': /Credit|Discount$/.test(type) ? '-1' : '2',
    }));
    const run = await desk.replacing('aws', headed(LEGACY, ...lines), { month: '2026-10' });
    expect((await desk.lines(run.id)).map(({ kind }) => kind)).toEqual([
      'usage',
      'usage',
      'usage',
      'usage',
      'tax',
      'credit',
      'credit',
    ]);
    expect(run.invoices).toMatchObject([{ invoice: '8.00' }]);
  });

  it.each<[string, string, string, string[]]>([
    ['the detailed bill', 'aws-detailed', DETAILED, ['UnBlendedCost']],
    [
      'the detailed bill of an account that pays for itself',
      'aws-detailed',
      DETAILED.replace('UnBlendedCost', 'Cost'),
      ['Cost'],
    ],
    ['the monthly bill', 'aws-monthly', MONTHLY, ['TotalCost', 'CurrencyCode', 'BillingPeriodStartDate']],
  ])(
    '%s, whose rows with totals are no lines, and whose invoice total is the stated one',
    async (what, format, header, names) => {
      const [cost = '', currency, period] = names;
      const invoice = `92000000${what.length}`;
      const row = (record: string, amount: string, linked = ACCOUNT) => ({
        InvoiceID: invoice,
        PayerAccountId: '007784845974',
        LinkedAccountId: linked,
        RecordType: record,
        [cost]: amount,
        ...(currency && { [currency]: 'USD' }),
        ...(period && { [period]: '2026/10/01 00:00:00' }),
      });
      const day = { UsageStartDate: '2026-10-02 00:00:00' };
      const run = await desk.replacing(
        'aws',
        headed(
          header,
          { ...row('LinkedLineItem', '20.25'), ...day },
          { ...row('LinkedLineItem', '9.75'), ...day },
          row('AccountTotal', '30.00'),
          row('InvoiceTotal', '30.00', ''),
          row('StatementTotal', '30.00', ''),
        ),
        { month: '2026-10' },
      );
      expect(run).toMatchObject({ state: 'ready', format, lines: 2, exceptions: 0, error: null });
      expect(run.invoices).toMatchObject([{ reference: invoice, invoice: '30.00', confirmed: true }]);
      expect(run.totals).toMatchObject([{ lines: '30.00', allocated: '30.00' }]);
    },
  );

  it('and a stated total that the lines do not come to is shown beside theirs', async () => {
    const row = { InvoiceID: '930000001', PayerAccountId: '007784845974', UnBlendedCost: '10' };
    const run = await desk.replacing(
      'aws',
      headed(
        DETAILED,
        {
          ...row,
          LinkedAccountId: ACCOUNT,
          RecordType: 'LinkedLineItem',
          UsageStartDate: '2026-10-02 00:00:00',
        },
        { ...row, RecordType: 'InvoiceTotal', UnBlendedCost: '21' },
      ),
      { month: '2026-10' },
    );
    expect(run).toMatchObject({ state: 'needs_review', exceptions: 1 });
    expect(run.invoices).toMatchObject([{ invoice: '21.00', confirmed: true }]);
    expect(run.totals).toMatchObject([{ lines: '10.00' }]);
  });
});
