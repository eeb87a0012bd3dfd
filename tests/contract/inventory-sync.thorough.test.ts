import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  awsSource,
  azureSource,
  gcpSource,
  type InventorySource,
} from '#server/modules/inventory/sync/source.ts';
import { openAws } from '#server/providers/aws/provider.ts';
import { openAzure } from '#server/providers/azure/azure.ts';
import { openGcp } from '#server/providers/gcp/gcp.ts';
import { SIMULATOR_KEY, startAws, type AwsOptions } from '#simulators/aws/aws.ts';
import { simulated, startAzure, type AzureOptions } from '#simulators/azure/azure.ts';
import { startGcp, type GcpOptions } from '#simulators/gcp/gcp.ts';
import { withDatabase } from '#tests/support/database.ts';
import { inventoryDesk, minutesAgo } from '#tests/support/inventory-desk.ts';

const database = withDatabase({ poolSize: 8 });
const { sync, known, accounts, machines } = inventoryDesk(database);
const SUBSCRIPTION = '5b0f1c52-7a0e-4a8e-9d4a-000000000001';

beforeEach(() => database.db.query('TRUNCATE cloud_parents, virtual_machines, record_history, jobs CASCADE'));

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

async function google(options: GcpOptions = {}) {
  const simulator = await startGcp({ delaySeconds: 0, ...options });
  ends.push(() => simulator.close());
  const { url: api, organization, billingAccount } = simulator;
  return { simulator, source: gcpSource(openGcp({ organization, billingAccount, api, simulated: true })) };
}

async function amazon(options: AwsOptions = {}) {
  const simulator = await startAws(options);
  ends.push(() => simulator.close());
  const access = { api: simulator.url, credentials: SIMULATOR_KEY, region: 'us-east-1' };
  const aws = openAws({ ...access, organization: null, catalogRole: 'catalog', aggregator: 'organization' });
  return { simulator, source: awsSource(aws, true) };
}

async function microsoft(options: AzureOptions = {}) {
  const simulator = await startAzure(options);
  ends.push(() => simulator.close());
  const azure = openAzure({ kind: 'simulator', url: simulator.url, ...simulated });
  return { simulator, source: azureSource(azure) };
}

const machine = {
  zone: 'europe-west3-a',
  machineType: 'e2-medium',
  status: 'RUNNING',
  projectId: 'shop-one',
};

test('accounts and machines of all three clouds are read, and what nobody knew of is unmanaged', async () => {
  const vm = `/subscriptions/${SUBSCRIPTION}/resourceGroups/a/providers/Microsoft.Compute/virtualMachines/web`;
  const [aws, azure, gcp] = await Promise.all([
    amazon({
      initial: {
        accounts: [{ id: '200000000002', name: 'Shop', email: 'shop@example.com' }],
        machines: [
          {
            resourceId: 'i-1',
            accountId: '200000000002',
            awsRegion: 'eu-central-1',
            name: 'web-1',
            configuration: { instanceType: 't3.micro', state: { name: 'running' } },
          },
        ],
      },
    }),
    microsoft({
      initial: {
        subscriptions: [{ id: SUBSCRIPTION, displayName: 'Shop' }],
        machines: [
          {
            id: vm,
            name: 'web',
            subscriptionId: SUBSCRIPTION,
            location: 'westeurope',
            size: 'Standard_D2s_v5',
            powerState: 'PowerState/running',
            tags: {},
          },
        ],
      },
    }),
    google({
      initial: {
        projects: [{ projectId: 'shop-one', displayName: 'Shop' }],
        machines: [{ ...machine, id: '1', name: 'web-1' }],
      },
    }),
  ]);
  const job = await sync(aws.source, azure.source, gcp.source);
  expect([job.state, job.error]).toEqual(['done', null]);
  const found = await accounts();
  expect(found.filter(({ name }) => name === 'Shop')).toEqual(
    ['200000000002', SUBSCRIPTION, 'shop-one'].map((identifier, at) => ({
      identifier,
      name: 'Shop',
      email: at === 0 ? 'shop@example.com' : null,
      terminated: false,
      managed: false,
      owner: null,
      cost_center: null,
    })),
  );
  expect(await machines()).toMatchObject([
    {
      resource_id: 'i-1',
      state: 'running',
      identifier: '200000000002',
      location: 'eu-central-1',
      resource_type: 't3.micro',
    },
    {
      name: 'web',
      state: 'running',
      identifier: SUBSCRIPTION,
      location: 'westeurope',
      resource_type: 'Standard_D2s_v5',
    },
    {
      name: 'web-1',
      state: 'running',
      identifier: 'shop-one',
      location: 'europe-west3-a',
      resource_type: 'e2-medium',
    },
  ]);
});

