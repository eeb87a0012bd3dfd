import { expect, it, onTestFinished } from 'vitest';
import { ageHeartbeats } from '#tests/support/age-heartbeats.ts';
import { factoryDesk, fillEstate } from '#tests/support/factory/desk.ts';
import { keepAccount, lifeOf, livingAws, livingGcp } from '#tests/support/factory/life.ts';
import { apiOf, databaseOf, newToken, startedDataDir, startServer } from './portal-process.ts';

/** What a release needs is kept before the first call: an account that was moved already is not taken for one that came from there. */
it.each([
  { cloud: livingAws(), fault: 'held-before' as const },
  { cloud: livingAws(), fault: 'held-after' as const },
  { cloud: livingGcp(), fault: 'held-after' as const },
])(
  '$cloud.cloud: killed while a freeze is $fault, it is frozen once and comes back to where it was',
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
    simulator.faults.plan(cloud.operations.freeze ?? '', fault);
    const frozen = await lifeOf(apiOf(portal, token)).ask(id, 'freeze');
    await simulator.faults.held(1);
    await portal.kill();
    await ageHeartbeats(db);
    simulator.faults.clear();

    portal = await startServer(settings);
    const api = apiOf(portal, token);
    const desk = factoryDesk(api);
    expect(await desk.over(frozen)).toMatchObject({ state: 'done', error: null });
    expect(cloud.stateOf(cloud.account(0))).toBe('frozen');
    expect(await desk.over(await lifeOf(api).ask(id, 'release'))).toMatchObject({ state: 'done' });
    expect(cloud.stateOf(cloud.account(0))).toBe('in_use');
  },
);
