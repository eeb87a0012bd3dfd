import { beforeEach, expect, test } from 'vitest';
import { registry } from '#resources/registry.ts';
import { applyAccounts } from '#server/modules/inventory/sync/apply-accounts.ts';
import { applyMachines } from '#server/modules/inventory/sync/apply-machines.ts';
import { readInto } from '#server/modules/inventory/sync/read.ts';
import { withDatabase } from '#tests/support/database.ts';

const database = withDatabase({ poolSize: 8 });
const CLOUD = 'GcpCloudParent';
const who = { actor: { email: 'sync@example.com', name: 'Inventory sync' }, requestId: 'r-1' };

beforeEach(() => database.db.query('TRUNCATE cloud_parents, virtual_machines, record_history CASCADE'));

/** What a cloud tells of one thing, with null for what it does not tell. */
async function told<Row extends object>(table: Parameters<typeof readInto>[1], row: Row): Promise<void> {
  const { signal } = new AbortController();
  const pages = (async function* () {
    yield [row] as never;
  })();
  await readInto({ db: database.db, signal }, table, CLOUD, pages);
}

/** How many connections wait for a lock of another one. */
const waiting = async () => {
  const { rows } = await database.db.query<{ waiting: number }>(
    `SELECT count(*)::integer AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`,
  );
  return rows[0]?.waiting;
};

/** An edit that was begun before the reading is applied, and ends while that waits for the row. */
async function meanwhile<Done>(edit: string, apply: () => Promise<Done>): Promise<Done> {
  let applied: Promise<Done> | undefined;
  await database.db.transaction(async (tx) => {
    await tx.query(edit);
    applied = apply();
    // What fails before it is looked at is not unheard.
    applied.catch(() => undefined);
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
  });
  if (!applied) throw new Error('Nothing was applied.');
  return applied;
}

const accounts = () => {
  const reading = { providerType: CLOUD, since: new Date() };
  return database.db.transaction((tx) => applyAccounts(tx, registry, reading, who));
};
const machines = () => database.db.transaction((tx) => applyMachines(tx, CLOUD));
const all = async (table: string) => (await database.db.query(`SELECT * FROM ${table}`)).rows;

const account = `INSERT INTO cloud_parents (provider_type, identifier, name, email, terminated, created_at)
  VALUES ('${CLOUD}', 'shop-one', 'Shop', 'before@example.com', false, '2025-01-01T00:00:00Z')`;
const machine = `INSERT INTO virtual_machines (provider_type, resource_id, identifier, name, state, location, resource_type)
  VALUES ('${CLOUD}', 'vm-1', 'shop-one', 'web', 'running', 'zone-a', 'small')`;

test('what the cloud does not tell of an account stays as somebody writes it while the reading is applied', async () => {
  await database.db.query(account);
  const found = { identifier: 'shop-one', name: 'Shop of Jane', email: null, active: true };
  await told('inventory_read_accounts', found);
  const edit = `UPDATE cloud_parents SET email = 'after@example.com', lock_version = lock_version + 1`;
  expect(await meanwhile(edit, accounts)).toMatchObject({ added: 0, changed: 1 });
  const [row] = await all('cloud_parents');
  expect(row).toMatchObject({ name: 'Shop of Jane', email: 'after@example.com', lock_version: 3 });
  expect((await all('record_history')).map(({ changes }) => changes)).toEqual([
    { name: { from: 'Shop', to: 'Shop of Jane' } },
  ]);
});

test('the name of an account that is gone stays as somebody writes it while the reading is applied', async () => {
  await database.db.query(account);
  await database.db.query('DELETE FROM inventory_read_accounts');
  const edit = `UPDATE cloud_parents SET name = 'Shop that was'`;
  expect(await meanwhile(edit, accounts)).toMatchObject({ terminated: 1 });
  expect(await all('cloud_parents')).toMatchObject([{ name: 'Shop that was', terminated: true }]);
});

test('an account that somebody gives another identifier meanwhile is left to the next reading', async () => {
  await database.db.query(account);
  const found = { identifier: 'shop-one', name: 'Shop of Jane', email: null, active: true };
  await told('inventory_read_accounts', found);
  const edit = `UPDATE cloud_parents SET identifier = 'shop-two'`;
  expect(await meanwhile(edit, accounts)).toEqual({ added: 1, changed: 0, terminated: 0 });
  expect((await all('cloud_parents')).find(({ identifier }) => identifier === 'shop-two')).toMatchObject({
    name: 'Shop',
    terminated: false,
  });
});

test('what the cloud does not tell of a machine stays as somebody writes it while the reading is applied', async () => {
  await database.db.query(machine);
  const found = { resource_id: 'vm-1', identifier: 'shop-one', name: null, state: 'stopped', location: null };
  await told('inventory_read_machines', { ...found, resource_type: null });
  const edit = `UPDATE virtual_machines SET name = 'shop-web', location = 'zone-b', resource_type = 'large'`;
  expect(await meanwhile(edit, machines)).toMatchObject({ added: 0, changed: 1 });
  const after = { state: 'stopped', name: 'shop-web', location: 'zone-b', resource_type: 'large' };
  expect(await all('virtual_machines')).toMatchObject([after]);
});

test('a machine that is gone keeps the words that somebody writes while the reading is applied', async () => {
  await database.db.query(machine);
  await database.db.query('DELETE FROM inventory_read_machines');
  const edit = `UPDATE virtual_machines SET name = 'shop-web', identifier = 'shop-two'`;
  expect(await meanwhile(edit, machines)).toMatchObject({ terminated: 1 });
  const after = { state: 'terminated', name: 'shop-web', identifier: 'shop-two' };
  expect(await all('virtual_machines')).toMatchObject([after]);
});
