import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import type { HistoryEntry } from '#kernel/history.ts';
import { projectRoot } from '#server/platform/config/config.ts';
import { readMigrations } from '#server/platform/database/migrations.ts';
import type { Row } from '#tests/support/api.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { columnsOf, earlierDatabase, rowsOf } from './earlier-database.ts';
import { apiOf, newDataDir, startServer } from './portal-process.ts';

/** Of the first release: its last migration, and the credentials of somebody who worked with it. */
const FIRST = '0003';
const TOKEN = 'skt_I7mBVZza62EIb5WWy2wg9C2HQ7NjnH32x9mkabnHKRE';
const SESSION = {
  'access-token': 'sks_DhhyqPI7TNZQgKVEeQvbyw6sc0VLImw1qeHsgTkk7f0',
  client: 'first-release-browser',
  uid: 'ada.lovelace@example.com',
  'token-type': 'Bearer',
};

const settingsFor = ({ connectionString }: TestDatabase) => ({
  DATABASE_URL: connectionString,
  DATA_DIR: newDataDir(),
});

/** What the portal takes away by itself once its time is over, and an older fixture's has come. */
const ENDS_BY_THE_CLOCK = ['sessions', 'idempotency_keys', 'sign_in_assertions'];

it.each([
  ['the first release', FIRST, [], []],
  [
    'the release that brought mail and jobs',
    '0011',
    ENDS_BY_THE_CLOCK,
    ['sign_in_handoffs', 'sign_in_requests'],
  ],
])(
  'each row of each table that %s wrote is as it was after the upgrade, and a second start changes nothing',
  { timeout: 600_000 },
  async (_, last, ended, withoutRows) => {
    const database = await earlierDatabase(last);
    const columns = await columnsOf(database);
    columns.delete('schema_migrations');
    for (const table of ended) columns.delete(table);
    const before = await rowsOf(database, columns);
    // The fixture has a row of each table, whichever there were.
    const empty = [...before].filter(([, rows]) => rows.length === 0).map(([table]) => table);
    expect(empty).toEqual(withoutRows);

    const settings = settingsFor(database);
    const first = await startServer(settings);
    expect(await first.stop()).toBe(0);
    expect(await rowsOf(database, columns)).toEqual(before);
    const everyTable = await columnsOf(database);
    expect(everyTable.size).toBeGreaterThan(columns.size + 20);
    const upgraded = await rowsOf(database, everyTable);

    const second = await startServer(settings);
    expect(await second.stop()).toBe(0);
    expect(await rowsOf(database, everyTable)).toEqual(upgraded);
  },
);

