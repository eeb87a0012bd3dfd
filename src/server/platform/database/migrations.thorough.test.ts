import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { migrate } from './migrations.ts';

let folder: string;
let database: TestDatabase;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'skyledger-migrations-'));
  database = await createTestDatabase({ migrated: false });
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

const write = (name: string, sql: string) => writeFileSync(path.join(folder, name), sql);
const run = () => migrate(database.connectionString, folder);

it('applies files in order, once', async () => {
  write('0002_second.sql', 'ALTER TABLE things ADD COLUMN name text;');
  write('0001_first.sql', 'CREATE TABLE things (id int);\nINSERT INTO things VALUES (1);');
  expect(await run()).toEqual(['0001_first.sql', '0002_second.sql']);
  expect(await run()).toEqual([]);
  expect((await database.db.query('SELECT * FROM things')).rows).toEqual([{ id: 1, name: null }]);
});

it('lets several processes that start at once take turns', async () => {
  write('0001_first.sql', 'CREATE TABLE things (id int); SELECT pg_sleep(0.1);');
  write('0002_second.sql', 'INSERT INTO things VALUES (1);');
  const done = await Promise.all([run(), run(), run()]);
  expect(done.flat().toSorted()).toEqual(['0001_first.sql', '0002_second.sql']);
  expect((await database.db.query('SELECT * FROM things')).rows).toHaveLength(1);
});

it('rolls a failing file back whole, names it, and completes once it is mended', async () => {
  write('0001_first.sql', 'CREATE TABLE things (id int);');
  write('0002_second.sql', 'INSERT INTO things VALUES (1); INSERT INTO nowhere VALUES (1);');
  await expect(run()).rejects.toThrow(/0002_second\.sql could not be applied and was rolled back: .*nowhere/);
  expect((await database.db.query('SELECT * FROM things')).rows).toEqual([]);
  write('0002_second.sql', 'INSERT INTO things VALUES (1);');
  expect(await run()).toEqual(['0002_second.sql']);
});

it('leaves whole files only when its connection is cut in the middle', async () => {
  write('0001_first.sql', 'CREATE TABLE things (id int); SELECT pg_sleep(30);');
  const running = run().catch((error: unknown) => error);
  const cut = async () => {
    const { rowCount } = await database.db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'skyledger migrations' AND query LIKE '%pg_sleep%'`,
    );
    return rowCount;
  };
  await expect.poll(cut, { timeout: 5000 }).toBe(1);
  expect(await running).toBeInstanceOf(Error);
  write('0001_first.sql', 'CREATE TABLE things (id int);');
  expect(await run()).toEqual(['0001_first.sql']);
});

it('keeps nobody waiting for a table that somebody else is reading for long', async () => {
  write('0001_first.sql', 'CREATE TABLE things (id int);');
  await run();
  const reading = Promise.withResolvers<void>();
  const holdsIt = Promise.withResolvers<void>();
  const reader = database.db.transaction(async (tx) => {
    await tx.query('SELECT * FROM things');
    holdsIt.resolve();
    await reading.promise;
  });
  await holdsIt.promise;
  write('0002_second.sql', 'ALTER TABLE things ADD COLUMN name text;');
  const waiting: string[] = [];
  const running = migrate(database.connectionString, folder, (name) => waiting.push(name));
  // Whoever waited for the migration would wait for the reader, who waits for this; none is refused either.
  while (waiting.length === 0) await database.db.query('SELECT * FROM things');
  reading.resolve();
  await reader;
  expect(await running).toEqual(['0002_second.sql']);
  expect(waiting).toEqual(['0002_second.sql']);
});

it('refuses a file that was changed after it was applied, but not one whose line ends were turned', async () => {
  write('0001_first.sql', 'CREATE TABLE things (id int);\n');
  await run();
  write('0001_first.sql', 'CREATE TABLE things (id int);\r\n');
  expect(await run()).toEqual([]);
  write('0001_first.sql', 'CREATE TABLE things (id bigint);\n');
  await expect(run()).rejects.toThrow(/0001_first\.sql was changed after it was applied/);
});

it('refuses a database that a newer version has migrated', async () => {
  write('0001_first.sql', 'SELECT 1;');
  write('0002_later.sql', 'SELECT 1;');
  await run();
  rmSync(path.join(folder, '0002_later.sql'));
  await expect(run()).rejects.toThrow(/made by a newer Skyledger \(0002_later\.sql\)/);
});

it('refuses names that leave the order open', async () => {
  write('0001_first.sql', 'SELECT 1;');
  write('0001_twin.sql', 'SELECT 1;');
  await expect(run()).rejects.toThrow(/Two migrations bear the number 0001/);
  rmSync(path.join(folder, '0001_twin.sql'));
  write('second.sql', 'SELECT 1;');
  await expect(run()).rejects.toThrow(/must be named like/);
});
