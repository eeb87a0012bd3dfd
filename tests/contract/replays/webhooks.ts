import { it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { dataOf, type Replayed } from '#tests/support/replay.ts';

/** What is answered of secrets, tests and deliveries of webhooks. */
export function replayWebhooks({ portal, factory, replay: { expectTold } }: Replayed): void {
  it('webhooks answer as it is told', async () => {
    const { id } = await factory().create(registry.get('webhooks'));
    const activate = (active: boolean) =>
      portal.db.query('UPDATE webhooks SET active = $2 WHERE id = $1', [id, active]);
    await expectTold('post', `/api/webhooks/${id}/new_secret`, 201);
    await expectTold('post', '/api/webhooks/999999999/new_secret', 404);
    const test = `/api/webhooks/${id}/send_test`;
    await activate(false);
    await expectTold('post', test, 409);
    await activate(true);
    const more = { 'idempotency-key': 'replayed-test' };
    const delivery = dataOf(await expectTold('post', test, 202, { more }));
    await expectTold('post', '/api/webhooks/999999999/send_test', 404);
    const again = `/api/webhook_deliveries/${delivery.id}/send_again`;
    await expectTold('post', again, 202, { more: { 'idempotency-key': 'replayed-again' } });
    await activate(false);
    await expectTold('post', again, 409);
    await expectTold('post', '/api/webhook_deliveries/999999999/send_again', 404);
  });
}
