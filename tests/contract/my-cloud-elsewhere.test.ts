import { beforeAll, expect, it } from 'vitest';
import type { ActivityLine } from '#calls/activity.ts';
import type { MyCharge, MySpend } from '#calls/my-cloud.ts';
import type { Elsewhere } from '#calls/my-elsewhere.ts';
import type { Api } from '#tests/support/api.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { copilotEstate } from '#tests/support/billing/copilot-estate.ts';
import { githubUsage } from '#tests/support/billing/github-files.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, account-owners=owner',
});
const OWNER = 'owner@example.com';
/** What is neither the owner's nor booked for anything of theirs. */
const FOREIGN = ['7777.77', 'foreign-account', 'FOREIGN-CC', 'stranger'];
let owner: Api;
let admin: Api;
let center: number;

beforeAll(async () => {
  admin = await portal.signIn({ email: 'admin@example.com', roles: ['admin'] });
  owner = await portal.signIn({ email: OWNER, roles: ['owner'] });
  const desk = billingDesk({ db: portal.db, api: admin });
  const make = estate(portal);
  const { organization, seat } = copilotEstate({ db: portal.db, api: admin });
  const company = await make.company('1000');
  const of = async (email: string) => ({
    companies_id: company,
    cloud_contact_id: await make.contact(email),
  });
  center = await make.costCenter('OWN-CC', await of(OWNER));
  const others = await of('others@example.com');
  for (const name of ['PAYING-CC', 'FOREIGN-CC']) await make.costCenter(name, others);
  await make.account('own-account', 'OWN-CC');
  const tagged = await make.account('tagged-account', 'PAYING-CC');
  await portal.db.query('UPDATE cloud_parents SET cloud_contact_email = $2 WHERE id = $1', [tagged, OWNER]);
  await make.account('foreign-account', 'FOREIGN-CC');
  await organization('Acme', 'PAYING-CC');
  await seat('octo', 'Acme', 'PAYING-CC', { cloud_contact_email: OWNER });
  await seat('octo', 'Globex', 'FOREIGN-CC', { cloud_contact_email: 'others@example.com' });
  await seat('stranger', 'Acme', 'PAYING-CC', { cloud_contact_email: 'others@example.com' });
  const lines = [
    { account: 'own-account', amount: '50' },
    { account: 'tagged-account', amount: '40.10' },
    { account: 'tagged-account', amount: '9.91' },
    { account: 'foreign-account', amount: '7777.77' },
  ].map((line) => ({ invoice: 'E-1', day: '03/02/2026', ...line }));
  await desk.finalized((await desk.run('azure', azureMca(lines), { month: '2026-03' })).id);
  const open = [{ invoice: 'E-OPEN', day: '03/02/2026', account: 'tagged-account', amount: '1234.56' }];
  await desk.run('azure', azureMca(open), { month: '2026-03' });
  const users = githubUsage([
    { amount: '19', user: 'octo', organization: 'acme' },
    { amount: '21', user: 'octo', organization: 'globex' },
    { amount: '7777.77', user: 'stranger', organization: 'acme' },
  ]);
  await desk.finalized((await desk.run('github', users, { reference: 'E-GH', month: '2026-03' })).id);
});

it('what is in somebody’s name and paid for by others is told with who pays, and no more of them', async () => {
  const { body, text } = await owner.get<Elsewhere[]>('/my_cloud/elsewhere');
  expect(body.data).toMatchObject([
    {
      model: 'cloud_parents',
      title: 'tagged-account',
      service: 'Virtual Machines',
      charged_to: 'PAYING-CC',
      is_wbs: false,
      currency: 'EUR',
      months: [{ month: '2026-03', amount: '50.01' }],
    },
    {
      model: 'github_copilot_users',
      title: 'octo',
      service: 'GitHub Copilot',
      charged_to: 'PAYING-CC',
      currency: 'USD',
      months: [{ month: '2026-03', amount: '19.00' }],
    },
  ]);
  expect(body.meta.total).toBe(2);
  for (const word of FOREIGN) expect(text).not.toContain(word);
  const second = await owner.get<Elsewhere[]>('/my_cloud/elsewhere?page=2&per_page=1');
  expect(second.body).toMatchObject({ data: [{ title: 'octo' }], meta: { total: 2, page: 2 } });
});

it('none of it is in the spend or the charges of their cost centers, and nothing of these is in it', async () => {
  const spend = await owner.get<MySpend[]>('/my_cloud/spend');
  expect(spend.body.data.map(({ amount, currency }) => [Number(amount), currency])).toEqual([[50, 'EUR']]);
  const charges = await owner.get<MyCharge[]>('/my_cloud/charges?month=2026-03');
  expect(charges.body.data.map(({ charged_to: to }) => to)).toEqual(['OWN-CC']);
  const elsewhere = await owner.get<Elsewhere[]>('/my_cloud/elsewhere');
  expect(elsewhere.text).not.toContain('own-account');
});

it('that is nobody else’s: who pays sees it as theirs, and who owns nothing sees nothing', async () => {
  const payer = await portal.signIn({ email: 'others@example.com', roles: ['owner'] });
  const paid = await payer.get<Elsewhere[]>('/my_cloud/elsewhere');
  expect(paid.body.data).toEqual([]);
  const nobody = await portal.signIn({ email: 'nobody@example.com', roles: ['owner'] });
  expect((await nobody.get<Elsewhere[]>('/my_cloud/elsewhere')).body).toMatchObject({
    data: [],
    meta: { total: 0 },
  });
});

it('owners read who changed what of theirs, and neither others’ changes nor what the desk said', async () => {
  const comment = { model: 'cost_centers', record_id: center, text: 'Zitronenfalter' };
  expect((await admin.post('/comments', comment)).status).toBe(201);
  const department = await admin.post('/departments', { name: 'Theirs', abbreviation: 'T' });
  expect(department.status).toBe(201);
  const unit = await admin.post('/business_units', { name: 'Unit', abbreviation: 'U' });
  const named = await admin.put(`/cost_centers/${center}`, {
    identifier: 'OWN-CC2',
    departments_id: department.body.data.id,
    business_units_id: unit.body.data.id,
  });
  expect(named.status, named.text).toBe(200);
  const { body, text } = await owner.get<ActivityLine[]>('/my_cloud/activity');
  expect(body.data[0]).toMatchObject({
    model: 'cost_centers',
    action: 'update',
    record: { id: center, title: 'OWN-CC2' },
    by: { email: 'admin@example.com' },
  });
  expect(text).not.toContain('Zitronenfalter');
  expect(body.data.every(({ model }) => model === 'cost_centers')).toBe(true);
});
