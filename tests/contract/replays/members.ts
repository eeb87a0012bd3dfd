import { it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { dataOf, type Replayed } from '#tests/support/replay.ts';

/** What is answered of membership requests and of the links that members get. */
export function replayMembers({ factory, replay }: Replayed): void {
  const { expectTold } = replay;

  it('membership requests become members, are deleted and come back as it is told', async () => {
    const path = '/api/team_membership_tickets';
    const body = { requesting_principal_user_id: 'replayed@example.com' };
    const made = await expectTold('post', path, 201, { body, more: { 'idempotency-key': 'asked' } });
    await expectTold('post', path, 422, { body: { ...body, completed: true } });
    const { id } = dataOf(made);
    const one = `${path}/${id}`;
    await expectTold('post', `${one}/make_member`, 201, { more: { 'idempotency-key': 'made' } });
    await expectTold('post', `${one}/make_member`, 409);
    const again = dataOf(await expectTold('post', path, 201, { body: { team_membership_ticket: body } }));
    await expectTold('post', `${path}/${again.id}/make_member`, 200);
    await expectTold('post', `${path}/999999999/make_member`, 404);
    await expectTold('delete', one, 200, { more: { 'idempotency-key': 'gone' } });
    await expectTold('post', `${one}/restore`, 200, { more: { 'idempotency-key': 'back' } });
    const several = { body: { records: [{ id }] } };
    await expectTold('post', `${path}/bulk_delete`, 200, several);
    await expectTold('post', `${path}/bulk_restore`, 200, several);
  });

  it('the link of a member is sent, looked at and used as it is told', async () => {
    const { id, name: department } = await factory().create(registry.get('departments'));
    const unit = await factory().create(registry.get('business_units'));
    const member = await factory().create(registry.get('members'), { departments_id: id, blacklist: false });
    const send = `/api/members/${member.id}/update_link/send`;
    const sent = dataOf(await expectTold('post', send, 202, { more: { 'idempotency-key': 'link' } }));
    await expectTold('post', send, 422, { body: { to: 'me' } });
    await expectTold('post', '/api/members/999999999/update_link/send', 404);
    const { text } = dataOf(await expectTold('get', `/api/outbox/${String(sent['mail'])}`, 200));
    const [, query = ''] = /update-member\?member_id=\d+&(\S+)/.exec(String(text)) ?? [];
    const link = `/api/members/update-restricted/${member.id}?${query}`;
    const details = { department: String(department), business_unit: String(unit['name']) };
    await expectTold('get', link, 200, { as: {} });
    await expectTold('get', link.replace(query, ''), 403, { as: {} });
    await expectTold('post', link, 422, { as: {}, body: {} });
    await expectTold('post', link, 200, { as: {}, body: details, more: { 'idempotency-key': 'used' } });
    await expectTold('post', link, 403, { as: {}, body: details });
  });
}
