import { beforeAll, describe, expect, it } from 'vitest';
import type { AccountSpend, RunOfSpend, SpendTotal } from '#calls/untagged.ts';
import {
  awsCur,
  awsDetailed,
  azureMca,
  focus,
  googleCostTable,
  withColumn,
  type MadeLine,
} from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate, ofMonth, type Run } from '#tests/support/billing/billing-desk.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);

const ALL = '{"user_cost_center":"UT-CC","user_owner":"ann@example.com","user_project":"shop"}';
const ALL_OF_AZURE = '"CostCenter": "UT-CC","owner": "ann@example.com","ProjectName": "shop"';

type Tagged = MadeLine & { tags: string; service?: string };

/** Files with the same columns, one below the other. */
const joined = (files: readonly string[]) =>
  files.map((file, at) => (at === 0 ? file : file.slice(file.indexOf('\r\n') + 2))).join('');
const azure = (lines: readonly Tagged[]) =>
  joined(
    lines.map(({ tags, service = 'Virtual Machines', ...line }) =>
      azureMca([{ invoice: 'UT-AZURE', ...line }], { tags, meterCategory: service }),
    ),
  );
const aws = (lines: readonly Tagged[]) =>
  withColumn(
    awsCur(lines.map((line) => ({ invoice: 'UT-AWS', ...line }))),
    'resource_tags',
    lines.map(({ tags }) => tags),
  );
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
/** Has a run stand as one that the portal read before it counted tags. */
async function uncount(id: number): Promise<void> {
  await portal.db.query(`UPDATE billing_runs SET tag_keys = NULL WHERE id = $1`, [id]);
  await portal.db.query(`UPDATE billing_lines SET lacks = NULL WHERE run_id = $1`, [id]);
  await portal.db.query(`DELETE FROM billing_tag_sums WHERE run_id = $1`, [id]);
}

/** Has a run keep another file, which a version of the portal that refused less has taken for it. */
async function keepInstead(id: number, file: string): Promise<void> {
  const { body } = await portal.api.send<{ id: string }>('POST', '/billing_files?name=before.csv', file, {
    'content-type': 'text/csv',
  });
  await portal.db.query('DELETE FROM billing_sent_files WHERE run_id = $1', [id]);
  await portal.db.query('UPDATE billing_sent_files SET run_id = $1, n = 1, taken = true WHERE file_id = $2', [
    id,
    body.data.id,
  ]);
}

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
    azure([
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
    aws([
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
    for (const wrong of ['by_service=Storage', 'by_lacks=colour'])
      expect((await portal.api.get(`/billing_runs/${ofAzure.id}/lines?${wrong}`)).status).toBe(400);
    expect((await portal.api.get('/untagged_spend/services?month=2026-03')).status).toBe(400);
  });

  it('is downloaded as CSV, as it is filtered', async () => {
    const { text, headers } = await portal.api.get('/untagged_spend.csv?month=2026-03&provider=aws');
    expect(headers.get('content-disposition')).toContain('untagged_spend_aws_2026-03.csv');
    expect(text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'owner_name,owner_email,provider,identifier,name,cost_center,currency,amount,spend,share,no_tag,lacks_cost_center,lacks_owner,lacks_project_name,lines,billing_runs',
      `Ann Owner,ann@example.com,aws,300000000001,Name of 300000000001,UT-CC,USD,1.83,2.83,0.6466,-0.17,-0.17,1.83,1.83,3,${ofAws.id}`,
    ]);
  });
});

describe('what is not known', () => {
  it('is said of a month without bills, of files that tell no tags, and of runs that were read before', async () => {
    expect(await spend('month=2025-01')).toMatchObject({ data: [], meta: { totals: [], runs: [] } });
    const none = await desk.run('focus', focus([{ account: 'ut-shop', amount: '5', invoice: 'UT-NONE' }]), {
      month: '2026-02',
      name: 'none.csv',
    });
    const old = await desk.run(
      'azure',
      azure([{ account: 'ut-shop', amount: '5', tags: '', invoice: 'UT-OLD' }]),
      {
        month: '2026-02',
        name: 'old.csv',
      },
    );
    await uncount(old.id);
    const { data, meta } = await spend('month=2026-02');
    expect([data, meta.totals]).toEqual([[], []]);
    expect(meta.runs).toMatchObject([
      { id: old.id, provider: 'azure', tags: 'not_counted' },
      { id: none.id, provider: 'focus', tags: 'none' },
    ]);
    const lines = (await portal.api.get(`/billing_runs/${old.id}/lines?by_lacks=any`)).body;
    expect([lines.data, lines.meta]).toMatchObject([[], { total: 0 }]);
  });

  it('is counted from the files that are kept, and of a run that is final nothing else changes', async () => {
    const { rows } = await portal.db.query<{ id: number }>(
      `UPDATE billing_runs SET state = 'final' WHERE month = '2026-02-01' AND tag_keys IS NULL RETURNING id`,
    );
    const id = rows[0]?.id ?? 0;
    await desk.settled(id);
    const before = await desk.read(id);
    const begun = await portal.api.post<{ job: { id: string } }>('/untagged_spend/count', {
      month: '2026-02',
    });
    expect(begun.status).toBe(202);
    await followJob(portal.api, begun.body.data.job.id);
    expect(await spend('month=2026-02')).toMatchObject({
      data: [{ identifier: 'ut-shop', amount: '5.00', untagged: '5.00', runs: [id] }],
      meta: { runs: [{ id, tags: 'counted' }, { tags: 'none' }] },
    });
    expect(await desk.lines(id, '?by_lacks=all')).toMatchObject([{ amount: '5.00' }]);
    expect(await desk.read(id)).toEqual(before);
    expect((await portal.api.post('/untagged_spend/count', { month: '2026-02' })).status).toBe(409);
    expect((await portal.api.post('/untagged_spend/count', { month: 'soon', more: 1 })).status).toBe(422);
  });

  it('is counted of what was accepted before accounts without their zeros were refused, and a file that cannot be read is named', async () => {
    const october = { month: '2025-10' };
    const read = (id: string) =>
      ofMonth(aws([{ account: id, amount: '4', tags: '{}', invoice: 'UT-SHORT' }]), october.month);
    const short = await desk.run('aws', read('000000000042'), october);
    await keepInstead(short.id, read('42'));
    const ofAccount = (name: string, amount: string) =>
      desk.run('azure', azure([{ account: name, amount, tags: '', invoice: name }]), october);
    const lost = await ofAccount('ut-lost', '6');
    await keepInstead(lost.id, 'This is no bill.');
    const kept = await ofAccount('ut-kept', '8');
    for (const { id } of [short, lost, kept]) await uncount(id);
    const begun = await portal.api.post<{ job: { id: string } }>('/untagged_spend/count', october);
    expect(await followJob(portal.api, begun.body.data.job.id)).toMatchObject({
      state: 'done',
      outcome: {
        counts: [{ label: 'Billing runs counted', count: 2 }],
        problems: [
          {
            place: `Run ${lost.id}`,
            message: expect.stringContaining('The columns of this file are not known.'),
          },
        ],
        problem_total: 1,
      },
    });
    const { data, meta } = await spend('month=2025-10');
    expect(data.map(({ identifier, untagged }) => [identifier, untagged])).toEqual([
      ['ut-kept', '8.00'],
      ['000000000042', '4.00'],
    ]);
    expect(new Map(meta.runs.map(({ id, tags }) => [id, tags]))).toEqual(
      new Map([
        [short.id, 'counted'],
        [lost.id, 'not_counted'],
        [kept.id, 'counted'],
      ]),
    );
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
