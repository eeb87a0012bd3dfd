import { beforeAll, describe, expect, it } from 'vitest';
import type { Due, MadeOfCharge, MyCharge, MyCloud, MyLine, MySpend } from '#calls/my-cloud.ts';
import type { Api } from '#tests/support/api.ts';
import { azureMca, type MadeLine } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, account-owners=owner',
});
const OWNER = 'owner@example.com';
/** Whose amounts the tests look for in answers to the owner. */
const FOREIGN = ['7777.77', 'others-account', 'OTHERS-CC', 'others@example.com'];
let owner: Api;
let admin: Api;
let finalRun: number;
let openRun: number;

const file = (invoice: string, lines: MadeLine[], month = '03') =>
  azureMca(lines.map((line) => ({ invoice, day: `${month}/02/2026`, ...line })));

beforeAll(async () => {
  admin = await portal.signIn({ email: 'admin@example.com', roles: ['admin'] });
  owner = await portal.signIn({ email: OWNER, roles: ['owner'] });
  const desk = billingDesk({ db: portal.db, api: admin });
  const make = estate(portal);
  const company = await make.company('1000');
  const of = async (email: string) => ({
    companies_id: company,
    cloud_contact_id: await make.contact(email),
  });
  const own = await make.costCenter('OWN-CC', { ...(await of(OWNER)), expired_at: '2026-04-30' });
  await make.costCenter('OTHERS-CC', await of('others@example.com'));
  await make.account('own-account', 'OWN-CC');
  await make.account('others-account', 'OTHERS-CC');
  await admin.post('/budgets', {
    name: 'Own budget',
    cost_center_id: own,
    amount: '100',
    currency: 'EUR',
    starts_on: '2026-03-01',
    ends_on: '2026-03-31',
  });
  const lines = [
    { account: 'own-account', amount: '40.10' },
    { account: 'own-account', amount: '9.90' },
    { account: 'others-account', amount: '7777.77' },
  ];
  const run = await desk.run('azure', file('M-3', lines), { month: '2026-03' });
  finalRun = (await desk.finalized(run.id)).id;
  openRun = (
    await desk.run('azure', file('M-OPEN', [{ account: 'own-account', amount: '55' }]), { month: '2026-03' })
  ).id;
});

const dataOf = async <T>(path: string, api = owner): Promise<T> => {
  const { status, body, text } = await api.get<T>(path);
  expect(status, text).toBe(200);
  for (const word of FOREIGN) expect(text).not.toContain(word);
  return body.data;
};

describe('what is charged to an owner', () => {
  it('is what final runs booked on their cost centers, and its services come to it', async () => {
    const [charge] = await dataOf<MyCharge[]>('/my_cloud/charges?month=2026-03');
    expect(charge).toMatchObject({
      billing_run: finalRun,
      charged_to: 'OWN-CC',
      amount: '50.00',
      currency: 'EUR',
    });
    const spend = await dataOf<MySpend[]>('/my_cloud/spend');
    expect(spend).toEqual([
      {
        month: '2026-03',
        currency: 'EUR',
        part: 'service',
        service: 'Virtual Machines',
        amount: '50.00',
        postings: 1,
      },
    ]);
  });

  it('is explained by accounts and lines, of which none are others’', async () => {
    const [charge] = await dataOf<MyCharge[]>('/my_cloud/charges?month=2026-03');
    const path = `/my_cloud/charges/${charge?.billing_run}/${charge?.posting}`;
    const made = await dataOf<MadeOfCharge>(path);
    expect(made.accounts.map(({ identifier, amount }) => [identifier, Number(amount)])).toEqual([
      ['own-account', 50],
    ]);
    const lines = await dataOf<MyLine[]>(`${path}/lines`);
    expect(lines.map(({ identifier, amount }) => [identifier, Number(amount)])).toEqual([
      ['own-account', 40.1],
      ['own-account', 9.9],
    ]);
  });

  it('comes as a file with the same rows', async () => {
    const { status, text } = await owner.get('/my_cloud/charges.csv?month=2026-03');
    expect(status).toBe(200);
    expect(text.trim().split('\n')).toHaveLength(2);
    expect(text).toContain('OWN-CC');
    for (const word of FOREIGN) expect(text).not.toContain(word);
  });

  it('a posting to somebody else, of an open run, or that is not there, is refused alike', async () => {
    const [charge] = await dataOf<MyCharge[]>('/my_cloud/charges?month=2026-03');
    const others = charge?.posting === 1 ? 2 : 1;
    for (const address of [`${finalRun}/${others}`, `${openRun}/1`, '999999/1'])
      for (const part of ['', '/lines']) {
        const { status, body } = await owner.get(`/my_cloud/charges/${address}${part}`);
        expect([status, body.error]).toEqual([
          403,
          expect.stringMatching(/is not charged to a cost center in your name\.$/),
        ]);
      }
  });
});

it('the overview has what is in one’s name, the budget, and the per cent that is reached', async () => {
  const mine = await dataOf<MyCloud>('/my_cloud');
  expect(mine.records).toEqual([
    { model: 'cost_centers', total: 1 },
    { model: 'cloud_parents', total: 1 },
    { model: 'cloud_projects', total: 0 },
    { model: 'github_copilot_users', total: 0 },
  ]);
  expect(mine.budgets).toMatchObject([
    { name: 'Own budget', charged_to: 'OWN-CC', latest: { spent: '50.00', percent: '50.0', reached: [50] } },
  ]);
});

it('records are listed by names, and searched', async () => {
  const listed = await dataOf<{ title: string }[]>('/my_cloud/records?model=cloud_parents');
  expect(listed.map(({ title }) => title)).toEqual(['own-account']);
  expect(await dataOf('/my_cloud/records?model=cloud_parents&q=others')).toEqual([]);
  expect((await owner.get('/my_cloud/records?model=sessions')).status).toBe(400);
});

it('what is due has the cost center that expires, the tags that are missing, and the survey nobody answered', async () => {
  const due = await dataOf<Due[]>('/my_cloud/due');
  expect(due.map(({ kind, title, detail }) => [kind, title, detail])).toEqual([
    ['expiry', 'OWN-CC', null],
    ['tags', 'own-account', '50.00 EUR'],
    ['survey', 'own-account', 'own-account'],
  ]);
  const second = await owner.get<Due[]>('/my_cloud/due?page=2&per_page=1');
  expect(second.body).toMatchObject({ data: [{ kind: 'tags' }], meta: { total: 3, page: 2 } });
});

it('somebody who is no owner sees their own there, which may be nothing', async () => {
  const mine = await admin.get<MyCloud>('/my_cloud');
  expect(mine.body.data.records.map(({ total }) => total)).toEqual([0, 0, 0, 0]);
  expect((await admin.get<MyCharge[]>('/my_cloud/charges?month=2026-03')).body.data).toEqual([]);
});
