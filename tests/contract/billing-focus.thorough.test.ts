import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { azureMca, googleCostTable, type MadeLine } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { downloadOf } from '#tests/support/billing/downloads.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);

type Row = Record<string, string>;
const focus = async (query: string) => {
  const { status, file, text } = await downloadOf(portal, `/focus/cost_and_usage.csv?${query}`);
  expect(status, text).toBe(200);
  return { file, text, rows: parse(text, { columns: true }) as Row[] };
};
/** An exact sum, in units of ten decimals. */
const sumOf = (rows: Row[], column = 'BilledCost') =>
  rows.reduce((sum, row) => {
    const [whole = '', part = ''] = (row[column] ?? '').replace('-', '').split('.');
    const units = BigInt(whole + part.padEnd(10, '0'));
    return row[column]?.startsWith('-') ? sum - units : sum + units;
  }, 0n);
const final = async (lines: MadeLine[], month: string) => {
  const { id } = await desk.run('azure', azureMca(lines), { month });
  await desk.finalized(id);
  return id;
};

beforeAll(async () => {
  const shared = {
    companies_id: await make.company('1000'),
    cloud_contact_id: await make.contact('owner@example.com'),
  };
  await make.costCenter('F1', shared);
  await make.costCenter('F2/01', shared);
  await make.insert('sap_cost_centers', { identifier: 'F1', companies_id: shared.companies_id });
  await make.account('f-1', 'F1');
  await make.account('f-2', 'F2/01');
  await make.account('f-g', 'F1', 'GcpCloudParent');
  await portal.db.query(`UPDATE cloud_parents SET name = 'Shop, "Web"' WHERE identifier = 'f-1'`);
});

describe('the FOCUS export of allocated costs', () => {
  it('has the mandatory columns of FOCUS 1.4 and says who pays, with NULL for what has no value', async () => {
    const id = await final([{ account: 'f-1', amount: '10.25', invoice: 'FOCUS-1' }], '2025-03');
    const { file, text, rows } = await focus('month=2025-03&provider=azure');
    expect(file).toBe('focus_azure_2025-03.csv');
    expect(rows).toMatchObject([
      {
        BilledCost: '10.25',
        BillingAccountId: '1000',
        BillingAccountName: 'NULL',
        BillingCurrency: 'EUR',
        BillingPeriodStart: '2025-03-01T00:00:00Z',
        BillingPeriodEnd: '2025-04-01T00:00:00Z',
        ChargeCategory: 'Usage',
        ChargeClass: 'NULL',
        ContractedCost: '10.25',
        EffectiveCost: '10.25',
        HostProviderName: 'Microsoft',
        InvoiceDetailId: `${id}-1`,
        InvoiceId: 'FOCUS-1',
        InvoiceIssuerName: 'Microsoft',
        ListCost: '10.25',
        PricingQuantity: 'NULL',
        PricingUnit: 'NULL',
        ServiceCategory: 'Other',
        ServiceProviderName: 'Microsoft',
        ServiceSubcategory: 'Other (Other)',
        SubAccountId: 'f-1',
        SubAccountName: 'Shop, "Web"',
        SubAccountType: 'Subscription',
        x_BillingRunId: String(id),
        x_CompanyCode: '1000',
        x_CostCenter: 'F1',
        x_GlAccount: '520109',
        x_Owner: 'owner@example.com',
        x_PostingId: '1',
        x_ProjectId: 'NULL',
        x_SapCostCenter: 'F1',
        x_WbsElement: 'NULL',
      },
    ]);
    for (const row of rows)
      for (const [name, cell] of Object.entries(row)) expect(cell.trim(), name).not.toBe('');
    const columns = Object.keys(rows[0] ?? {});
    expect(columns).toEqual(columns.toSorted());
    expect(columns).not.toContain('ProviderName');
    expect(columns).not.toContain('PublisherName');
    expect(text).not.toContain('"NULL"');
    expect(rows[0]?.['ServiceName']).not.toBe('NULL');
  });

  it('comes to the postings of each run to the last digit, with tax and rounding as rows of their own', async () => {
    const invoice = 'FOCUS-2';
    const id = await final(
      [
        { account: 'f-1', amount: '10.333333', invoice },
        { account: 'f-1', amount: '0.004', invoice },
        { account: 'f-2', amount: '20.111111', invoice },
        { account: null, amount: '5.79', invoice, kind: 'Tax' },
      ],
      '2025-04',
    );
    const { rows } = await focus('month=2025-04');
    const postings = await desk.postings(id);
    expect(postings).toHaveLength(2);
    for (const { id: n, amount } of postings) {
      const of = rows.filter((row) => row['x_PostingId'] === String(n));
      expect(sumOf(of)).toBe(sumOf([{ BilledCost: amount }]));
      expect(new Set(of.map((row) => row['InvoiceDetailId']))).toEqual(new Set([`${id}-${n}`]));
      for (const column of ['EffectiveCost', 'ContractedCost', 'ListCost'])
        expect(sumOf(of, column)).toBe(sumOf(of));
      const [shared] = of.filter((row) => row['SubAccountId'] === 'NULL');
      expect(shared).toMatchObject({
        ChargeCategory: 'Tax',
        ChargeDescription: 'Share of what belongs to no account, and rounding',
        SubAccountType: 'NULL',
      });
    }
    const ofElement = rows.find((row) => row['x_WbsElement'] === 'F2/01');
    expect(ofElement).toMatchObject({ SubAccountId: 'f-2', BilledCost: '20.111111' });
  });

  it('has the runs of the month and the provider that are final, and nothing of others', async () => {
    const file = googleCostTable([{ account: 'f-g', amount: '3' }], { total: '3' });
    const google = await desk.run('gcp', file, { month: '2025-05' });
    await desk.finalized(google.id);
    await final([{ account: 'f-1', amount: '1', invoice: 'FOCUS-3' }], '2025-05');
    await desk.run('azure', azureMca([{ account: 'f-1', amount: '7', invoice: 'FOCUS-4' }]), {
      month: '2025-05',
    });
    const all = await focus('month=2025-05');
    expect(all.file).toBe('focus_2025-05.csv');
    expect(
      all.rows.map((row) => [row['ServiceProviderName'], row['SubAccountType'], row['BilledCost']]),
    ).toEqual([
      ['Google Cloud', 'Project', '3'],
      ['Microsoft', 'Subscription', '1'],
    ]);
    expect((await focus('month=2025-05&provider=gcp')).rows).toHaveLength(1);
    expect((await focus('month=2020-01')).rows).toEqual([]);
    for (const query of ['month=2025-5', 'provider=ibm', 'run=1'])
      expect((await portal.api.get(`/focus/cost_and_usage.csv?${query}`)).status, query).toBe(400);
  });
});
