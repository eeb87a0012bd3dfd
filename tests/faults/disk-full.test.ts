import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { errorCode } from '#server/platform/base/start-error.ts';
import { contradictions, Ledger, prepareLoad, sendAgain, startWriters } from './load.ts';
import { apiOf, databaseOf, newToken, startServer } from './portal-process.ts';

/** Enough for a portal with some data. */
const SIZE = '160m';
/** Too small for PostgreSQL's own files, and for the portal's database beside them. */
const TOO_SMALL = ['8m', '40m'];
const PIECE = Buffer.alloc(64 * 1024);

/** A disk of its own, small enough to be filled; null where this user may not make one. */
function mountSmallDisk(size = SIZE): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'skyledger-disk-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status !== 0) {
    rmSync(folder, { recursive: true });
    return null;
  }
  chmodSync(folder, 0o755);
  return folder;
}

function unmount(folder: string): void {
  spawnSync('umount', ['--lazy', folder]);
  rmSync(folder, { recursive: true, force: true });
}

function fillUp(file: string): void {
  expect(() => {
    for (;;) appendFileSync(file, PIECE);
  }).toThrow(expect.toSatisfy((error) => errorCode(error) === 'ENOSPC'));
}

function canMount(): boolean {
  const folder = mountSmallDisk();
  if (folder) unmount(folder);
  return folder !== null;
}

const possible = canMount();
const reason = possible ? '' : ' (skipped: only root on Linux may mount a small disk)';

it.skipIf(!possible)(
  `a full disk is told with 507, leaves nothing half written, lets people read, and is over when there is space${reason}`,
  { timeout: 120_000 },
  async () => {
    const folder = mountSmallDisk() ?? '';
    onTestFinished(() => unmount(folder));
    const dataDir = path.join(folder, 'data');
    const portal = await startServer({ DATA_DIR: dataDir });
    const db = databaseOf(dataDir);
    const api = apiOf(portal, await newToken(db));
    const ledger = new Ledger();
    await prepareLoad(api, ledger);

    const ballast = path.join(folder, 'ballast');
    fillUp(ballast);
    const writers = startWriters(() => api, ledger);
    const isToldOften = () => ledger.refusals.filter(({ status }) => status === 507).length > 20;
    await expect.poll(isToldOften, { timeout: 20_000 }).toBe(true);
    for (let n = 0; n < 10; n += 1) {
      expect((await api.get('/cost_centers?page=1&per_page=25')).status).toBe(200);
      expect((await api.get(`/companies/${ledger.companyId}/history`)).status).toBe(200);
    }
    expect(ledger.refusals.filter(({ status }) => status !== 507 && status !== 503)).toEqual([]);

    rmSync(ballast);
    const before = ledger.acknowledged;
    await expect.poll(() => ledger.acknowledged, { timeout: 10_000 }).toBeGreaterThan(before + 10);
    await writers.stop();
    await pause(200);
    expect(await contradictions(db, ledger)).toEqual([]);
    await sendAgain(api, ledger);
    expect(await contradictions(db, ledger)).toEqual([]);
    expect(await portal.stop()).toBe(0);
  },
);

it.skipIf(!possible).for(TOO_SMALL)(
  `a first start on a disk of %s says in one sentence that there is no space, and leaves no process${reason}`,
  async (size) => {
    const folder = mountSmallDisk(size) ?? '';
    onTestFinished(() => unmount(folder));
    const dataDir = path.join(folder, 'data');
    const refusal = await startServer({
      DATA_DIR: dataDir,
      NODE_ENV: 'development',
      LOG_LEVEL: 'error',
    }).then(
      ({ pid }) => `It started as process ${pid}.`,
      (error: Error) => error.message,
    );
    expect(refusal).toBe(
      `It ended with 1 before it was ready: There is no space left for the database in ${dataDir}/postgres. ` +
        'Free some, or set DATA_DIR to another folder.\n',
    );
    expect(existsSync(path.join(dataDir, 'running.json'))).toBe(false);
    expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  },
);

it.skipIf(!possible)(
  `a later start on a disk that is full says in one sentence that there is no space${reason}`,
  async () => {
    const folder = mountSmallDisk() ?? '';
    onTestFinished(() => unmount(folder));
    const dataDir = path.join(folder, 'data');
    expect(await (await startServer({ DATA_DIR: dataDir })).stop()).toBe(0);
    const ballast = path.join(folder, 'ballast');
    fillUp(ballast);
    await expect(startServer({ DATA_DIR: dataDir })).rejects.toThrow(
      `It ended with 1 before it was ready: The data folder ${dataDir} has no space left. Free some,`,
    );
    rmSync(ballast);
    expect(await (await startServer({ DATA_DIR: dataDir })).stop()).toBe(0);
  },
);
