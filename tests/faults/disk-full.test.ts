import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { endPauses } from '#tests/support/end-pauses.ts';
import { contradictions, Ledger, prepareLoad, sendAgain, startWriters } from './load.ts';
import { apiOf, databaseOf, newToken, startServer } from './portal-process.ts';
import { fillUp, mountSmallDisk, possible, reason, unmount } from './small-disk.ts';

/** Too small for PostgreSQL's own files, and for the portal's database beside them. */
const TOO_SMALL = ['8m', '40m'];
it.skipIf(!possible)(
  `a full disk is told with 507, leaves nothing half written, lets people read, and is over when there is space${reason}`,
  { timeout: 600_000 },
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
    await expect.poll(isToldOften, { timeout: 120_000 }).toBe(true);
    for (let n = 0; n < 10; n += 1) {
      expect((await api.get('/cost_centers?page=1&per_page=25')).status).toBe(200);
      expect((await api.get(`/companies/${ledger.companyId}/history`)).status).toBe(200);
    }
    expect(ledger.refusals.filter(({ status }) => status !== 507 && status !== 503)).toEqual([]);

    rmSync(ballast);
    const before = ledger.acknowledged;
    await expect.poll(() => ledger.acknowledged, { timeout: 120_000 }).toBeGreaterThan(before + 10);
    await writers.stop();
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
  { timeout: 600_000 },
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

it.skipIf(!possible)(
  `a bill that the disk of the portal has no space for fails with that, and is taken once there is some${reason}`,
  { timeout: 600_000 },
  async () => {
    const folder = mountSmallDisk() ?? '';
    onTestFinished(() => unmount(folder));
    const { connectionString, db, drop } = await createTestDatabase();
    onTestFinished(drop);
    const dataDir = path.join(folder, 'data');
    const portal = await startServer({ DATABASE_URL: connectionString, DATA_DIR: dataDir });
    const desk = billingDesk({ db, api: apiOf(portal, await newToken(db)) });
    const make = estate({ db });
    const companies_id = await make.company('1000');
    await make.costCenter('DF', { companies_id, cloud_contact_id: await make.contact('df@example.com') });
    await make.account('df', 'DF');

    const ballast = path.join(folder, 'ballast');
    fillUp(ballast);
    const file = azureMca([{ account: 'df', amount: '3', invoice: 'disk-full' }]);
    const { id } = (await desk.begin('azure', file)).body.data.billing_run;
    const state = async () => {
      await endPauses(db);
      return (await desk.read(id)).state;
    };
    await expect.poll(state, { timeout: 120_000, interval: 100 }).toBe('failed');
    expect(await desk.read(id)).toMatchObject({
      error: 'The disk is full, so nothing was saved. What is there can still be read.',
      steps: [{ name: 'Fetch the file', state: 'failed' }],
      totals: [],
    });
    expect(readdirSync(path.join(dataDir, 'billing', new URL(portal.url).port))).toEqual([]);
    rmSync(ballast);
    expect(await desk.run('azure', file)).toMatchObject({ state: 'ready', totals: [{ postings: '3.00' }] });
    expect(await portal.stop()).toBe(0);
  },
);
