import { expect, it, onTestFinished } from 'vitest';
import { ageHeartbeats } from '#tests/support/age-heartbeats.ts';
import { addBaseline, sendAnswer, wantedBy } from '#tests/support/factory/baselines.ts';
import { testClouds } from '#tests/support/factory/clouds.ts';
import { factoryDesk, fillEstate } from '#tests/support/factory/desk.ts';
import { describeKilled } from '#tests/support/factory/killed.ts';
import { startHookReceiver } from '#tests/support/hook-receiver.ts';
import { HOOKS_ON_LOOPBACK } from '#tests/support/webhooks.ts';
import { apiOf, databaseOf, newToken, startedDataDir, startServer } from './portal-process.ts';

describeKilled('aws', ['EnableRegion', 'CreateAccountAssignment'], { withBaselines: true });
describeKilled('azure', ['RoleAssignments_Create', 'RoleDefinitions_List', 'PolicyAssignments_Create'], {
  withBaselines: true,
});
describeKilled('gcp', ['SetIamPolicy', 'GetIamPolicy', 'BatchEnableServices'], { withBaselines: true });

it(
  'killed while a webhook is waited for, which was told once, the account goes on with its answer',
  { timeout: 600_000 },
  async () => {
    const cloud = testClouds.find((one) => one.cloud === 'gcp');
    if (!cloud) throw new Error('There is no cloud.');
    const simulator = await cloud.start();
    const receiver = await startHookReceiver();
    onTestFinished(async () => {
      await simulator.close();
      await receiver.close();
    });
    const settings = { DATA_DIR: await startedDataDir(), ...simulator.settings, ...HOOKS_ON_LOOPBACK };
    let portal = await startServer(settings);
    let db = databaseOf(settings.DATA_DIR);
    const token = await newToken(db);
    await fillEstate(db);
    let api = apiOf(portal, token);
    const events = ['budget.*'];
    const { body } = await api.post('/webhooks', { name: 'Waited For', url: receiver.url, events });
    const made = await api.post<{ secret: string }>(`/webhooks/${body.data.id}/new_secret`);
    const more = await addBaseline(db, cloud, { webhook: 'Waited For', required: true });
    const { id } = await factoryDesk(api).ask(cloud, 'killed-waiting', more);
    await expect.poll(() => receiver.taken.length, { timeout: 120_000 }).toBe(1);
    await portal.kill();
    await ageHeartbeats(db);

    portal = await startServer(settings);
    db = databaseOf(settings.DATA_DIR);
    api = apiOf(portal, token);
    const [told] = receiver.taken;
    if (!told) throw new Error('It was not told.');
    // It may listen elsewhere by now.
    const wanted = wantedBy(told);
    const url = `${portal.url}${new URL(wanted.url).pathname}`;
    expect((await sendAnswer(made.body.data.secret, { ...wanted, url })).status).toBe(200);
    expect(await factoryDesk(api).over(id)).toMatchObject({ state: 'done', error: null });
    expect(new Set(receiver.taken.map(({ body: one }) => wantedBy({ ...told, body: one }).id)).size).toBe(1);
    const { rows } = await db.query('SELECT outcome FROM webhook_questions WHERE deployment_id = $1', [id]);
    expect(rows).toEqual([{ outcome: 'done' }]);
  },
);
