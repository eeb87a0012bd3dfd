import { beforeAll, expect, it } from 'vitest';
import type { RequestCopy } from '#calls/factory.ts';
import { registry } from '#resources/registry.ts';
import { requestTemplates } from '#resources/request-templates.ts';
import { Factory } from '#tests/support/factories.ts';
import { CENTER, OWNER, testClouds } from '#tests/support/factory/clouds.ts';
import { withFactory } from '#tests/support/factory/portal.ts';

const [aws] = testClouds;
if (!aws) throw new Error('There is no cloud.');
const portal = withFactory(aws);

let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

/** What a request begins with that begins from a template of these values. */
async function begun(values: object): Promise<RequestCopy> {
  const { id } = await factory.create(requestTemplates, {
    kind: 'aws_account',
    description: null,
    placed_in: null,
    cost_center: CENTER,
    cloud_contact_email: OWNER,
    business_unit_name: null,
    department: null,
    project_name: 'Shop',
    billing_contact: null,
    operations_contact: null,
    security_contact: null,
    missing_tags_emails: [],
    regions: [],
    budget_amount: null,
    budget_currency: 'EUR',
    budget_thresholds: '50, 100',
    group_access: [],
    resource_providers: [],
    azure_policies: null,
    google_services: [],
    awaited_webhook: null,
    ...values,
  });
  return (await portal.api.get<RequestCopy>(`/request_templates/${id}/request_copy`)).body.data;
}

it('a request begins with what its template says, in the fields of its cloud', async () => {
  const copy = await begun({
    placed_in: 'test',
    department: 'Cloud Factory',
    business_unit_name: 'Factory Unit',
    billing_contact: OWNER,
    regions: ['us-east-1'],
    budget_amount: '500.00',
  });
  expect(copy).toMatchObject({ request: 'aws_account', notes: [] });
  expect(copy.values).toEqual({
    ou: 'test',
    costCenterTag: CENTER,
    ownerTag: OWNER,
    departmentTag: 'Cloud Factory',
    businessUnitTag: 'Factory Unit',
    projectNameTag: 'Shop',
    billingContact: OWNER,
    regions: ['us-east-1'],
    budgetAmount: '500.00',
    budgetCurrency: 'EUR',
    budgetThresholds: '50, 100',
  });
});

it('has no budget without an amount, and nothing that its cloud does not have', async () => {
  const { values } = await begun({ kind: 'azure_subscription', regions: ['us-east-1'] });
  expect(values).toEqual({ cost_center_tag: CENTER, owner_tag: OWNER, project_name_tag: 'Shop' });
});

it('names the template whose baseline the account gets, where it brings one', async () => {
  const group_access = ['ReadOnlyAccess for 11111111-1111-4111-8111-111111111111'];
  const brought = await begun({ name: 'With Access', group_access });
  expect(brought.notes).toEqual([]);
  expect(brought.values['baselineTemplate']).toBe('With Access');
  // Of Azure alone.
  const other = await begun({ resource_providers: ['Microsoft.Network'] });
  expect(other.values).not.toHaveProperty('baselineTemplate');
  const services = await begun({ kind: 'azure_subscription', google_services: ['compute.googleapis.com'] });
  expect(services.values).not.toHaveProperty('baseline_template');
  const wrong = await begun({ group_access: ['somebody'] });
  expect(wrong.values).not.toHaveProperty('baselineTemplate');
  expect(wrong.notes).toMatchObject([{ field: 'baselineTemplate', is: 'left out' }]);
});

it('leaves out what no longer holds, and says so', async () => {
  const { values, notes } = await begun({ cost_center: 'CC-NOBODY', placed_in: 'moon' });
  expect(values).not.toHaveProperty('costCenterTag');
  expect(values).not.toHaveProperty('ou');
  expect(notes.map(({ field, is }) => [field, is])).toEqual([
    ['costCenterTag', 'left out'],
    ['ou', 'left out'],
  ]);
});
