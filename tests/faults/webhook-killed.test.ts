import { expect, it, onTestFinished } from 'vitest';
import { ageHeartbeats } from '#tests/support/age-heartbeats.ts';
import { isSignedWith, startHookReceiver } from '#tests/support/hook-receiver.ts';
import { HOOKS_ON_LOOPBACK } from '#tests/support/webhooks.ts';
import { apiOf, databaseOf, newToken, startedDataDir, startServer } from './portal-process.ts';

/** Only a guard against hanging. */
const RESUMED_WITHIN_MS = 240_000;

it(
  'tells after a restart what was changed before it was killed: under one id, once taken never again',
  { timeout: 600_000 },
  async () => {
    const receiver = await startHookReceiver();
    onTestFinished(() => receiver.close());
    receiver.behave('nothing', 204);
    const settings = { DATA_DIR: await startedDataDir(), ...HOOKS_ON_LOOPBACK };
    const portal = await startServer(settings);
    const db = databaseOf(settings.DATA_DIR);
    const token = await newToken(db);
    const api = apiOf(portal, token);
    const hook = { name: 'Receiver', url: receiver.url, events: ['departments.*'] };
    const webhook = await api.post('/webhooks', hook);
    const { body } = await api.post<{ secret: string }>(`/webhooks/${webhook.body.data.id}/new_secret`);
    // The first is on its way, the second waits for it, when the process dies.
    await api.post('/departments', { name: 'On its way' });
    await expect.poll(() => receiver.taken.length, { timeout: 120_000, interval: 10 }).toBe(1);
    await api.post('/departments', { name: 'Waits' });
    await portal.kill();
    await ageHeartbeats(db);

    const next = await startServer(settings);
    const after = databaseOf(settings.DATA_DIR);
    const states = async () =>
      (await after.query<{ state: string }>('SELECT state FROM webhook_deliveries ORDER BY id')).rows.map(
        ({ state }) => state,
      );
    await expect
      .poll(states, { timeout: RESUMED_WITHIN_MS, interval: 250 })
      .toEqual(['delivered', 'delivered']);
    // What the process that goes on would tell again, it would tell before what is changed only now.
    await apiOf(next, token).post('/departments', { name: 'Comes after' });
    await expect.poll(states).toEqual(['delivered', 'delivered', 'delivered']);
    const [interrupted, ...later] = receiver.taken;
    expect(later).toHaveLength(3);
    expect(new Set(later.map(({ id }) => id)).size).toBe(3);
    expect(later.map(({ id }) => id)).toContain(interrupted?.id);
    for (const taken of receiver.taken) expect(isSignedWith(body.data.secret, taken)).toBe(true);
    expect(await next.stop()).toBe(0);
  },
);
