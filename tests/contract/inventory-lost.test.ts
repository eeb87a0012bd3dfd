import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { registry } from '#resources/registry.ts';
import { inventorySyncJob } from '#server/modules/inventory/sync/job.ts';
import { gcpSource, type InventorySource } from '#server/modules/inventory/sync/source.ts';
import { openGcp } from '#server/providers/gcp/gcp.ts';
import { startGcp } from '#simulators/gcp/gcp.ts';
import { withDatabase } from '#tests/support/database.ts';
import { inventoryDesk } from '#tests/support/inventory-desk.ts';

const database = withDatabase({ poolSize: 8 });
const { sync, known, accounts, machines } = inventoryDesk(database);

beforeEach(() => database.db.query('TRUNCATE cloud_parents, virtual_machines, record_history, jobs CASCADE'));

/** What a crash of the database leaves of unlogged tables. */
const crash = () => database.db.query('TRUNCATE inventory_read_accounts, inventory_read_machines');

test('what a crash of the database takes of a reading ends nothing that is still there', async () => {
  for (const at of ['1', '2', '3'])
    await database.db.query(
      `INSERT INTO virtual_machines (provider_type, resource_id, state) VALUES ('GcpCloudParent', $1, 'running')`,
      [`vm-${at}`],
    );
  for (const at of ['1', '2', '3']) await known(`shop-${at}`);
  const found = (at: number) => ({ identifier: `shop-${at}`, name: null, email: null, active: true });
  const vm = (at: number) => ({
    resource_id: `vm-${at}`,
    identifier: 'shop-1',
    name: null,
    state: 'running',
  });
  const source = (lost: 'accounts' | 'machines' | null): InventorySource => ({
    name: 'GCP',
    provider_type: 'GcpCloudParent',
    async *accounts() {
      // A portion is put down, and lost before the next one.
      yield Array.from({ length: 1000 }, (_, at) => found(at + 1));
      if (lost === 'accounts') await crash();
      yield [found(1001)];
    },
    async *machines() {
      yield [vm(1), vm(2), vm(3)].map((one) => ({ ...one, location: null, resource_type: null }));
      if (lost === 'machines')
        yield Array.from({ length: 1000 }, (_, at) => at + 3).map((at) => ({
          ...vm(at),
          location: null,
          resource_type: null,
        }));
      if (lost === 'machines') await crash();
    },
  });
  const going = async () => ({
    accounts: (await accounts()).filter(({ terminated }) => !terminated).length,
    machines: (await machines()).filter(({ state }) => state === 'running').length,
  });
  const lost = {
    state: 'failed',
    error: 'What was read of GCP was lost before it could be kept. It is read again.',
  };
  expect(await sync(source('accounts'))).toMatchObject(lost);
  expect(await going()).toEqual({ accounts: 3, machines: 3 });
  expect(await sync(source('machines'))).toMatchObject(lost);
  expect(await going()).toEqual({ accounts: 1001, machines: 3 });
  expect(await sync(source(null))).toMatchObject({ state: 'done', error: null });
  expect(await going()).toEqual({ accounts: 1001, machines: 3 });
});

test('an attempt that another one has taken over from applies nothing', async () => {
  await known('shop-one', { name: 'Shop' });
  const simulator = await startGcp({ delaySeconds: 0 });
  onTestFinished(() => simulator.close());
  const { url: api, organization, billingAccount } = simulator;
  const source = gcpSource(openGcp({ organization, billingAccount, api, simulated: true }));
  const job = inventorySyncJob({ db: database.db, registry, sources: [source], cron: null });
  const superseded = job.run({
    id: '1',
    input: {},
    createdBy: 'ada@example.com',
    requestId: 'r-1',
    reached: {},
    startedAt: new Date().toISOString(),
    signal: new AbortController().signal,
    save: () => Promise.reject(new Error('Another attempt has taken over.')),
    step: () => Promise.resolve(),
    progress: () => undefined,
    comeBack: () => {
      throw new Error('It does not come back.');
    },
  });
  await expect(superseded).rejects.toThrow('Another attempt');
  expect(await accounts()).toMatchObject([{ name: 'Shop', terminated: false }]);
});