test('a new name and a new state are taken over with a line of history, and what people say stays', async () => {
  await known('shop-one', { name: 'Shop', cloud_contact_email: 'jane@example.com', cost_center: 'C-1' });
  await known('SHOP-TWO', { name: 'Two', terminated: true });
  const { source } = await google({
    initial: {
      projects: [
        { projectId: 'shop-one', displayName: 'Shop of Jane' },
        { projectId: 'shop-two', displayName: 'Two' },
      ],
    },
  });
  await sync(source);
  const unchanged = { email: null, terminated: false, managed: true };
  expect(await accounts()).toEqual([
    { ...unchanged, identifier: 'SHOP-TWO', name: 'Two', owner: null, cost_center: null },
    {
      ...unchanged,
      identifier: 'shop-one',
      name: 'Shop of Jane',
      owner: 'jane@example.com',
      cost_center: 'C-1',
    },
  ]);
  const { rows } = await database.db.query<{ by_name: string; changes: Record<string, unknown> }>(
    'SELECT by_name, changes FROM record_history ORDER BY changes::text',
  );
  expect(rows).toEqual([
    { by_name: 'Inventory sync', changes: { name: { from: 'Shop', to: 'Shop of Jane' } } },
    { by_name: 'Inventory sync', changes: { terminated: { from: true, to: false } } },
  ]);
  // What is the same is not written again.
  await sync(source);
  expect((await database.db.query('SELECT FROM record_history')).rowCount).toBe(2);
});

test('a machine that Google calls TERMINATED is there and stopped', async () => {
  const { source } = await google({
    initial: { machines: [{ ...machine, id: '1', name: 'web-1', status: 'TERMINATED' }] },
  });
  await sync(source);
  expect(await machines()).toMatchObject([{ name: 'web-1', state: 'stopped' }]);
});

test('what vanished is terminated, and its machines with it', async () => {
  await known('shop-one', { name: 'Shop', cost_center: 'C-1' });
  const { simulator, source } = await google({
    initial: {
      projects: [{ projectId: 'shop-one', displayName: 'Shop' }, { projectId: 'shop-two' }],
      machines: [{ ...machine, id: '1', name: 'web-1' }],
    },
  });
  await sync(source);
  expect(await machines()).toMatchObject([{ state: 'running', cost_center: 'C-1' }]);
  simulator.remove('shop-one');
  simulator.machines.clear();
  const job = await sync(source);
  expect(job.state).toBe('done');
  expect((await accounts()).map(({ identifier, terminated }) => [identifier, terminated])).toEqual([
    ['shop-one', true],
    ['shop-two', false],
  ]);
  expect(await machines()).toMatchObject([{ state: 'terminated' }]);
});

test('an account that was made while its cloud was read, or shortly before, is none of those that vanished', async () => {
  await known('shop-older', { created_at: minutesAgo(90) });
  // Clouds list a new account late.
  await known('shop-newer', { created_at: minutesAgo(30) });
  const { source } = await google();
  const during: InventorySource = {
    ...source,
    async *accounts() {
      yield* source.accounts();
      for (let index = 0; index < 12; index += 1)
        await known(`shop-made-${index}`, { created_at: minutesAgo(0) });
    },
  };
  const job = await sync(during);
  expect([job.state, job.error]).toEqual(['done', null]);
  expect((await accounts()).filter(({ terminated }) => terminated)).toMatchObject([
    { identifier: 'shop-older' },
  ]);
});

test('a reading that ends half-way changes nothing of its cloud, and the other clouds are read', async () => {
  await known('shop-gone', { name: 'Gone' });
  const gcp = await google({
    pageSize: 1,
    initial: {
      projects: [{ projectId: 'shop-one' }, { projectId: 'shop-two' }, { projectId: 'shop-three' }],
    },
  });
  const azure = await microsoft({ initial: { subscriptions: [{ id: SUBSCRIPTION, displayName: 'Shop' }] } });
  const broken: InventorySource = {
    ...gcp.source,
    async *accounts() {
      for await (const page of gcp.source.accounts()) {
        yield page.slice(0, 1);
        gcp.simulator.faults.plan('SearchAllResources', 'garbage');
        yield* gcp.source.accounts();
      }
    },
  };
  const job = await sync(broken, azure.source);
  expect(job.state).toBe('failed');
  expect(job.error).toMatch(/Google did not return its inventory/);
  expect((await accounts()).map(({ identifier, terminated }) => [identifier, terminated])).toEqual([
    [SUBSCRIPTION, false],
    ['shop-gone', false],
  ]);
});

test('a throttled cloud is read to its end', async () => {
  const { simulator, source } = await google({
    pageSize: 1,
    initial: { projects: [{ projectId: 'shop-one' }, { projectId: 'shop-two' }] },
  });
  simulator.faults.plan('SearchAllResources', 'throttled', 2);
  expect((await sync(source)).state).toBe('done');
  expect(await accounts()).toHaveLength(2);
});

test('a cloud that seems to have lost much is not believed, and a sentence says so', async () => {
  for (let index = 0; index < 20; index += 1) await known(`shop-${String(index).padStart(2, '0')}`);
  const kept = Array.from({ length: 9 }, (_, index) => ({
    projectId: `shop-${String(index).padStart(2, '0')}`,
  }));
  const { simulator, source } = await google({ initial: { projects: kept } });
  const job = await sync(source);
  expect(job.state).toBe('failed');
  expect(job.error).toMatch(/^11 of 20 Google Cloud accounts would have been terminated/);
  expect((await accounts()).filter(({ terminated }) => terminated)).toEqual([]);
  // Ten at most are always believed.
  simulator.put({ projectId: 'shop-09' });
  expect((await sync(source)).state).toBe('done');
  expect((await accounts()).filter(({ terminated }) => terminated)).toHaveLength(10);
});

test('an account of another cloud is none of those that vanished', async () => {
  await known('200000000002', { provider_type: 'AwsCloudParent' });
  const { source } = await google();
  expect((await sync(source)).state).toBe('done');
  expect(await accounts()).toMatchObject([{ identifier: '200000000002', terminated: false }]);
});
