import { copyFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { apiOf, newDataDir, newToken, startServer } from '#tests/faults/portal-process.ts';
import { emptyDatabase, everything, restore, withBackups } from '#tests/support/backups.ts';
import { skyledger } from '#tests/support/command-line.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { fillEveryTable } from '#tests/support/row-of-each-table.ts';
import { toldFolder, untoldIn } from '#tests/support/told-folder.ts';

const { backUp } = withBackups();

it('every table that the database has is full again after a backup is restored on an empty machine', async () => {
  const source = await createTestDatabase();
  onTestFinished(() => source.drop());
  await fillEveryTable(source.db);
  const before = await everything(source);
  const { file } = await backUp(source);
  expect([...before].filter(([name, rows]) => name.startsWith('public.') && rows.length === 0)).toEqual([]);
  expect(before.size).toBeGreaterThan(60);

  const target = await emptyDatabase();
  await restore(target, file);
  const after = await everything(target);
  for (const [name, rows] of before) expect(after.get(name), name).toEqual(rows);
  expect([...after.keys()]).toEqual([...before.keys()]);
});

it(
  'a portal goes on from its backup and what the guide says is kept apart, though its other files are gone',
  { timeout: 300_000 },
  async () => {
    const [from, to] = [newDataDir(), newDataDir()];
    const [source, target] = [await createTestDatabase(), await emptyDatabase()];
    onTestFinished(() => source.drop());
    const sync = { DIRECTORY_SYNC: '0 0 1 1 *' };
    const first = await startServer({ DATABASE_URL: source.connectionString, DATA_DIR: from, ...sync });
    const token = await newToken(source.db);
    const accounts = async (url: string) => (await apiOf({ url }, token).get('/cloud_parents?sort=id')).text;
    const people = async (url: string) =>
      (await apiOf({ url }, token).get('/ad_people?page=1')).body.meta.total;
    const atWork = async () =>
      (await source.db.query(`SELECT 1 FROM jobs WHERE state NOT IN ('done', 'failed')`)).rowCount;
    await expect.poll(() => people(first.url), { timeout: 60_000 }).toBeGreaterThan(50);
    await expect.poll(atWork, { timeout: 60_000 }).toBe(0);
    const before = [await accounts(first.url), await people(first.url)];
    expect(await first.stop()).toBe(0);
    expect(untoldIn(from)).toEqual([]);
    expect(readdirSync(from)).toEqual(expect.arrayContaining(['secret.key', 'simulators']));

    const file = path.join(to, 'backup.tgz');
    const settings = { DATABASE_URL: source.connectionString, DATA_DIR: from };
    expect(await skyledger(settings, 'backup', file)).toMatchObject({ code: 0 });
    for (const [name, backup] of toldFolder())
      if (backup === 'kept apart') copyFileSync(path.join(from, name), path.join(to, name));
    const moved = { DATABASE_URL: target.connectionString, DATA_DIR: to };
    expect((await skyledger(moved, 'restore', file)).output).toContain('It is restored.');
    const second = await startServer({ ...moved, ...sync });
    expect([await accounts(second.url), await people(second.url)]).toEqual(before);

    // The simulated directory begins with what the database knows, so a reading finds nobody gone.
    const asked = await apiOf(second, token).post('/ad/sync', {});
    expect(asked.status).toBe(202);
    const restoredWork = async () =>
      (await target.db.query(`SELECT 1 FROM jobs WHERE state NOT IN ('done', 'failed')`)).rowCount;
    await expect.poll(restoredWork, { timeout: 60_000 }).toBe(0);
    expect(await people(second.url)).toBe(before[1]);
    expect(await second.stop()).toBe(0);
  },
);
