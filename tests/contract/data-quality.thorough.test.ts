import { beforeAll, describe, expect, it } from 'vitest';
import { qualityRules } from '#kernel/quality-rules.ts';
import type { QualityCount } from '#calls/quality.ts';
import { resourcePath } from '#kernel/resource.ts';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { companies } from '#resources/companies.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { members } from '#resources/members.ts';
import { registry } from '#resources/registry.ts';
import { QualityCounter } from '#server/engine/quality/count.ts';
import { breakableRules } from '#server/engine/quality/quality-filter.ts';
import type { Api, Row } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({ SAML_ROLES_ATTRIBUTE: 'groups', SAML_ROLE_MAP: 'readers=viewer' });
const LONG_AGO = '2024-02-29';
let api: Api;
let factory: Factory;
let owner: Row;
let count = 0;

beforeAll(async () => {
  api = await portal.signIn({ roles: ['admin'] });
  factory = new Factory(api, registry, portal.db);
  owner = await factory.create(cloudContacts, { terminated: false });
});

const told = async (who = api) => {
  const answer = await who.get<QualityCount[]>('/data_quality');
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
const listed = async (model: string, rule: string) => {
  const answer = await api.get<Row[]>(`${resourcePath(model)}?by_quality=${rule}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.map(({ id }) => id);
};
/** A cost center that was stored as the form would not have it. */
async function stored(columns: Record<string, unknown> = {}): Promise<Row> {
  const row = await factory.create(costCenters, {
    identifier: `DQ-${++count}`,
    cloud_contact_id: owner.id,
    active_at: '2020-01-01',
    expired_at: null,
  });
  await change('cost_centers', row.id, columns);
  return row;
}
async function change(table: string, id: number, columns: Record<string, unknown>): Promise<void> {
  for (const [name, value] of Object.entries(columns))
    await portal.db.query({ text: `UPDATE ${table} SET ${name} = $2 WHERE id = $1`, values: [id, value] });
}
const account = (columns: Record<string, unknown>) =>
  factory.create(cloudParents, {
    identifier: `dq-${++count}`,
    terminated: false,
    name: 'player-insights',
    cloud_contact_email: owner['email'],
    ...columns,
  });

describe('a record breaks a rule', () => {
  it('where a value that is demanded is empty, or would be refused today', async () => {
    const blank = await stored({ company_code: ' ' });
    const long = await stored({ company_code: 'x'.repeat(256) });
    expect(await listed('cost_centers', 'empty_company_code')).toEqual([blank.id]);
    expect(await listed('cost_centers', 'refused_company_code')).toEqual([long.id]);
    const member = await factory.create(members, {});
    await change('members', member.id, { email: 'nobody', team: 'A team of before' });
    expect(await listed('members', 'refused_email')).toEqual([member.id]);
    expect(await listed('members', 'refused_team')).toEqual([member.id]);
    const bare = await account({ cost_center: null });
    await account({ cost_center: null, terminated: true });
    expect(await listed('cloud_parents', 'empty_cost_center')).toEqual([bare.id]);
  });

  it('where it names what nobody knows, as many as the start page says', async () => {
    const row = await account({ cost_center: 'which nobody knows' });
    expect(await listed('cloud_parents', 'unknown_cost_center')).toEqual([row.id]);
    const { body } = await api.get<{ list: string; filter: string; count: number }[]>('/waiting');
    const waits = body.data.find(
      ({ list, filter }) => list === 'cloud_parents' && filter === 'cost_center_unknown',
    );
    expect(waits?.count).toBe(1);
  });

  it('where it leads to what has expired and is not replaced', async () => {
    const [end, old] = [await stored({ expired_at: LONG_AGO }), await stored({ expired_at: LONG_AGO })];
    await change('cost_centers', old.id, { new_cost_center_id: (await stored()).id });
    const row = await account({ cost_center: end['identifier'] });
    await account({ cost_center: old['identifier'] });
    expect(await listed('cloud_parents', 'expired_cost_center')).toEqual([row.id]);
    // The end of a chain of replacements counts where the chain leads to it, whoever is at its beginning.
    await change('cost_centers', old.id, { new_cost_center_id: end.id });
    expect(await listed('cost_centers', 'expired_new_cost_center_id')).toEqual([old.id]);
  });

  it('where it leads to what is over, unless it is over itself', async () => {
    const gone = await factory.create(cloudContacts, { terminated: true });
    const row = await stored({ cloud_contact_id: gone.id });
    await stored({ cloud_contact_id: gone.id, expired_at: LONG_AGO });
    expect(await listed('cost_centers', 'over_cloud_contact_id')).toEqual([row.id]);
  });

  it('where its days are in no order, or a value is not that of what it refers to', async () => {
    const ends = await stored({ expired_at: '2019-12-31' });
    expect(await listed('cost_centers', 'order_expired_at')).toEqual([ends.id]);
    const company = await factory.create(companies, { code: '77' });
    const differs = await stored({ companies_id: company.id, company_code: '78' });
    await stored({ companies_id: company.id, company_code: '77' });
    expect(await listed('cost_centers', 'difference_company_code')).toContain(differs.id);
    const repair = (await told()).find(({ rule }) => rule === 'difference_company_code')?.repair;
    expect(repair).toMatchObject({ field: 'company_code', value: null, from: 'companies_code' });
  });

  it('where its person left the directory, which is mended by what the rule says', async () => {
    const contact = await factory.create(cloudContacts, { terminated: false });
    await portal.db.query({
      text: `INSERT INTO ad_people (external_id, name, email, user_principal_name, enabled, gone, group_count, account_count)
        VALUES ('dq-left', 'Lee', $1, $1, false, true, 0, 0)`,
      values: [contact['email']],
    });
    expect(await listed('cloud_contacts', 'left_directory')).toEqual([contact.id]);
    const rule = (await told()).find(({ rule: name }) => name === 'left_directory');
    expect(rule).toMatchObject({ model: 'cloud_contacts', count: 1 });
    const { field = '', value } = rule?.repair ?? {};
    expect((await api.put(`/cloud_contacts/${contact.id}`, { [field]: value })).status).toBe(200);
    expect((await told()).find(({ rule: name }) => name === 'left_directory')?.count).toBe(0);
  });
});

it('every rule is counted, and its number is that of the list with the rule', async () => {
  const counts = await told();
  const declared = registry.all.flatMap((resource) => qualityRules(registry, resource));
  expect(counts.length).toBeGreaterThan(100);
  expect(counts.length).toBeLessThanOrEqual(declared.length);
  expect(new Set(counts.map(({ model, rule }) => `${model} ${rule}`)).size).toBe(counts.length);
  expect(counts.filter((one) => one.count > 0).length).toBeGreaterThan(8);
  for (const { model, rule, count: said } of counts)
    expect((await listed(model, rule)).length, `${model} ${rule}`).toBe(said);
});

it('nothing that the rules of input take is found to be refused', async () => {
  const refused = async () =>
    (await told())
      .filter(({ rule }) => rule.startsWith('refused_'))
      .map(({ model, rule, count: said }) => `${model} ${rule} ${said}`);
  const before = await refused();
  // One more of every model, as people would add it.
  for (const resource of registry.all)
    if (resource.source === 'table' && resource.actions.includes('create')) await factory.create(resource);
  expect(await refused()).toEqual(before);
});

it('every rule that a model has for itself has its condition', async () => {
  const counts = await told();
  for (const { name, quality } of registry.all)
    for (const own of Object.keys(quality?.own ?? {}))
      expect(
        counts.some(({ model, rule }) => model === name && rule === own),
        `${name} ${own}`,
      ).toBe(true);
});

it('a rule that is none is refused', async () => {
  const refused = await api.get('/departments?by_quality=no_such_rule');
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('by_quality');
  expect((await api.get('/data_quality?page=1')).status).toBe(400);
});

it('nobody is told of models that they may not see', async () => {
  const viewer = await portal.signIn({ roles: ['viewer'] });
  const shown = [...new Set((await told(viewer)).map(({ model }) => model))];
  const all = [...new Set((await told()).map(({ model }) => model))];
  for (const model of all) {
    const { status } = await viewer.get(`${resourcePath(model)}?per_page=1`);
    expect(status, model).toBe(shown.includes(model) ? 200 : 403);
  }
});

it('what took long to count is told again for a while, and anything else is counted anew', async () => {
  const rules = new Map([[costCenters, breakableRules(registry, costCenters)]]);
  const sum = async (counter: QualityCounter) =>
    (await counter.count([costCenters])).find(({ rule }) => rule === 'order_expired_at')?.count ?? 0;
  const [kept, anew] = [
    new QualityCounter(portal.db, rules, 0),
    new QualityCounter(portal.db, rules, 600_000),
  ];
  const [first] = [await sum(kept), await sum(anew)];
  await stored({ expired_at: '2019-12-31' });
  expect(await sum(kept)).toBe(first);
  expect(await sum(anew)).toBe(first + 1);
});
