import { beforeAll, describe, expect, it } from 'vitest';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { headed } from '#tests/support/billing/headed.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const PROJECT = 'data-lake-production-4305';
const ACCOUNT = '222222222222';

beforeAll(async () => {
  const { company, contact, costCenter, account } = estate(portal);
  const center = { companies_id: await company('1000'), cloud_contact_id: await contact('o@example.com') };
  await costCenter('4711', center);
  await account(PROJECT, '4711', 'GcpCloudParent');
  await account(ACCOUNT, '4711', 'AwsCloudParent');
});

const EXPORT =
  'billing_account_id,service.id,service.description,sku.id,sku.description,usage_start_time,usage_end_time,project.id,project.number,' +
  'project.name,project.labels,labels,system_labels,location.location,tags,transaction_type,seller_name,export_time,cost,currency,' +
  'currency_conversion_rate,usage.amount,usage.unit,credits,invoice.month,cost_type,adjustment_info';
const DETAILED_EXPORT = `${EXPORT},resource.name,resource.global_name,price.effective_price,cost_at_list`;

const exported = {
  billing_account_id: '0123AB-4567CD-89EF01',
  'service.description': 'Compute Engine',
  'sku.description': 'N2 core',
  usage_start_time: '2026-10-03 07:00:00 UTC',
  'project.id': PROJECT,
  cost: '10.000001',
  currency: 'EUR',
  'invoice.month': '202610',
  cost_type: 'regular',
};
const credits = (...amounts: number[]) =>
  JSON.stringify(
    amounts.map((amount) => ({ name: 'Sustained use', full_name: '', id: '', type: '', amount })),
  );

