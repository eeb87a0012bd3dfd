import { it } from 'vitest';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { registry } from '#resources/registry.ts';
import { signedAnswer } from '#tests/support/factory/baselines.ts';
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

  it('the answer of a webhook that is waited for is answered as it is told', async () => {
    const { id } = await factory().create(registry.get('webhooks'));
    const { secret } = dataOf(await expectTold('post', `/api/webhooks/${id}/new_secret`, 201));
    const deployment = await factory().create(cloudDeployments, { kind: 'aws_account', state: 'done' });
    await portal.db.query(
      `INSERT INTO webhook_questions (deployment_id, webhook_id, message_id, answer_id, answer_by)
       VALUES ($1, $2, 'msg_told', 'ans_told', now() + interval '1 hour')`,
      [deployment.id, id],
    );
    const path = '/api/webhook_answers/ans_told';
    const signed = (body: object) => ({
      body,
      as: signedAnswer(String(secret), 'ans_told', JSON.stringify(body)),
    });
    const done = { outcome: 'done', note: 'The network is attached.' };
    await expectTold('post', path, 403, { body: done, as: {} });
    await expectTold('post', path, 422, signed({ outcome: 'maybe' }));
    await expectTold('post', path, 200, signed(done));
    await expectTold('post', path, 200, signed(done));
    await expectTold('post', path, 409, signed({ outcome: 'failed' }));
    await expectTold('post', path, 413, signed({ outcome: 'done', note: 'x'.repeat(20_000) }));
  });
}
