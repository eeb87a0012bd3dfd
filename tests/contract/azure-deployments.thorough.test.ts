import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAzure } from '#simulators/azure/azure.ts';
import type { Row } from '#tests/support/api.ts';
import { estate } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';

const simulator = await startAzure({ delaySeconds: 0, tagDelaySeconds: 0 });
afterAll(() => simulator.close());
const portal = withPortal({ AZURE_API: simulator.url });

interface Deployment extends Row {
  state: string;
  identifier: string | null;
  error: string | null;
  request: Record<string, unknown>;
  steps: {
    name: string;
    state: string;
    attempts: number;
    note: string | null;
    input: Record<string, unknown> | null;
  }[];
}

const costCenter = 'CC-AZ-1';
beforeAll(async () => {
  const { company, contact, costCenter: insert } = estate(portal);
  const owner = await contact('ada.lovelace@example.com');
  const named = async (path: string, name: string) =>
    (await portal.api.post(path, { name, abbreviation: name.slice(0, 3) })).body.data.id;
  await insert(costCenter, {
    companies_id: await company('1000'),
    cloud_contact_id: owner,
    business_units_id: await named('/business_units', 'Payments Unit'),
    departments_id: await named('/departments', 'Payments Department'),
  });
});

const request = (more: object = {}) => ({
  subscription_name: `Payments ${randomUUID().slice(0, 8)}`,
  group_id: 'test',
  cost_center_tag: costCenter,
  owner_tag: 'ada.lovelace@example.com',
  project_name_tag: 'Payments',
  ...more,
});

async function ended(id: number): Promise<Deployment> {
  const read = async () => (await portal.api.get<Deployment>(`/cloud_deployments/${id}`)).body.data;
  await expect.poll(async () => (await read()).state).toMatch(/^(done|failed)$/);
  return read();
}

describe('GET /azure-groups', () => {
  it('tells every management group by its name, and the choices of a form by what they lie in', async () => {
    const { status, body } = await portal.api.get<Row[]>('/azure-groups');
    expect(status).toBe(200);
    expect(body.data.map(({ name }) => name).toSorted()).toEqual(
      simulator.state.groups.map(({ displayName }) => displayName).toSorted(),
    );
    expect(body.data).toContainEqual({
      id: 'landingzones',
      name: 'landingzones',
      label: 'landingzones',
      options: ['development', 'github', 'online', 'production', 'test'].map((name) => ({
        value: name,
        label: name,
      })),
    });
    expect(body.data).toContainEqual({
      id: 'production',
      name: 'production',
      label: 'landingzones / production',
      options: [],
    });
  });

  it('is answered from what was read a moment ago', async () => {
    await portal.api.get('/azure-groups');
    const before = simulator.faults.calls('Entities_List');
    await portal.api.get('/azure-groups');
    expect(simulator.faults.calls('Entities_List')).toBe(before);
  });
});

describe('POST /azure-subscriptions/create', () => {
  it('makes the subscription, which the inventory knows then', async () => {
    const asked = request({ group_id: 'production' });
    const { status, body } = await portal.api.post<{ cloud_deployment: Deployment }>(
      '/azure-subscriptions/create',
      { azure_subscription: asked },
    );
    expect(status).toBe(202);
    const done = await ended(body.data.cloud_deployment.id);
    expect(done.error).toBeNull();
    expect(done.steps.map(({ name, state }) => [name, state])).toEqual([
      ['create_subscription', 'done'],
      ['place_subscription', 'done'],
      ['check_tags', 'done'],
      ['assign_role', 'skipped'],
    ]);
    const name = asked.subscription_name.replaceAll(' ', '-');
    const made = simulator.state.subscriptions.filter(({ displayName }) => displayName === name);
    expect(made).toMatchObject([{ id: done.identifier, group: 'production' }]);
    const { body: found } = await portal.api.get<Row[]>(`/cloud_parents?by_identifier=${done.identifier}`);
    expect(found.data).toMatchObject([
      {
        provider_type: 'AzureCloudParent',
        name,
        environment: 'production',
        cost_center: costCenter,
        // Its tags name neither: they are those of the cost center.
        business_unit_name: 'Payments Unit',
        department: 'Payments Department',
      },
    ]);
  });

  it.each([
    ['production', 'Production'],
    ['test', 'DevTest'],
  ])('keeps with what was asked for that subscriptions in %s are %s', async (group, type) => {
    const asked = request({ group_id: group });
    const { body } = await portal.api.post<{ cloud_deployment: Deployment }>(
      '/azure-subscriptions/create',
      asked,
    );
    const { id } = body.data.cloud_deployment;
    expect(body.data.cloud_deployment.request).toMatchObject({ group_id: group, subscription_type: type });
    const done = await ended(id);
    expect([done.request, done.steps[0]?.input]).toMatchObject([
      { subscription_type: type },
      { workload: type },
    ]);
    // It follows, so that a request like this one does not say it.
    const { body: copied } = await portal.api.get<{ values: Row }>(`/cloud_deployments/${id}/request_copy`);
    expect(copied.data.values).not.toHaveProperty('subscription_type');
    expect(copied.data.values).toMatchObject({ group_id: group });
  });

  it('refuses what Azure would not take, or what the management group contradicts', async () => {
    const wrong = request({ subscription_type: 'Production' });
    const { status, body } = await portal.api.post('/azure-subscriptions/create', wrong);
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { field: 'subscription_type', message: expect.stringMatching(/'test' are DevTest, not Production/) },
    ]);
    const nowhere = await portal.api.post('/azure-subscriptions/create', request({ group_id: 'nowhere' }));
    expect(nowhere.status).toBe(422);
    expect(nowhere.body.errors).toMatchObject([{ field: 'group_id' }]);
  });
});

describe('where Azure does not answer', () => {
  const lone = withPortal({ AZURE_API: 'http://127.0.0.1:9' });

  it('its management groups are 503 with a sentence, and never none', async () => {
    const { status, body } = await lone.api.get('/azure-groups');
    expect(status).toBe(503);
    expect(body.error).toMatch(/^The management groups cannot be read now\. .+\?$/);
  });
});

describe('a portal of its own', () => {
  const own = withPortal();

  it('has a simulator that knows the subscriptions of its inventory', async () => {
    const id = randomUUID();
    await own.db.query({
      text: `INSERT INTO cloud_parents (terminated, provider_type, identifier, name, environment)
             VALUES (false, 'AzureCloudParent', $1, 'Old', 'online')`,
      values: [id],
    });
    const { body } = await own.api.post<{ plan: unknown; errors: object[] }>('/azure-subscriptions/create', {
      ...request({ subscription_name: 'old' }),
      dry_run: true,
    });
    expect(body.data.errors).toContainEqual({
      field: 'subscription_name',
      message: `There is a subscription called 'Old' already: ${id}. Choose another name.`,
    });
  });
});

describe('in production without a tenant', () => {
  const strict = withPortal({ NODE_ENV: 'production' });

  it('nothing stands for Azure, and the settings that are missing are named', async () => {
    const { status, body } = await strict.api.get('/azure-groups');
    expect(status).toBe(503);
    expect(body.error).toBe(
      'The management groups of Azure cannot be listed here. Set AZURE_TENANT_ID and AZURE_BILLING_SCOPE, and start the portal again.',
    );
    const refused = await strict.api.post('/azure-subscriptions/create', request());
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatch(/AZURE_TENANT_ID and AZURE_BILLING_SCOPE/);
  });
});
