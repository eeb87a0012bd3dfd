import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';
import { migrate, readMigrations } from '#server/platform/database/migrations.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { newDataDir, startServer } from './portal-process.ts';
import { childEnvironment } from '#tests/support/child-environment.ts';

async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase({ migrated: false });
  onTestFinished(() => database.drop());
  return database;
}

async function count({ db }: TestDatabase, what: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`);
  return rows[0]?.n ?? -1;
}

it(
  'a migration that is killed in its middle is undone, and done whole by the next start',
  { timeout: 600_000 },
  async () => {
    const database = await newDatabase();
    const folder = path.join(newDataDir(), 'migrations');
    mkdirSync(folder);
    writeFileSync(path.join(folder, '0001_first.sql'), 'CREATE TABLE slow AS SELECT 1 AS n');
    writeFileSync(
      path.join(folder, '0002_second.sql'),
      'CREATE TABLE half (n int); INSERT INTO half VALUES (1); SELECT pg_sleep(2) FROM slow; CREATE TABLE other_half (n int)',
    );
    const module = pathToFileURL(path.join(projectRoot, 'src/server/platform/database/migrations.ts')).href;
    const program = `import { migrate } from ${JSON.stringify(module)}; await migrate(process.argv[1], process.argv[2]);`;
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', program, database.connectionString, folder],
      { stdio: 'ignore' },
    );
    const sleeps = async () =>
      count(database, `pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`);
    await expect.poll(sleeps, { timeout: 120_000, interval: 20 }).toBe(1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await count(database, `pg_tables WHERE tablename IN ('half', 'other_half')`)).toBe(0);

    expect(await migrate(database.connectionString, folder)).toEqual(['0002_second.sql']);
    expect(await count(database, 'half')).toBe(1);
    expect(await count(database, 'other_half')).toBe(0);
  },
);

it(
  'a portal that is killed while it makes its schema makes it whole at the next start',
  { timeout: 600_000 },
  async () => {
    const database = await newDatabase();
    const settings = { DATABASE_URL: database.connectionString, DATA_DIR: newDataDir() };
    const [first] = readMigrations();
    const folder = path.join(newDataDir(), 'migrations');
    mkdirSync(folder);
    writeFileSync(path.join(folder, first?.name ?? ''), first?.text ?? '');
    expect(await migrate(database.connectionString, folder)).toEqual([first?.name]);
    // The second one does all of its work, and then waits to be noted down.
    const holder = new pg.Client({ connectionString: database.connectionString });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE schema_migrations IN SHARE MODE');
    const child = spawn(process.execPath, [path.join(projectRoot, 'src/server/main.ts')], {
      env: { ...childEnvironment(), PORT: '0', ...settings },
      stdio: 'ignore',
    });
    const waits = async () =>
      count(
        database,
        `pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name = 'skyledger migrations'`,
      );
    await expect.poll(waits, { timeout: 120_000, interval: 20 }).toBe(1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await holder.query('ROLLBACK');
    await holder.end();
    expect(await count(database, 'schema_migrations')).toBe(1);

    const second = await startServer(settings);
    expect(await count(database, 'schema_migrations')).toBe(readMigrations().length);
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  },
);
