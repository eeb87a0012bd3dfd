import { beforeAll, describe, expect, it } from 'vitest';
import type { AccountSpend, RunOfSpend, SpendTotal } from '#calls/untagged.ts';
import { awsDetailed, azureMca, googleCostTable, withColumn } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { awsTagged, azureTagged, type Tagged } from '#tests/support/billing/tagged-bills.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);

const ALL = '{"user_cost_center":"UT-CC","user_owner":"ann@example.com","user_project":"shop"}';
const ALL_OF_AZURE = '"CostCenter": "UT-CC","owner": "ann@example.com","ProjectName": "shop"';

const google = (lines: readonly Tagged[], total: string) =>
  withColumn(
    googleCostTable(lines, { total }),
    'Labels',
    lines.map(({ tags }) => tags),
  );

interface Spend {
  data: AccountSpend[];
  meta: {
    total: number;
    month: string;
    tags: { name: string; label: string }[];
    totals: SpendTotal[];
    runs: RunOfSpend[];
  };
}
const spend = async (query: string): Promise<Spend> =>
  (await portal.api.get(`/untagged_spend?${query}`)).body as unknown as Spend;
const account = ({ data }: Spend, identifier: string) => data.find((one) => one.identifier === identifier);

let ofAzure: Run;
let ofAws: Run;
let ofGoogle: Run;

beforeAll(async () => {
  const companies_id = await make.company('1000');
  const ann = await make.insert('cloud_contacts', {
    email: 'ann@example.com',
    name: 'Ann Owner',
    terminated: false,
  });
  await make.costCenter('UT-CC', { companies_id, cloud_contact_id: ann });
  for (const [identifier, owner, provider] of [
    ['ut-shop', 'Ann@example.com', 'AzureCloudParent'],
    ['ut-lab', 'nobody-known@example.com', 'AzureCloudParent'],
    ['ut-orphan', null, 'AzureCloudParent'],
    ['300000000001', 'ann@example.com', 'AwsCloudParent'],
    ['ut-google', 'ann@example.com', 'GcpCloudParent'],
  ] as const)
    await make.insert('cloud_parents', {
      identifier,
      name: `Name of ${identifier}`,
      cloud_contact_email: owner,
      cost_center: 'UT-CC',
      provider_type: provider,
      terminated: false,
    });
  ofAzure = await desk.run(
    'azure',
    azureTagged([
      { account: 'ut-shop', amount: '100.10', tags: ALL_OF_AZURE },
      { account: 'ut-shop', amount: '50.05', tags: '' },
      { account: 'ut-shop', amount: '25.005', tags: '"CostCenter": "UT-CC"', service: 'Storage' },
      { account: 'ut-shop', amount: '10', tags: '"env": "prod"', service: 'Storage' },
      { account: 'ut-shop', amount: '-5.05', kind: 'Refund', tags: '' },
      { account: 'ut-shop', amount: '19', kind: 'Tax', tags: '' },
      { account: 'ut-lab', amount: '80', tags: '"CostCenter": "UT-CC","owner": "","ProjectName": "x"' },
      { account: 'ut-orphan', amount: '7.77', tags: '{"hidden-title": "made by Azure"}' },
      { account: null, amount: '3', tags: '' },
    ]),
  );
  ofAws = await desk.run(
    'aws',
    awsTagged([
      { account: '300000000001', amount: '1.0000000001', tags: ALL },
      { account: '300000000001', amount: '0.3333333333', tags: '{"aws_created_by":"Root"}' },
      { account: '300000000001', amount: '2', tags: '{"user_cost_center":"UT-CC","user_team":"a"}' },
      { account: '300000000001', amount: '-0.5', kind: 'Credit', tags: '{}' },
    ]),
  );
  ofGoogle = await desk.run(
    'gcp',
    google(
      [
        {
          account: 'ut-google',
          amount: '30',
          tags: '[{"key":"cost_center","value":"ut-cc"},{"key":"owner","value":"ann"},{"key":"project","value":"shop"}]',
        },
        { account: 'ut-google', amount: '12.5', tags: '[{"key":"team","value":"a"}]' },
        { account: 'ut-google', amount: '4.5', tags: '' },
      ],
      '47',
    ),
  );
});

