import { expect, it, onTestFinished } from 'vitest';
import { ageHeartbeats } from '#tests/support/age-heartbeats.ts';
import { factoryDesk, fillEstate } from '#tests/support/factory/desk.ts';
import {
  ADOPTION,
  adoptionOf,
  findAccount,
  livingAws,
  livingAzure,
  livingGcp,
} from '#tests/support/factory/life.ts';
import { apiOf, databaseOf, newToken, startedDataDir, startServer } from './portal-process.ts';

/** What was written before the kill is found and kept; the record is changed once, and the tags are all there. */
it.each(
  [livingAws(), livingAzure(), livingGcp()].flatMap((cloud) => [
    { cloud, fault: 'held-before' as const },
    { cloud, fault: 'held-after' as const },
  ]),
)(
  '$cloud.cloud: killed while its tags are $fault, an account is adopted once',
  { timeout: 600_000 },
  async ({ cloud, fault }) => {
    const simulator = await cloud.start();
    onTestFinished(simulator.close);
    const settings = { DATA_DIR: await startedDataDir(), ...simulator.settings };
    let portal = await startServer(settings);
    const db = databaseOf(settings.DATA_DIR);
    const token = await newToken(db);
    await fillEstate(db);
    const id = await findAccount(db, cloud, 0);
    simulator.faults.plan(cloud.writesTags, fault);
    const adopted = await adoptionOf(apiOf(portal, token)).ask(id, ADOPTION);
    await simulator.faults.held(1);
    await portal.kill();
    await ageHeartbeats(db);
    simulator.faults.clear();

    portal = await startServer(settings);
    expect(await factoryDesk(apiOf(portal, token)).over(adopted)).toMatchObject({
      state: 'done',
      error: null,
    });
    expect(cloud.tagsOf(cloud.account(0))).toMatchObject(cloud.adopted);
    // Its database listens elsewhere since.
    const { rowCount } = await databaseOf(settings.DATA_DIR).query(
      `SELECT 1 FROM record_history WHERE resource = 'cloud_parents' AND record_id = $1 AND action = 'update'`,
      [id],
    );
    expect(rowCount).toBe(1);
  },
);
