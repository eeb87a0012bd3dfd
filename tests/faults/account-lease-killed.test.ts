import { expect, it, onTestFinished } from 'vitest';
import { ageHeartbeats } from '#tests/support/age-heartbeats.ts';
import { factoryDesk, fillEstate } from '#tests/support/factory/desk.ts';
import { leasesOf, leaseTerms } from '#tests/support/factory/leases.ts';
import { keepAccount, livingAws } from '#tests/support/factory/life.ts';
import { apiOf, databaseOf, newToken, startedDataDir, startServer } from './portal-process.ts';

it(
  'killed while the freeze is held that a lease began by itself, the account is frozen by one deployment',
  { timeout: 600_000 },
  async () => {
    const cloud = livingAws();
    const simulator = await cloud.start();
    onTestFinished(simulator.close);
    const settings = { DATA_DIR: await startedDataDir(), ...simulator.settings };
    let portal = await startServer(settings);
    let db = databaseOf(settings.DATA_DIR);
    const token = await newToken(db);
    await fillEstate(db);
    const id = await keepAccount(db, cloud, 0);
    expect((await leasesOf(apiOf(portal, token)).set(id, leaseTerms(3))).status).toBe(200);
    simulator.faults.plan(cloud.operations.freeze ?? '', 'held-after');
    await db.query(`UPDATE account_leases SET ends_on = (now() AT TIME ZONE 'UTC')::date - 1`);
    await simulator.faults.held(1);
    await portal.kill();
    await ageHeartbeats(db);
    simulator.faults.clear();

    portal = await startServer(settings);
    db = databaseOf(settings.DATA_DIR);
    const begun = async () =>
      (
        await db.query<{ id: number }>(
          `SELECT id FROM cloud_deployments WHERE identifier = $1 AND kind = 'account_freeze'`,
          [cloud.account(0)],
        )
      ).rows;
    const [freeze] = await begun();
    expect(await factoryDesk(apiOf(portal, token)).over(freeze?.id ?? 0)).toMatchObject({
      state: 'done',
      error: null,
    });
    expect(cloud.stateOf(cloud.account(0))).toBe('frozen');
    expect(await begun()).toHaveLength(1);
    expect(await leasesOf(apiOf(portal, token)).read(id)).toMatchObject({
      state: 'frozen',
      may_release: true,
    });
  },
);