describe('what lacks demanded tags', () => {
  it('is told by account of each cloud with owner, cost center and share, exact to the cent', async () => {
    const told = await spend('month=2026-03');
    expect(account(told, 'ut-shop')).toMatchObject({
      name: 'Name of ut-shop',
      provider: 'azure',
      owner_email: 'ann@example.com',
      owner_name: 'Ann Owner',
      cost_center: 'UT-CC',
      currency: 'EUR',
      // 50.05 + 25.005 + 10 − 5.05 of 180.105; tax bears no tags.
      amount: '80.01',
      untagged: '45.00',
      spend: '180.11',
      lines: 4,
      lacking: [
        { tag: 'cost_center', amount: '55.00' },
        { tag: 'owner', amount: '80.01' },
        { tag: 'project_name', amount: '80.01' },
      ],
      runs: [ofAzure.id],
    });
    expect(account(told, '300000000001')).toMatchObject({
      currency: 'USD',
      amount: '1.83',
      untagged: '-0.17',
      spend: '2.83',
      lines: 3,
      runs: [ofAws.id],
    });
    expect(account(told, 'ut-google')).toMatchObject({
      currency: 'EUR',
      amount: '17.00',
      untagged: '4.50',
      spend: '47.00',
      share: '0.3617',
      runs: [ofGoogle.id],
    });
  });

  it('counts a tag without a value, and one that the cloud set, as none', async () => {
    const told = await spend('month=2026-03');
    expect(account(told, 'ut-lab')).toMatchObject({ amount: '80.00', untagged: '0.00', share: '1' });
    expect(account(told, 'ut-lab')?.lacking.find(({ tag }) => tag === 'project_name')?.amount).toBe('0.00');
    expect(account(told, 'ut-orphan')).toMatchObject({ amount: '7.77', untagged: '7.77', owner_email: null });
  });

  it('is grouped by owner, the one with the most first, nobody among them, and never summed over currencies', async () => {
    const { data, meta } = await spend('month=2026-03');
    expect(data.map(({ owner_email: owner, identifier, currency }) => [currency, owner, identifier])).toEqual(
      [
        ['EUR', 'ann@example.com', 'ut-shop'],
        ['EUR', 'ann@example.com', 'ut-google'],
        ['EUR', 'nobody-known@example.com', 'ut-lab'],
        ['EUR', null, 'ut-orphan'],
        ['USD', 'ann@example.com', '300000000001'],
      ],
    );
    expect(data[0]?.owner).toEqual({ accounts: 2, amount: '97.01', spend: '227.11', share: '0.4271' });
    expect(data[2]?.owner_name).toBeNull();
    expect(meta.totals).toEqual([
      {
        currency: 'EUR',
        amount: '184.78',
        untagged: '57.27',
        spend: '314.88',
        share: '0.5868',
        accounts: 4,
        owners: 3,
      },
      {
        currency: 'USD',
        amount: '1.83',
        untagged: '-0.17',
        spend: '2.83',
        share: '0.6466',
        accounts: 1,
        owners: 1,
      },
    ]);
    expect(meta.tags.map(({ name }) => name)).toEqual(['cost_center', 'owner', 'project_name']);
  });

  it.each([
    ['all', '45.00'],
    ['cost_center', '55.00'],
    ['owner', '80.01'],
  ])('is told of one tag, or of lines without any: lacks=%s', async (lacks, amount) => {
    expect(account(await spend(`month=2026-03&lacks=${lacks}`), 'ut-shop')?.amount).toBe(amount);
  });

  it('is told of one provider, page by page', async () => {
    const { data, meta } = await spend('month=2026-03&provider=azure&page=2&per_page=2');
    expect([data.map(({ identifier }) => identifier), meta.total]).toEqual([['ut-orphan'], 3]);
    expect((await portal.api.get('/untagged_spend?lacks=colour')).status).toBe(400);
  });

  it('leads to the services of an account and to their lines, which come to the amount with all digits', async () => {
    const services = (
      await portal.api.get<Record<string, unknown>[]>(
        '/untagged_spend/services?month=2026-03&by_identifier=UT-SHOP&lacks=any',
      )
    ).body;
    expect(services).toMatchObject({
      data: [
        { service: 'Virtual Machines', billing_run: ofAzure.id, amount: '45.00', spend: '145.10', lines: 2 },
        {
          service: 'Storage',
          billing_run: ofAzure.id,
          amount: '35.005',
          spend: '35.005',
          share: '1',
          lines: 2,
        },
      ],
      meta: { total: 2 },
    });
    const query = 'by_identifier=ut-shop&by_lacks=any';
    const lines = (await portal.api.get<{ amount: string }[]>(`/billing_runs/${ofAzure.id}/lines?${query}`))
      .body;
    expect([lines.data.map(({ amount }) => amount), lines.meta?.total]).toEqual([
      ['50.05', '25.005', '10.00', '-5.05'],
      4,
    ]);
    const stored = (
      await portal.api.get<{ amount: string }[]>(
        `/billing_runs/${ofAzure.id}/lines?${query}&by_service=Storage&per_page=1`,
      )
    ).body;
    expect([stored.data.map(({ amount }) => amount), stored.meta?.total]).toEqual([['25.005'], 2]);
    const ofNone = await portal.api.get(`/billing_runs/${ofAzure.id}/lines?${query}&no_service=1`);
    expect([ofNone.body.data, ofNone.body.meta?.total]).toEqual([[], 0]);
    for (const wrong of ['by_service=Storage', 'no_service=1', 'by_lacks=colour'])
      expect((await portal.api.get(`/billing_runs/${ofAzure.id}/lines?${wrong}`)).status).toBe(400);
    expect((await portal.api.get('/untagged_spend/services?month=2026-03')).status).toBe(400);
  });

  it('is downloaded as CSV, as it is filtered', async () => {
    const { text, headers } = await portal.api.get('/untagged_spend.csv?month=2026-03&provider=aws');
    expect(headers.get('content-disposition')).toContain('untagged_spend_aws_2026-03.csv');
    expect(text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'Owner Name,Owner Email,Provider,Identifier,Name,Cost Center,Currency,Amount,Spend,Share,No Tag,Lacks Cost Center,Lacks Owner,Lacks Project Name,Lines,Billing Runs',
      `Ann Owner,ann@example.com,AWS,300000000001,Name of 300000000001,UT-CC,USD,1.83,2.83,0.6466,-0.17,-0.17,1.83,1.83,3,${ofAws.id}`,
    ]);
  });
});

