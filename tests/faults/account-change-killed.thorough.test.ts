import { expect, it, onTestFinished } from 'vitest';
import { ageHeartbeats } from '#tests/support/age-heartbeats.ts';
import { changesOf } from '#tests/support/factory/change.ts';
import { factoryDesk, fillEstate } from '#tests/support/factory/desk.ts';
import { keepAccount, livingAws, livingAzure, livingGcp } from '#tests/support/factory/life.ts';
import { apiOf, databaseOf, newToken, startedDataDir, startServer } from './portal-process.ts';

/** What was moved before the kill is found and kept; the record is changed once. */
it.each(
  [livingAws(), livingAzure(), livingGcp()].flatMap((cloud) => [
    { cloud, fault: 'held-before' as const },
    { cloud, fault: 'held-after' as const },
  ]),
)(
  '$cloud.cloud: killed while its move is $fault, an account is moved once',
  { timeout: 600_000 },
  async ({ cloud, fault }) => {
    const simulator = await cloud.start();
    onTestFinished(simulator.close);
    const settings = { DATA_DIR: await startedDataDir(), ...simulator.settings };
    let portal = await startServer(settings);
    const db = databaseOf(settings.DATA_DIR);
    const token = await newToken(db);
    await fillEstate(db);
    const id = await keepAccount(db, cloud, 0);
    simulator.faults.plan(cloud.moves, fault);
    const moved = await changesOf(apiOf(portal, token)).ask(id, 'move', { place: cloud.target });
    await simulator.faults.held(1);
    await portal.kill();
    await ageHeartbeats(db);
    simulator.faults.clear();

    portal = await startServer(settings);
    expect(await factoryDesk(apiOf(portal, token)).over(moved)).toMatchObject({ state: 'done', error: null });
    expect(cloud.placeOf(cloud.account(0))).toBe(cloud.target.split(' / ').at(-1));
    // Its database listens elsewhere since.
    const { rows } = await databaseOf(settings.DATA_DIR).query(
      `SELECT p.place, (SELECT count(*)::integer FROM record_history h WHERE h.resource = 'cloud_parents' AND h.record_id = p.id
         AND h.action = 'update') AS changes FROM cloud_parents p WHERE p.id = $1`,
      [id],
    );
    expect(rows).toEqual([{ place: cloud.target, changes: 1 }]);
  },
);
