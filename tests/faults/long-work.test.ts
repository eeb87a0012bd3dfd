import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { to as copyTo } from 'pg-copy-streams';
import { expect, it, onTestFinished } from 'vitest';
import { LONG, longWork } from '#server/platform/database/limits.ts';
import { openDatabase, type Database, type DatabaseOptions } from '#server/platform/database/database.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { freezeDatabase } from '#tests/support/postgres-processes.ts';
import { startOwnPostgres } from './own-postgres.ts';
import { apiOf, databaseOf, startedDataDir, newToken, startServer } from './portal-process.ts';
import { reachOverNetwork } from './unplugged.ts';

/** Twice as long as requests are kept waiting. */
const STARVED_MS = 9000;
const ROWS = 3000;

function openFor(options: Pick<DatabaseOptions, 'connectionString' | 'limits'>): Database {
  const db = openDatabase({ ...options, poolSize: 4 });
  onTestFinished(() => db.close());
  return db;
}

/** A table of so many rows, each of which takes 20 ms to come. */
const slowCopy = (db: Database, rows: number): Promise<string[]> =>
  db.transaction(async (tx) => {
    const source = `SELECT n FROM generate_series(1, ${rows}) n, LATERAL (SELECT pg_sleep(0.02 + 0 * n)) slow`;
    const chunks: string[] = [];
    for await (const chunk of tx.query(copyTo(`COPY (${source}) TO STDOUT`))) chunks.push(String(chunk));
    return chunks.join('').trim().split('\n');
  });

/** The status of a refusal. */
async function refusalOf(asked: Promise<unknown>): Promise<unknown> {
  const error: unknown = await asked.then(
    () => null,
    (caught: unknown) => caught,
  );
  return error instanceof Error && 'status' in error ? error.status : error;
}

it.skipIf(process.platform !== 'linux')(
  'a COPY outlives a database that is stopped for a while, whose requests are refused',
  { timeout: 600_000 },
  async () => {
    const { connectionString, dataDir } = await startOwnPostgres();
    const db = openFor({ connectionString });
    await db.query('SELECT 1');
    const copied = longWork(() => slowCopy(db, 200));
    const held = refusalOf(db.transaction((tx) => tx.query('SELECT pg_sleep(60)')));
    await pause(500);
    const thaw = freezeDatabase(dataDir);
    try {
      expect(await refusalOf(db.query('SELECT 1'))).toBe(503);
      expect(await held).toBe(503);
      await pause(STARVED_MS);
    } finally {
      thaw();
    }
    expect(await copied).toHaveLength(200);
    await expect.poll(() => db.query('SELECT 1').catch(() => null)).not.toBeNull();
  },
);

it.skipIf(process.platform !== 'linux')(
  'an import, a file and a report go on where a starved database left them, while requests get 503',
  { timeout: 600_000 },
  async () => {
    const dataDir = await startedDataDir();
    const portal = await startServer({ DATA_DIR: dataDir });
    const db = databaseOf(dataDir);
    const token = await newToken(db);
    const api = apiOf(portal, token);
    await db.query(
      `INSERT INTO cost_centers (identifier, company_code, companies_id, cloud_contact_id, active_at, approved)
       SELECT 'starved ' || n, '01', 1, 1, '2026-01-01', true FROM generate_series(1, 20000) n`,
    );
    const data = Array.from({ length: ROWS }, (_, n) => ({
      identifier: `imported ${n}`,
      companies_code: '1000',
      cloud_contact_email: 'long.work@example.com',
    }));
    expect((await api.post('/cloud_contacts', { email: 'long.work@example.com' })).status).toBe(201);
    const report = await api.post<{ job: { id: string } }>('/cost_centers/send_report', {
      email: true,
      send_to: 'load@example.com',
    });
    const file = await fetch(`${portal.url}/api/cost_centers.csv`, { headers: token });
    const imported = api.post('/cost_centers/import_json', { data });
    await expect.poll(() => isBusy(db), { interval: 5 }).toBe(true);
    const thaw = freezeDatabase(dataDir);
    try {
      expect((await api.get('/companies')).status).toBe(503);
      await pause(STARVED_MS);
    } finally {
      thaw();
    }
    expect(await imported).toMatchObject({ status: 201, body: { data: { created: ROWS } } });
    const text = await file.text();
    expect(text.match(/^starved /gm) ?? text.slice(0, 300)).toHaveLength(20_000);
    const job = await followJob(api, report.body.data.job.id);
    expect(job).toMatchObject({ state: 'done', error: null });
    const { rows } = await db.query('SELECT count(*)::integer AS mails FROM outbox');
    expect(rows).toEqual([{ mails: 1 }]);
    expect(portal.output()).toContain('the database answers again');
  },
);

it('long work is given up too when its patience is over', async () => {
  const { connectionString, dataDir } = await startOwnPostgres();
  const db = openFor({ connectionString, limits: { long: { ...LONG, silence: 2000 } } });
  const copied = refusalOf(longWork(() => slowCopy(db, 500)));
  await pause(500);
  const thaw = freezeDatabase(dataDir);
  expect(await copied).toBe(503);
  thaw();
});

const network = process.platform === 'linux' && spawnSync('ip', ['netns', 'list']).status === 0;
const reason =
  network && process.getuid?.() === 0 ? '' : ' (skipped: only root on Linux may unplug a network)';

it.skipIf(reason !== '')(
  `a machine that loses its power is noticed, by requests first, and by long work when its patience is over${reason}`,
  { timeout: 600_000 },
  async () => {
    const postgres = await startOwnPostgres();
    const { connectionString, unplug } = await reachOverNetwork(postgres.connectionString);
    const db = openFor({ connectionString, limits: { long: { ...LONG, silence: 3000 } } });
    await db.query('SELECT 1');
    const copied = refusalOf(longWork(() => slowCopy(db, 1000)));
    const held = refusalOf(db.query('SELECT pg_sleep(60)'));
    await pause(500);
    unplug();
    expect(await refusalOf(db.query('SELECT 1'))).toBe(503);
    expect(await held).toBe(503);
    expect(await refusalOf(db.query('SELECT 1'))).toBe(503);
    expect(await copied).toBe(503);
  },
);

/** Whether an import has begun to write. */
async function isBusy(db: Database): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT 1 FROM pg_stat_activity WHERE application_name = 'skyledger' AND state <> 'idle'
       AND query LIKE 'INSERT INTO "cost_centers"%' AND pid <> pg_backend_pid()`,
  );
  return rowCount !== 0;
}
