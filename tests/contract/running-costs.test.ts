import { beforeAll, describe, expect, it } from 'vitest';
import type { DayCost } from '#calls/running-costs.ts';
import type { MyRunning } from '#calls/my-cloud.ts';
import type { Api } from '#tests/support/api.ts';
import { awsCur } from '#tests/support/billing/bill-files.ts';
import { billSources } from '#tests/support/billing/bill-sources.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { foldersOf, refreshed, running, runningMonth } from '#tests/support/billing/running-month.ts';
import { withPortal } from '#tests/support/portal.ts';

const sources = await billSources();
const portal = withPortal({
  ...sources.settings,
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, audit=viewer, account-owners=owner',
});
const MONTH = runningMonth();
const FOLDERS = foldersOf(MONTH);
const OWNER = 'owner@example.com';
let admin: Api;

/** What the exports have, by cloud and account. */
const told = async (query = '') =>
  (await running(admin, query)).data.map(({ provider, identifier, service, amount, currency }) =>
    [provider, identifier, service, amount, currency].join(' '),
  );

beforeAll(async () => {
  admin = await portal.signIn({ email: 'admin@example.com', roles: ['admin'] });
  const make = estate(portal);
  const company = await make.company('1000');
  await make.costCenter('OWN-CC', { companies_id: company, cloud_contact_id: await make.contact(OWNER) });
  await make.account('account-0', 'OWN-CC');
  await portal.db.query(`UPDATE cloud_parents SET name = 'shop-prod' WHERE identifier = 'account-0'`);
});

describe('the running month', () => {
  it('says how to set up a source, and that nothing was read, before it was read', async () => {
    const { data, meta } = await running(admin);
    expect(data).toEqual([]);
    expect(meta.readings).toMatchObject([
      { provider: 'aws', place: 's3://bills/cur/desk', read_at: null, missing: null },
      { provider: 'azure', read_at: null },
      { provider: 'gcp', place: 'finops-1.billing.export', read_at: null },
    ]);
  });

  it('is read from the exports of each cloud, by account and service, and books nothing', async () => {
    sources.putReport(MONTH, FOLDERS.aws, ['100.10', '200.20']);
    sources.putExport(MONTH, FOLDERS.azure, ['40.00', '2.50']);
    sources.putRows(MONTH, ['10.25', '5']);
    const job = await refreshed(admin);
    expect([job.state, job.error]).toEqual(['done', null]);
    expect(await told()).toEqual([
      'azure account-0 Virtual Machines 40.00 EUR',
      'gcp project-0 Compute Engine 10.00 EUR',
      'gcp project-1 Compute Engine 4.75 EUR',
      'azure account-1 Virtual Machines 2.50 EUR',
      'aws account-1 AmazonEC2 200.20 USD',
      'aws account-0 AmazonEC2 100.10 USD',
    ]);
    const { meta, data } = await running(admin, '?provider=aws');
    expect(meta).toMatchObject({
      month: MONTH,
      months: [MONTH],
      totals: [{ currency: 'USD', amount: '300.30', accounts: 2 }],
      readings: [{ provider: 'aws', export: 'a-1', files: 3, lines: 2, error: null, booked: false }, {}, {}],
    });
    expect(data.find(({ identifier }) => identifier === 'account-0')).toMatchObject({ name: 'shop-prod' });
    const { body } = await admin.get<DayCost[]>('/running_costs/days?provider=aws');
    expect(body.data).toEqual([
      { day: `${MONTH}-02`, service: 'AmazonEC2', currency: 'USD', amount: '300.30' },
    ]);
    const { rows } = await portal.db.query(
      'SELECT (SELECT count(*) FROM cloud_bills) AS bills, (SELECT count(*) FROM billing_runs) AS runs, (SELECT count(*) FROM billing_postings) AS postings',
    );
    expect(rows).toEqual([{ bills: 0, runs: 0, postings: 0 }]);
  });

  it('a newer export takes the place of the figures of its cloud, and of no other', async () => {
    sources.putReport(MONTH, FOLDERS.aws, ['150'], 'a-2');
    await refreshed(admin);
    expect(await told('?provider=aws')).toEqual(['aws account-0 AmazonEC2 150.00 USD']);
    expect(await told('?provider=azure')).toHaveLength(2);
  });

  it('what cannot be read leaves the former figures, and says why', async () => {
    const before = (await running(admin)).meta.readings[0];
    const [part = ''] = sources.putReport(MONTH, FOLDERS.aws, ['999', '1'], 'a-3');
    sources.s3.put(part, 'no report');
    const job = await refreshed(admin);
    expect([job.state, job.problems]).toMatchObject(['done', [{ place: expect.stringMatching(/^AWS, /) }]]);
    expect(await told('?provider=aws')).toEqual(['aws account-0 AmazonEC2 150.00 USD']);
    const [after] = (await running(admin)).meta.readings;
    expect(after).toMatchObject({ export: 'a-2', read_at: before?.read_at, error: expect.any(String) });
    sources.s3.remove(`cur/desk/${FOLDERS.aws}/desk-Manifest.json`);
    await refreshed(admin);
    expect((await running(admin)).meta.readings[0]?.error).toMatch(/^There is no export of .* yet/);
    expect(await told('?provider=aws')).toHaveLength(1);
  });

  it('is a file with the same rows, each of which says that it is not final', async () => {
    const { status, text } = await admin.get('/running_costs.csv?q=shop');
    expect(status).toBe(200);
    const [, ...rows] = text.trim().split('\r\n');
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toMatch(/shop-prod.*Not final, as of \d{4}-/);
  });

  it('of owners has the accounts that are theirs, and nothing of others', async () => {
    const owner = await portal.signIn({ email: OWNER, roles: ['owner'] });
    const { status, body, text } = await owner.get<MyRunning>('/my_cloud/running');
    expect(status).toBe(200);
    expect(body.data.costs.map(({ identifier, amount }) => [identifier, amount])).toEqual([
      ['account-0', '40.00'],
      ['account-0', '150.00'],
    ]);
    expect(body.data).toMatchObject({
      month: MONTH,
      readings: [
        { provider: 'aws', failed: true },
        { provider: 'azure', failed: false },
      ],
    });
    for (const foreign of ['account-1', 'project-']) expect(text).not.toContain(foreign);
    for (const path of ['/running_costs', '/running_costs.csv', '/running_costs/days', '/anomalies'])
      expect((await owner.get(path)).status).toBe(403);
    const viewer = await portal.signIn({ email: 'viewer@example.com', roles: ['viewer'] });
    expect((await viewer.post('/running_costs/refresh', {})).status).toBe(403);
  });

  it('a month that is booked says so, and its figures stay beside the bills', async () => {
    const desk = billingDesk({ db: portal.db, api: admin });
    const lines = [{ account: 'account-0', amount: '151', invoice: 'A-1' }];
    const run = await desk.run('aws', awsCur(lines), { month: MONTH });
    await desk.finalized(run.id);
    const { data, meta } = await running(admin, '?provider=aws');
    expect(meta.readings[0]).toMatchObject({ provider: 'aws', booked: true });
    expect(data).toMatchObject([{ amount: '150.00' }]);
    const { body } = await admin.get<{ amount: string }[]>('/cloud_bills?page=1');
    expect(body.data.map(({ amount }) => Number(amount))).toEqual([151]);
  });
});
