import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import type { HistoryEntry } from '#kernel/history.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { cloudSurveyResponses } from '#resources/cloud-survey-responses.ts';
import { registry } from '#resources/registry.ts';
import type { Api, Row } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({ SAML_ROLES_ATTRIBUTE: 'groups', SAML_ROLE_MAP: 'ccoe=admin, audit=viewer' });
let api: Api;
let factory: Factory;
beforeAll(async () => {
  api = await portal.signIn({ email: 'grace@example.com', name: 'Grace', roles: ['admin'] });
  factory = new Factory(api, registry, portal.db);
});

/** An account of which everybody says the same, but for what is given. */
const account = (identifier: string, given: object = {}) =>
  factory.create(cloudParents, { identifier, managed: true, terminated: false, ...given });

/** What nobody was asked. */
const UNASKED = {
  project_name: null,
  distribution_list: null,
  account_owner: null,
  business_unit: null,
  department: null,
  cloud_environment: null,
  cost_center: null,
  billing_contact: null,
  security_contact: null,
  operations_contact: null,
};
const answer = (parent: Row, answers: object) =>
  factory.create(cloudSurveyResponses, { ...UNASKED, cloud_parent_id: parent.id, ...answers });

const differences = async (identifier: string) =>
  (await api.get<Row[]>(`/inventory_differences?by_identifier=${identifier}&sort=kind`)).body.data;
async function difference(identifier: string): Promise<Row> {
  const [row, ...others] = await differences(identifier);
  if (!row || others.length > 0) throw new Error(`${identifier} has not one difference.`);
  return row;
}
const repair = ({ id }: Row, take: string, as = api) =>
  as.post(`/inventory_differences/${id}/repair`, { take });
const parentOf = async ({ id }: Row) => (await api.get(`/cloud_parents/${id}`)).body.data;

describe('a difference', () => {
  it('is an account that nobody here answers for, and goes once it is managed', async () => {
    const parent = await account('unmanaged', { managed: false, name: 'Found' });
    const row = await difference('unmanaged');
    expect(row).toMatchObject({
      kind: 'unmanaged',
      cloud_parent_id: parent.id,
      cloud_parent_name: 'Found',
      at_provider: 'Found',
    });
    const { status, body } = await repair(row, 'manage');
    expect([status, body.data]).toMatchObject([200, { id: parent.id, managed: true }]);
    expect(await differences('unmanaged')).toEqual([]);
  });

  it('is each answer of the last survey that is another than the inventory has', async () => {
    const parent = await account('surveyed', { cost_center: ' CC-1', department: 'QA', environment: null });
    await answer(parent, { business_unit: 'of an older answer' });
    await answer(parent, { cost_center: 'cc-1 ', department: 'Sales', cloud_environment: 'test' });
    expect(await differences('surveyed')).toMatchObject([
      { kind: 'department', in_inventory: 'QA', in_survey: 'Sales', at_provider: null },
      { kind: 'environment', in_inventory: null, in_survey: 'test', at_provider: null },
    ]);
  });

  it.each([
    ['owner', 'account_owner', 'cloud_contact_email'],
    ['cost_center', 'cost_center', 'cost_center'],
    ['department', 'department', 'department'],
    ['business_unit', 'business_unit', 'business_unit_name'],
    ['environment', 'cloud_environment', 'environment'],
    ['billing_contact', 'billing_contact', 'billing_contact'],
    ['security_contact', 'security_contact', 'security_contact'],
    ['operations_contact', 'operations_contact', 'operations_contact'],
  ])('of the %s goes once the answer is taken over, which the history has', async (kind, asked, field) => {
    const parent = await account(`taken-${kind}`);
    await answer(parent, { [asked]: 'answered@example.com' });
    const row = await difference(`taken-${kind}`);
    expect(row).toMatchObject({ kind, in_inventory: parent[field], in_survey: 'answered@example.com' });
    expect((await repair(row, 'survey')).body.data).toMatchObject({ [field]: 'answered@example.com' });
    expect(await differences(`taken-${kind}`)).toEqual([]);
    const { body } = await api.get<HistoryEntry[]>(`/cloud_parents/${parent.id}/history`);
    expect(body.data).toMatchObject([
      {
        action: 'update',
        by: { email: 'grace@example.com' },
        changes: [{ field, to: 'answered@example.com' }],
      },
    ]);
  });

  it('is what the tags on the last bill name, and goes once that is taken over', async () => {
    await account('tagged', { cloud_contact_email: 'here@example.com', cost_center: '1' });
    await portal.db.query(
      `INSERT INTO billing_rules (version, rules, created_by) VALUES (1, '{}', 'a test') ON CONFLICT DO NOTHING`,
    );
    await portal.db.query(
      `WITH run AS (
         INSERT INTO billing_runs (provider, month, posting_day, state, file_name, file_digest, file_size,
           rules_version, job_id, created_by, request_id)
         VALUES ('aws', '2026-01-01', '2026-01-31', 'final', 'a', '\\x01', 1, 1, gen_random_uuid(), 'a', 'r')
         RETURNING id)
       INSERT INTO billing_tags (run_id, account, meaning, key, value, lines)
       SELECT run.id, 'Tagged', meaning, meaning, value, lines FROM run, (VALUES
         ('owner', 'there@example.com', 9), ('owner', 'seldom@example.com', 1), ('cost_center', 'no-such', 9)
       ) tags (meaning, value, lines)`,
    );
    const row = await difference('tagged');
    expect(row).toMatchObject({ kind: 'owner', in_survey: null, at_provider: 'there@example.com' });
    expect((await repair(row, 'provider')).body.data).toMatchObject({
      cloud_contact_email: 'there@example.com',
    });
    expect(await differences('tagged')).toEqual([]);
  });

  it.each([
    [true, 'Yes', 'No'],
    [false, 'No', 'Yes'],
  ])('is an account whose end (%s) its cloud tells otherwise', async (terminated, now, told) => {
    const parent = await account(`ended-${now}`, { terminated, provider_type: 'AwsCloudParent' });
    await portal.db.query(
      `INSERT INTO inventory_read_accounts (provider_type, identifier, active) VALUES ('AwsCloudParent', $1, $2)`,
      [`Ended-${now}`, terminated],
    );
    const row = await difference(`ended-${now}`);
    expect(row).toMatchObject({ kind: 'terminated', in_inventory: now, at_provider: told });
    expect((await repair(row, 'provider')).status).toBe(200);
    expect(await parentOf(parent)).toMatchObject({ terminated: !terminated });
    expect(await differences(`ended-${now}`)).toEqual([]);
  });

  it('is filtered by its kind, and downloaded', async () => {
    await account('downloaded', { managed: false });
    const query = 'by_kind=unmanaged&by_identifier=downloaded';
    const { text } = await api.get(`/inventory_differences.csv?${query}`);
    const [, ...lines] = parse(text, { bom: true });
    expect(lines.map(([identifier, kind]) => [identifier, kind])).toEqual([['downloaded', 'unmanaged']]);
  });
});

