import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { postmasterOf } from '#tests/support/postgres-processes.ts';
import { contradictions, Ledger, prepareLoad, sendAgain, startWriters } from './load.ts';
import {
  apiOf,
  databaseOf,
  startedDataDir,
  newToken,
  startServer,
  type PortalProcess,
} from './portal-process.ts';

const ROUNDS = 5;

it(
  'keeps every acknowledged write once and every import whole, however often it is killed under load',
  { timeout: 600_000 },
  async () => {
    const dataDir = await startedDataDir();
    const ledger = new Ledger();
    let portal: PortalProcess = await startServer({ DATA_DIR: dataDir });
    const token = await newToken(databaseOf(dataDir));
    await prepareLoad(apiOf(portal, token), ledger);

    for (let round = 1; round <= ROUNDS; round += 1) {
      const before = { all: ledger.acknowledged, imports: ledger.imported.size };
      const api = apiOf(portal, token);
      const writers = startWriters(() => api, ledger);
      const isBusy = () => ledger.acknowledged > before.all + 15 && ledger.imported.size > before.imports;
      await expect.poll(isBusy, { timeout: 120_000, interval: 10 }).toBe(true);
      // Never the same moment: in some rounds in the middle of an import, in others just after one.
      await pause(round * 97);
      const postmaster = postmasterOf(dataDir);
      await portal.kill();
      // Every other time the database falls too, as it does when the machine loses power.
      if (round % 2 === 0) process.kill(postmaster, 'SIGKILL');
      await writers.stop();

      portal = await startServer({ DATA_DIR: dataDir });
      const db = databaseOf(dataDir);
      expect(await contradictions(db, ledger)).toEqual([]);
      await sendAgain(apiOf(portal, token), ledger);
      expect(await contradictions(db, ledger)).toEqual([]);
    }
    // Nothing but broken connections: whoever got an answer got a success, or was asked to come again by a busy machine.
    expect(ledger.refusals.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([]);
    expect(await portal.stop()).toBe(0);
  },
);
