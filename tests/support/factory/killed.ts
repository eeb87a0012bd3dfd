import { expect, it, onTestFinished } from 'vitest';
import type { Fault } from '#simulators/faults/faults.ts';
import { apiOf, databaseOf, startedDataDir, newToken, startServer } from '#tests/faults/portal-process.ts';
import { ageHeartbeats } from '#tests/support/age-heartbeats.ts';
import { addBaseline } from './baselines.ts';
import { testClouds, type TestCloud } from './clouds.ts';
import { factoryDesk, fillEstate } from './desk.ts';

const HELD: readonly Fault[] = ['held-before', 'held-after'];

/**
 * The portal is killed while a call of each step is under way, before or after the cloud has done what it was told: each
 * request waits in another step.
 * @param withBudgets whether each asks for a budget, too
 * @param withBaselines whether each names a template whose baseline gives two groups access, and brings what else the cloud has
 */
export function describeKilled(
  name: TestCloud['cloud'],
  operations: readonly string[],
  { withBudgets = false, withBaselines = false } = {},
): void {
  const cloud = testClouds.find((one) => one.cloud === name);
  if (!cloud) throw new Error(`There is no cloud ${name}.`);
  it.each(HELD)(
    `${cloud.kind}: killed with calls that are %s, each request is made once`,
    { timeout: 600_000 },
    async (fault) => {
      const simulator = await cloud.start();
      onTestFinished(simulator.close);
      const settings = { DATA_DIR: await startedDataDir(), ...simulator.settings };
      let portal = await startServer(settings);
      let db = databaseOf(settings.DATA_DIR);
      const token = await newToken(db);
      await fillEstate(db);
      let desk = factoryDesk(apiOf(portal, token));
      for (const operation of operations) simulator.faults.plan(operation, fault);
      const names = operations.map((_, at) => `killed-${at}-of-${name}`);
      const ids: number[] = [];
      const more = {
        ...(withBudgets && cloud.budget('100', 'USD', '80')),
        ...(withBaselines &&
          (await addBaseline(db, cloud, { access: cloud.access, ...cloud.brings, required: true }))),
      };
      for (const one of names) ids.push((await desk.ask(cloud, one, more)).id);
      await simulator.faults.held(operations.length);
      await portal.kill();
      await ageHeartbeats(db);
      simulator.faults.clear();

      portal = await startServer(settings);
      db = databaseOf(settings.DATA_DIR);
      desk = factoryDesk(apiOf(portal, token));
      for (const id of ids) {
        const done = await desk.over(id);
        expect(done).toMatchObject({ state: 'done', error: null });
        const given = withBaselines ? cloud.access : [];
        expect(simulator.access?.(String(done.identifier))).toEqual(given);
        if (!withBudgets) continue;
        expect(simulator.budgets?.().filter((account) => account === done.identifier)).toHaveLength(1);
        const { rowCount } = await db.query('SELECT 1 FROM budgets WHERE account = $1', [done.identifier]);
        expect(rowCount).toBe(1);
      }
      for (const one of names) expect(simulator.made().filter((made) => made === one)).toEqual([one]);
    },
  );
}
