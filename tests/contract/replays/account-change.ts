import { expect, it } from 'vitest';
import { factoryDesk } from '#tests/support/factory/desk.ts';
import { dataOf, type Json, type Replayed } from '#tests/support/replay.ts';

/** What is answered of accounts that are moved and tagged, and of several differences that are repaired at once. */
export function replayAccountChange({ portal, replay: { expectTold } }: Replayed): void {
  /** The accounts that requests made before. */
  const made = async () => {
    const { rows } = await portal.db.query<{ id: number; key: string }>(
      `SELECT p.id, lower(p.identifier) AS key FROM cloud_parents p JOIN cloud_deployments d ON d.identifier = p.identifier
       WHERE d.kind = 'aws_account' AND d.state = 'done' AND p.provider_type = 'AwsCloudParent' AND NOT p.terminated ORDER BY d.id LIMIT 1`,
    );
    const [account] = rows;
    if (!account) throw new Error('No account was made.');
    return account;
  };
  const why = { reason: 'It belongs there.' };
  const over = async (answer: Json) => {
    const { id } = dataOf(answer)['cloud_deployment'] as { id: number };
    const desk = factoryDesk(await portal.signIn({ email: 'ada@example.com' }));
    expect((await desk.over(id)).state).toBe('done');
  };

  it('moves and tags of accounts answer as it is told', async () => {
    const { id } = await made();
    const address = `/api/cloud_parents/${id}`;
    const none = '/api/cloud_parents/999999';
    const move = { place: 'test', ...why };
    await expectTold('get', `${address}/places`, 200);
    await expectTold('get', `${none}/places`, 404);
    await expectTold('post', `${address}/move`, 200, { body: { ...move, dry_run: true } });
    await expectTold('post', `${address}/move`, 422, { body: { place: 'test' } });
    await expectTold('post', `${address}/move`, 409, { body: { ...move, place: 'nowhere' } });
    await expectTold('post', `${none}/move`, 404, { body: move });
    const more = { 'idempotency-key': 'move-it' };
    await over(await expectTold('post', `${address}/move`, 202, { body: move, more }));
    await portal.db.query(`UPDATE cloud_parents SET department = 'Replayed' WHERE id = $1`, [id]);
    await expectTold('post', `${address}/tags`, 200, { body: { dry_run: true } });
    await expectTold('post', `${address}/tags`, 422, { body: {} });
    await expectTold('post', `${none}/tags`, 404, { body: why });
    const key = { 'idempotency-key': 'tag-it' };
    await over(await expectTold('post', `${address}/tags`, 202, { body: why, more: key }));
    await expectTold('post', `${address}/tags`, 409, { body: why });
  });

  it('several differences that are repaired at once answer as it is told', async () => {
    const { id, key } = await made();
    await portal.db.query(`UPDATE cloud_parents SET place = 'development' WHERE id = $1`, [id]);
    await portal.db.query(`UPDATE account_details SET place = 'test' WHERE key = $1`, [key]);
    const { rows } = await portal.db.query<{ id: string }>(
      `SELECT id FROM inventory_differences WHERE cloud_parent_id = $1 AND kind = 'place'`,
      [id],
    );
    const ids = rows.map((row) => row.id);
    const several = '/api/inventory_differences';
    for (const what of ['write', 'take_over']) {
      await expectTold('post', `${several}/${what}`, 200, { body: { ids, dry_run: true } });
      await expectTold('post', `${several}/${what}`, 422, { body: { ids: [], ...why } });
    }
    await expectTold('post', `${several}/take_over`, 200, {
      body: { ids, ...why },
      more: { 'idempotency-key': 'taken-over' },
    });
    for (const what of ['write', 'take_over'])
      await expectTold('post', `${several}/${what}`, 409, { body: { ids, ...why } });
    await portal.db.query(`UPDATE cloud_parents SET place = 'development' WHERE id = $1`, [id]);
    await expectTold('post', `${several}/write`, 202, {
      body: { ids, ...why },
      more: { 'idempotency-key': 'written' },
    });
  });
}
