import { it } from 'vitest';
import { registry } from '#resources/registry.ts';
import type { Row } from '#tests/support/api.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { dataOf, type Replayed } from '#tests/support/replay.ts';

/** What is answered of what the clouds have. */
export function replayInventory({ portal, factory, replay: { expectTold } }: Replayed): void {
  it('folders, and the reading of the clouds, answer as it is told', async () => {
    await expectTold('get', '/api/gcp-folders', 200);
    const path = '/api/cloud_parents/sync';
    await expectTold('post', path, 422, { body: { cloud_parent: { data: '1' } } });
    const more = { 'idempotency-key': 'read-clouds' };
    const { job } = dataOf(await expectTold('post', path, 202, { body: {}, more })) as unknown as {
      job: { id: string };
    };
    await followJob(await portal.signIn({ email: 'ada@example.com' }), job.id);
  });

  it('the repair of what differs answers as it is told', async () => {
    const values = { managed: false, terminated: false, identifier: 'replayed-difference' };
    await factory().create(registry.get('cloud_parents'), values);
    const api = await portal.signIn({ email: 'ada@example.com' });
    const { body } = await api.get<Row[]>('/inventory_differences?by_identifier=replayed-difference');
    const address = `/api/inventory_differences/${body.data[0]?.id}`;
    const take = { take: 'manage' };
    await expectTold('post', `${address}/repair`, 422, { body: { take: 'survey' } });
    const repaired = dataOf(
      await expectTold('post', `${address}/repair`, 200, {
        body: take,
        more: { 'idempotency-key': 'repaired' },
      }),
    );
    await expectTold('post', `${address}/repair`, 409, { body: take });
    await expectTold('post', '/api/inventory_differences/none/repair', 404, { body: take });
    const since = { lock_version: repaired['lock_version'] };
    await expectTold('post', `${address}/take_back`, 200, {
      body: since,
      more: { 'idempotency-key': 'repair-taken-back' },
    });
    await expectTold('post', `${address}/take_back`, 409, { body: since });
    await expectTold('post', `${address}/take_back`, 422, { body: { lock_version: 'the last' } });
    await expectTold('post', '/api/inventory_differences/none/take_back', 404, { body: since });
  });
}