it('columns with a tag each are as good as one with all, and the cost center that an invoice names is no tag', async () => {
  const detailed = withColumn(
    withColumn(
      awsDetailed([
        { account: '300000000001', amount: '4', invoice: 'UT-DETAILED' },
        { account: '300000000001', amount: '6', invoice: 'UT-DETAILED' },
      ]),
      'user:CostCenter',
      ['UT-CC', ''],
    ),
    'aws:createdBy',
    ['', 'Root'],
  );
  await desk.run('aws', detailed, { month: '2026-01', name: 'detailed.csv', currency: 'USD' });
  expect((await spend('month=2026-01')).data).toMatchObject([
    {
      identifier: '300000000001',
      amount: '10.00',
      untagged: '6.00',
      lacking: [{ tag: 'cost_center', amount: '6.00' }, {}, {}],
    },
  ]);
  const told = azureMca([{ account: 'ut-shop', amount: '9', invoice: 'UT-COLUMN' }], {
    tags: '',
    costCenter: 'UT-CC',
  });
  await desk.run('azure', told, { month: '2025-12', name: 'column.csv' });
  expect((await spend('month=2025-12')).data).toMatchObject([{ amount: '9.00', untagged: '9.00' }]);
});

it('lines that stand far apart with the same tags are told alike, and those that differ by a letter are not', async () => {
  const lines = Array.from({ length: 5000 }, (_, at) => ({
    account: 'ut-many',
    amount: '1',
    invoice: 'UT-MANY',
    // Every tenth line has a key that is not the owner's.
    tags: `"CostCenter": "UT-CC","ProjectName": "p${at % 997}","owne${at % 10 === 0 ? 'd' : 'r'}": "ann@example.com"`,
  }));
  const file = withColumn(
    azureMca(lines.map(({ tags: _, ...line }) => line)).replaceAll(`"""env"": ""prod"""`, ''),
    'resource tags',
    lines.map(({ tags }) => tags),
  );
  await desk.run('azure', file, { month: '2025-11', name: 'many.csv' });
  expect((await spend('month=2025-11')).data).toMatchObject([
    {
      identifier: 'ut-many',
      amount: '500.00',
      untagged: '0.00',
      spend: '5000.00',
      lines: 500,
      owner_email: null,
    },
  ]);
});