describe('the repair of a difference', () => {
  it('is refused where somebody has changed the account or the answer meanwhile, and writes nothing', async () => {
    const parent = await account('stale', { environment: 'old' });
    await answer(parent, { cloud_environment: 'test' });
    const row = await difference('stale');
    await answer(parent, { cloud_environment: 'production' });
    expect((await repair(row, 'survey')).status).toBe(409);
    const newer = await difference('stale');
    expect((await repair(newer, 'survey')).status).toBe(200);
    const again = await repair(newer, 'survey');
    expect([again.status, again.body.error]).toEqual([
      409,
      'The account or what it is held against has changed meanwhile. Look at the list again.',
    ]);
    expect(await parentOf(parent)).toMatchObject({ environment: 'production', lock_version: 2 });
  });

  it('is taken back as long as nobody has changed the account since', async () => {
    const parent = await account('taken-back', { environment: 'old' });
    await answer(parent, { cloud_environment: 'test' });
    const row = await difference('taken-back');
    const { body } = await repair(row, 'survey');
    const takeBack = () =>
      api.post(`/inventory_differences/${row.id}/take_back`, { lock_version: body.data.lock_version });
    expect((await takeBack()).body.data).toMatchObject({ id: parent.id, environment: 'old' });
    expect((await difference('taken-back')).id).toBe(row.id);
    expect((await takeBack()).status).toBe(409);
  });

  it('is none of what nobody says, and is not for a viewer', async () => {
    const parent = await account('asked', { environment: 'old' });
    await answer(parent, { cloud_environment: 'test' });
    const row = await difference('asked');
    for (const take of ['provider', 'manage', 'nobody']) {
      const { status, body } = await repair(row, take);
      expect([status, body.errors.map(({ field }) => field)]).toEqual([422, ['take']]);
    }
    const viewer = await portal.signIn({ email: 'viewer@example.com', roles: ['viewer'] });
    expect((await viewer.get('/inventory_differences')).status).toBe(200);
    expect((await repair(row, 'survey', viewer)).status).toBe(403);
    expect(await parentOf(parent)).toMatchObject({ environment: 'old', lock_version: 1 });
  });

  it.each(['none', '1', 'owner-0-0123456789ab', 'owner-2000000000-0123456789ab', 'nothing-1-0123456789ab'])(
    'needs the account of the id %s',
    async (id) => {
      const { status, body } = await api.post(`/inventory_differences/${id}/repair`, { take: 'survey' });
      expect([status, body.error]).toEqual([404, `Inventory Difference ${id} was not found.`]);
    },
  );
});
