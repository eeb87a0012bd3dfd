import { expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import type { Row } from '#tests/support/api.ts';
import { dataOf, type Replayed } from '#tests/support/replay.ts';

/** What is answered of changes of security groups, and of what nobody answers for any more. */
export function replayGroups({ portal, factory, replay: { expectTold } }: Replayed): void {
  it('changes of security groups answer as it is told', async () => {
    await portal.db.query(
      `INSERT INTO ad_people (external_id, name, email, user_principal_name, enabled, gone, group_count, account_count)
       VALUES ('replayed-member', 'Member', 'replayed-member@example.com', 'replayed-member@example.com', true, false, 0, 0)`,
    );
    await expectTold('get', '/api/spinco_sgs', 200);
    const asked = { securityGroupName: 'SG_SPINCO_VPN', users: 'replayed-member@example.com' };
    for (const deed of ['add', 'remove']) {
      const path = `/api/spinco_sgs/${deed}`;
      const more = { 'idempotency-key': `replayed-${deed}` };
      await expectTold('post', path, 200, { body: { ...asked, dry_run: true } });
      await expectTold('post', path, 422, { body: { ...asked, users: 'a, b' } });
      const { spinco_sg_change: change } = dataOf(
        await expectTold('post', path, 202, { body: asked, more }),
      ) as unknown as { spinco_sg_change: { id: number } };
      await expectTold('get', `/api/spinco_sg_changes/${change.id}/users`, 200);
      const state = 'SELECT state FROM spinco_sg_changes WHERE id = $1';
      const isOver = async () => (await portal.db.query(state, [change.id])).rows[0]?.['state'] !== 'running';
      await expect.poll(isOver, { timeout: 60_000 }).toBe(true);
      await portal.db.query(`UPDATE spinco_sg_changes SET state = 'running' WHERE id = $1`, [change.id]);
      await expectTold('post', path, 409, { body: asked });
      await portal.db.query(`UPDATE spinco_sg_changes SET state = 'failed' WHERE id = $1`, [change.id]);
    }
    await expectTold('get', '/api/spinco_sg_changes/999999/users', 404);
  });

  it('the repair of drift answers as it is told', async () => {
    for (const [email, terminated] of [
      ['replayed-gone@example.com', true],
      ['replayed-heir@example.com', false],
    ])
      await factory().create(registry.get('cloud_contacts'), { email, terminated });
    await factory().create(registry.get('cloud_parents'), {
      identifier: 'replayed-drift',
      terminated: false,
      cloud_contact_email: 'replayed-gone@example.com',
    });
    const api = await portal.signIn({ email: 'ada@example.com' });
    const { body } = await api.get<Row[]>('/drift_findings?by_subject=replayed-drift');
    const path = `/api/drift_findings/${body.data[0]?.id}/repair`;
    const to = 'replayed-heir@example.com';
    const from = 'replayed-gone@example.com';
    await expectTold('get', `/api/drift_findings/owned?email=${from}`, 200);
    await expectTold('post', path, 422, { body: { take: 'give', to: 'nobody@example.com' } });
    const more = { 'idempotency-key': 'replayed-drift' };
    const repaired = dataOf(await expectTold('post', path, 200, { body: { take: 'give', to }, more }));
    await expectTold('post', path, 409, { body: { take: 'give', to } });
    await expectTold('post', '/api/drift_findings/none/repair', 404, { body: { take: 'give', to } });
    const back = '/api/drift_findings/take_back';
    await expectTold('post', back, 200, { body: repaired, more: { 'idempotency-key': 'replayed-back' } });
    await expectTold('post', back, 409, { body: repaired });
    await expectTold('post', back, 422, { body: { records: [] } });
    const over = '/api/drift_findings/hand_over';
    const key = { 'idempotency-key': 'replayed-over' };
    await expectTold('post', over, 422, { body: { from, to: from } });
    await expectTold('post', over, 200, { body: { from, to }, more: key });
    await expectTold('post', over, 409, { body: { from, to } });
  });
}