describe("Google's export to BigQuery as CSV", () => {
  it.each<[string, string, string]>([
    ['standard', EXPORT, '01-STANDARD'],
    ['detailed', DETAILED_EXPORT, '01-DETAILED'],
    ['with underscores for points', EXPORT.replaceAll('.', '_'), '01-UNDERSCORES'],
  ])('%s, whose credits are taken from the costs', async (_what, header, billing_account_id) => {
    const lines: Record<string, string>[] = [
      { ...exported, credits: credits(-1.5, -0.5) },
      { ...exported, cost: '2E-6', credits: '[]' },
      { ...exported, cost: '1.9', cost_type: 'tax', 'project.id': '', 'service.description': 'Invoice' },
      {
        ...exported,
        cost: '0.01',
        cost_type: 'rounding_error',
        'project.id': '',
        'service.description': 'Invoice',
      },
    ].map((line) => ({ ...line, billing_account_id }));
    const named = (line: Record<string, string>) =>
      header === EXPORT.replaceAll('.', '_')
        ? Object.fromEntries(Object.entries(line).map(([name, cell]) => [name.replaceAll('.', '_'), cell]))
        : line;
    const run = await desk.run('gcp', headed(header, ...lines.map(named)), { month: '2026-10' });
    expect(run).toMatchObject({
      state: 'ready',
      format: 'google-export',
      lines: 4,
      exceptions: 0,
      error: null,
    });
    expect(run.invoices).toMatchObject([
      { reference: `${billing_account_id}-2026-10`, currency: 'EUR', invoice: '9.91' },
    ]);
    expect(
      (await desk.lines(run.id)).map(({ kind, amount, identifier }) => [kind, amount, identifier]),
    ).toEqual([
      ['usage', '8.000001', PROJECT],
      ['usage', '0.000002', PROJECT],
      ['tax', '1.90', null],
      ['rounding', '0.01', null],
    ]);
  });

  it('with a sum that the query made of the credits', async () => {
    const header = EXPORT.replace('credits', 'total_credits');
    const line = { ...exported, billing_account_id: '01-SUM', total_credits: '-4.000001' };
    const run = await desk.run('gcp', headed(header, line), { month: '2026-10' });
    expect(run.invoices).toMatchObject([{ invoice: '6.00' }]);
  });

  it.each<[string, string, RegExp]>([
    [
      'whose credits are rows of their own, which would charge their costs twice',
      headed(EXPORT.replace('credits', 'credits.name,credits.amount'), exported),
      /^The credits of this export are rows of their own/,
    ],
    [
      'whose credits are no JSON',
      headed(EXPORT, { ...exported, credits: "[{'name': 'x', 'amount': -1}]" }),
      /^Row 2: credits '\[\{'name'.* is no JSON\. Please export it with TO_JSON_STRING\(credits\)\.$/,
    ],
    [
      'without its credits, which never comes to what is invoiced',
      headed(EXPORT.replace('credits,', ''), exported),
      /For Google Cloud, BigQuery export it lacks credits \(or total_credits, /,
    ],
  ])('is refused %s', async (_what, file, sentence) => {
    const run = await desk.run('gcp', file, { month: '2026-10' });
    expect(run).toMatchObject({ state: 'failed', lines: 0 });
    expect(run.error).toMatch(sentence);
  });
});

describe('FOCUS of each version and of any issuer', () => {
  const line = {
    BilledCost: '7.250000000000',
    EffectiveCost: '99',
    BillingAccountId: '111111111118',
    BillingCurrency: 'USD',
    BillingPeriodStart: '2026-10-01T00:00:00Z',
    ChargeCategory: 'Usage',
    ChargePeriodStart: '2026-10-02T00:00:00Z',
    InvoiceId: 'NULL',
    SubAccountId: ACCOUNT,
    Tags: '{}',
  };
  const file = (more: Record<string, string>) =>
    headed(Object.keys({ ...line, ...more }).join(','), { ...line, ...more });

  it.each<[string, Record<string, string>, string]>([
    [
      '1.0, with ProviderName and PublisherName',
      {
        ProviderName: 'AWS',
        PublisherName: 'AWS',
        InvoiceIssuer: 'Amazon Web Services, Inc.',
        InvoiceId: 'F10',
        BillingAccountId: '111111111110',
      },
      'F10',
    ],
    [
      '1.2, with literals for what is null',
      {
        ProviderName: 'Amazon Web Services',
        PublisherName: 'NULL',
        InvoiceIssuerName: 'NULL',
        ChargeClass: 'NULL',
      },
      '111111111118-2026-10',
    ],
    [
      '1.4, with ServiceProviderName',
      {
        ServiceProviderName: 'Amazon Web Services',
        HostProviderName: 'NULL',
        InvoiceIssuerName: 'A Reseller Ltd.',
        InvoiceId: 'F14',
        BillingAccountId: '111111111114',
        InvoiceDetailId: 'd',
      },
      'F14',
    ],
  ])('%s', async (_what, more, reference) => {
    const run = await desk.run('focus', file(more), { month: '2026-10' });
    expect(run).toMatchObject({ state: 'ready', format: 'focus', lines: 1, exceptions: 0, error: null });
    expect(run.invoices).toMatchObject([{ reference, currency: 'USD', invoice: '7.25' }]);
  });

  it('with the columns that the job needs, and no others', async () => {
    const few = `SubAccountId,ChargePeriodStart,BilledCost,BillingCurrency,ProviderName,InvoiceId\r\n${ACCOUNT},2026-10-02T00:00:00Z,1.50,USD,AWS,F-FEW\r\n`;
    const run = await desk.run('focus', few, { month: '2026-10' });
    expect(run).toMatchObject({
      state: 'ready',
      month: '2026-10',
      invoices: [{ reference: 'F-FEW', invoice: '1.50' }],
    });
  });

  it('of a purchase for the billing account, which belongs to no account, as an exception with its place', async () => {
    const run = await desk.run(
      'focus',
      file({
        ProviderName: 'AWS',
        InvoiceId: 'F-PURCHASE',
        BillingAccountId: '111111111115',
        ChargeCategory: 'Purchase',
        SubAccountId: 'NULL',
      }),
      {
        month: '2026-10',
      },
    );
    expect(run).toMatchObject({ state: 'needs_review', exceptions: 1 });
    expect(await desk.exceptions(run.id)).toMatchObject([
      { identifier: 'No account: Billing account 111111111115', problem: 'no_account', amount: '7.25' },
    ]);
  });
});

describe("GitHub's usage report", () => {
  it.each([
    [
      'with all its columns',
      'date,product,sku,quantity,unit_type,applied_cost_per_quantity,gross_amount,discount_amount,net_amount,username,organization,repository,workflow_path,cost_center_name',
    ],
    [
      'without a product and what it cost before discounts',
      'date,sku,quantity,unit_type,net_amount,organization',
    ],
  ])('%s', async (what, header) => {
    const organization = `org-${what.length}`;
    const run = await desk.run(
      'github',
      headed(header, {
        date: '2026-10-03',
        sku: 'actions_linux',
        quantity: '5',
        unit_type: 'Minutes',
        net_amount: '0.04',
        organization,
      }),
      { month: '2026-10', reference: organization },
    );
    expect(run).toMatchObject({ format: 'github-usage', lines: 1, error: null });
    expect(run.invoices).toMatchObject([{ reference: organization, currency: 'USD', invoice: '0.04' }]);
    expect(await desk.lines(run.id)).toMatchObject([{ identifier: `github:${organization}` }]);
  });
});
