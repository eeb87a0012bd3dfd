import { expect, it } from 'vitest';
import { openDatabase } from '#server/platform/database/database.ts';
import { freezeDatabase, postmasterOf } from '#tests/support/postgres-processes.ts';
import { contradictions, Ledger, prepareLoad, sendAgain, startWriters } from './load.ts';
import { startOwnPostgres } from './own-postgres.ts';
import {
  apiOf,
  databaseOf,
  newDataDir,
  startedDataDir,
  newToken,
  startServer,
  type PortalProcess,
} from './portal-process.ts';

const statusOf = async (portal: PortalProcess, path: string) => (await fetch(portal.url + path)).status;

/** Refused with 503 and Retry-After; nothing else was answered. */
function expectOrderlyRefusals({ refusals }: Ledger): void {
  expect(refusals.length).toBeGreaterThan(0);
  expect(refusals.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([]);
}

it(
  'answers 503 while its database is stopped under load, and goes on by itself afterwards',
  { timeout: 600_000 },
  async () => {
    const postgres = await startOwnPostgres();
    const { connectionString } = postgres;
    const portal = await startServer({ DATA_DIR: newDataDir(), DATABASE_URL: connectionString });
    const db = openDatabase({ connectionString, poolSize: 2 });
    const api = apiOf(portal, await newToken(db));
    const ledger = new Ledger();
    await prepareLoad(api, ledger);
    const writers = startWriters(() => api, ledger);
    await expect.poll(() => ledger.acknowledged).toBeGreaterThan(20);
    await postgres.stop();
    expect(await statusOf(portal, '/readyz')).toBe(503);
    expect(await statusOf(portal, '/healthz')).toBe(200);
    expect(await (await fetch(`${portal.url}/metrics`)).text()).toContain('database_up 0');
    await expect.poll(() => ledger.refusals.length).toBeGreaterThan(10);
    await postgres.startAgain();
    const before = ledger.acknowledged;
    await expect.poll(() => ledger.acknowledged, { timeout: 120_000 }).toBeGreaterThan(before + 5);
    await writers.stop();
    expectOrderlyRefusals(ledger);
    expect(await contradictions(db, ledger)).toEqual([]);
    await sendAgain(api, ledger);
    expect(await contradictions(db, ledger)).toEqual([]);
    await db.close();
    expect(await portal.stop()).toBe(0);
  },
);

it(
  'starts its own database again when that is killed under load, and loses nothing',
  { timeout: 600_000 },
  async () => {
    const dataDir = await startedDataDir();
    const portal = await startServer({ DATA_DIR: dataDir });
    const db = databaseOf(dataDir);
    const api = apiOf(portal, await newToken(db));
    const ledger = new Ledger();
    await prepareLoad(api, ledger);
    const writers = startWriters(() => api, ledger);
    await expect.poll(() => ledger.acknowledged).toBeGreaterThan(20);
    process.kill(postmasterOf(dataDir), 'SIGKILL');
    await expect.poll(() => ledger.refusals.length, { timeout: 120_000 }).toBeGreaterThan(0);
    const before = ledger.acknowledged;
    await expect.poll(() => ledger.acknowledged, { timeout: 120_000 }).toBeGreaterThan(before + 5);
    await writers.stop();
    expectOrderlyRefusals(ledger);
    await sendAgain(api, ledger);
    expect(await contradictions(db, ledger)).toEqual([]);
    expect(portal.output()).toContain('the embedded PostgreSQL ended and is started again');
  },
);

it.skipIf(process.platform !== 'linux')(
  'answers 503 when its database takes connections and answers nothing, and goes on when it does',
  { timeout: 600_000 },
  async () => {
    const dataDir = await startedDataDir();
    const portal = await startServer({ DATA_DIR: dataDir });
    const db = databaseOf(dataDir);
    const api = apiOf(portal, await newToken(db));
    const ledger = new Ledger();
    await prepareLoad(api, ledger);
    const writers = startWriters(() => api, ledger);
    await expect.poll(() => ledger.acknowledged).toBeGreaterThan(20);
    const thaw = freezeDatabase(dataDir);
    try {
      await expect.poll(() => ledger.refusals.length).toBeGreaterThan(5);
      expect(await statusOf(portal, '/readyz')).toBe(503);
      expect(await statusOf(portal, '/healthz')).toBe(200);
    } finally {
      thaw();
    }
    const before = ledger.acknowledged;
    await expect.poll(() => ledger.acknowledged, { timeout: 120_000 }).toBeGreaterThan(before + 5);
    await writers.stop();
    expectOrderlyRefusals(ledger);
    expect(await contradictions(db, ledger)).toEqual([]);
    await sendAgain(api, ledger);
    expect(await contradictions(db, ledger)).toEqual([]);
    for (const sentence of ['the database does not answer', 'the database answers again'])
      expect(portal.output()).toContain(sentence);
  },
);