it('the portal serves what the first release wrote, and goes on with it', { timeout: 300_000 }, async () => {
  const database = await earlierDatabase(FIRST);
  const portal = await startServer(settingsFor(database));
  const api = apiOf(portal, { authorization: `Bearer ${TOKEN}` });

  for (const table of ['business_units', 'departments', 'companies', 'cloud_contacts', 'cost_centers']) {
    const { rows } = await database.db.query<{ row: Row }>(
      `SELECT to_jsonb(t) - ARRAY['search', 'created_at', 'updated_at'] AS row FROM ${table} t ORDER BY id`,
    );
    const { body } = await api.get<Row[]>(`/${table}?sort=id`);
    expect(body.data, table).toMatchObject(rows.map(({ row }) => row));
    for (const { row } of rows) {
      const history = await api.get<HistoryEntry[]>(`/${table}/${row.id}/history`);
      const lines = await database.db.query<{ action: string }>(
        `SELECT action FROM record_history WHERE resource = $1 AND record_id = $2 ORDER BY id DESC`,
        [table, row.id],
      );
      expect(history.body.data.map(({ action }) => action)).toEqual(lines.rows.map(({ action }) => action));
    }
  }
  const activity = await api.get<{ by_email: string }[]>('/activity');
  expect([activity.status, activity.body.data.length > 0]).toEqual([200, true]);

  // A page that was open all the time goes on with its session.
  const browser = apiOf(portal, SESSION);
  const named = await browser.get<Row[]>(`/departments?q=${encodeURIComponent('back\\slash')}`);
  expect(named.body.data).toMatchObject([{ name: 'back\\slash "quoted"', abbreviation: '\\N' }]);
  const removed = await browser.post('/cost_centers/4/restore');
  expect([removed.status, removed.body.data]).toMatchObject([200, { id: 4, identifier: 'taken away' }]);

  // A request whose answer was lost in the upgrade counts once: its key is known, though bodies are hashed otherwise now.
  const { row } = (
    await database.db.query<{ row: Row }>(`SELECT to_jsonb(t) AS row FROM cost_centers t WHERE id = 2`)
  ).rows[0] ?? { row: null };
  const again = await api.post(
    '/cost_centers',
    { ...row, identifier: 'sent again' },
    { 'idempotency-key': '3f1e6c0a-first-release' },
  );
  expect([again.status, again.body.error]).toEqual([
    422,
    'This Idempotency-Key was used for another request. Use a new one.',
  ]);
  expect((await api.get('/cost_centers?page=1')).body.meta.total).toBe(4);
  const made = await api.post('/companies', { code: 'newest' });
  expect([made.status, made.body.data.id]).toEqual([201, 3]);
  expect(await portal.stop()).toBe(0);
});

it(
  'a migration that was edited after it was applied stops the start, which changes nothing',
  { timeout: 600_000 },
  async () => {
    const database = await earlierDatabase(FIRST);
    await database.db.query(`UPDATE schema_migrations SET checksum = md5('') WHERE name LIKE '0002%'`);
    await expect(startServer(settingsFor(database))).rejects.toThrow(
      'migrations/0002_reference_data.sql was changed after it was applied. Restore it',
    );
    expect((await database.db.query('SELECT name FROM schema_migrations')).rows).toHaveLength(3);
  },
);

it(
  'an upgrade of the first release that is killed in its middle is completed by the next start, with every row',
  { timeout: 600_000 },
  async () => {
    const database = await earlierDatabase(FIRST);
    const columns = await columnsOf(database);
    columns.delete('schema_migrations');
    const before = await rowsOf(database, columns);
    // The migration has done its work and waits, in its transaction, until whoever holds this number lets it go on.
    await database.db.query(`
      CREATE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END $$;
      CREATE TRIGGER wait_here BEFORE INSERT ON schema_migrations FOR EACH ROW
        WHEN (NEW.name LIKE '0063%') EXECUTE FUNCTION wait_here();`);
    const holder = new pg.Client({ connectionString: database.connectionString });
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock(4711)');
    const settings = settingsFor(database);
    const child = spawn(process.execPath, [path.join(projectRoot, 'src/server/main.ts')], {
      env: { PATH: process.env['PATH'], PORT: '0', NODE_ENV: 'test', ...settings },
      stdio: 'ignore',
    });
    const waits = async () =>
      (
        await database.db.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
             AND application_name = 'skyledger migrations' AND wait_event = 'advisory'`,
        )
      ).rowCount;
    await expect.poll(waits, { timeout: 120_000 }).toBe(1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await holder.end();
    const applied = async () =>
      (await database.db.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY 1')).rows.map(
        ({ name }) => name,
      );
    await database.db.query('DROP FUNCTION wait_here CASCADE');
    const half = await applied();
    expect(half.at(-1)?.slice(0, 4)).toBe('0060');
    expect((await database.db.query(`SELECT to_regclass('billing_runs') AS made`)).rows).toEqual([
      { made: null },
    ]);

    const portal = await startServer(settings);
    expect(await portal.stop()).toBe(0);
    expect(await applied()).toEqual(readMigrations().map(({ name }) => name));
    expect(await rowsOf(database, columns)).toEqual(before);
  },
);
