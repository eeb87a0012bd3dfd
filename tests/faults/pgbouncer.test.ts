import { expect, it, onTestFinished } from 'vitest';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { HeavyWork } from '#server/platform/database/heavy-work.ts';
import { skyledger } from '#tests/support/command-line.ts';
import { openEventStream } from '#tests/support/event-stream.ts';
import { programProblem } from '../../scripts/gate/programs.mjs';
import { contradictions, Ledger, prepareLoad, startWriters } from './load.ts';
import { startOwnPostgres } from './own-postgres.ts';
import { startPgbouncer } from './pgbouncer.ts';
import { apiOf, newDataDir, newToken, startServer } from './portal-process.ts';

const SOON = { timeout: 120_000 };

const problem = programProblem('pgbouncer');
const reason = problem ? ` (skipped: ${problem})` : '';

function openAt(connectionString: string): Database {
  const db = openDatabase({ connectionString, poolSize: 3 });
  onTestFinished(() => db.close());
  return db;
}

it.skipIf(problem !== null)(
  `works through a PgBouncer that pools by session, and comes back when the database behind it does${reason}`,
  { timeout: 600_000 },
  async () => {
    const postgres = await startOwnPostgres();
    const db = openAt(postgres.connectionString);
    const address = await startPgbouncer(postgres.connectionString, 'session');
    const portal = await startServer({
      DATA_DIR: newDataDir(),
      DATABASE_URL: address,
      DB_WAIT_SECONDS: '60',
    });
    const token = await newToken(db);
    const api = apiOf(portal, token);
    const stream = await openEventStream(portal.url, token);
    const ledger = new Ledger();
    await prepareLoad(api, ledger);
    const writers = startWriters(() => api, ledger);
    await expect.poll(() => ledger.acknowledged, SOON).toBeGreaterThan(50);
    expect((await api.post('/cost_centers/send_report', { email: true })).status).toBe(202);
    await expect.poll(() => stream.events.map(({ event }) => event), SOON).toContain('changed');
    const jobs = async () => (await db.query('SELECT state FROM jobs')).rows;
    await expect.poll(jobs, SOON).toEqual([{ state: 'done' }]);
    expect(ledger.refusals).toEqual([]);

    await postgres.stop();
    await expect.poll(() => ledger.refusals.length, SOON).toBeGreaterThan(10);
    await postgres.startAgain();
    const before = ledger.acknowledged;
    await expect.poll(() => ledger.acknowledged, SOON).toBeGreaterThan(before + 20);
    await writers.stop();
    const disorderly = ledger.refusals.filter(({ status, retryAfter }) => status !== 503 || !retryAfter);
    expect(disorderly).toEqual([]);
    expect(await contradictions(db, ledger)).toEqual([]);
    expect(await portal.stop()).toBe(0);
  },
);

it.skipIf(problem !== null)(
  `ends what nobody waits for any more through a PgBouncer, which tells made-up numbers of processes${reason}`,
  { timeout: 600_000 },
  async () => {
    const { connectionString } = await startOwnPostgres();
    const db = openAt(connectionString);
    const through = openAt(await startPgbouncer(connectionString, 'session'));
    const gone = new AbortController();
    const sleeping = async () =>
      (await db.query(`SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'`)).rowCount;
    const work = new HeavyWork(gone.signal).run(() => through.query('SELECT pg_sleep(50)'));
    const outcome = work.catch((error: unknown) => error);
    await expect.poll(sleeping).toBe(1);
    gone.abort();
    expect(await outcome).toMatchObject({ status: 503, cause: { code: '57014' } });
    expect(await sleeping()).toBe(0);
  },
);

it.skipIf(problem !== null)(
  `is told by the doctor that a PgBouncer pools by transaction, and not that one pools by session${reason}`,
  { timeout: 600_000 },
  async () => {
    const { connectionString } = await startOwnPostgres();
    const examine = async (mode: 'session' | 'transaction') =>
      skyledger(
        { DATA_DIR: newDataDir(), DATABASE_URL: await startPgbouncer(connectionString, mode) },
        'doctor',
      );
    const told = await examine('transaction');
    expect(told.output).toMatch(/FAILED +pooler +A pooler shares connections between transactions/);
    expect(told.code).toBe(1);
    const healthy = await examine('session');
    expect(healthy.output).not.toContain('pooler');
    expect(healthy.code).toBe(0);
  },
);
