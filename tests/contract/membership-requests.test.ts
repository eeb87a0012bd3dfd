import { beforeAll, describe, expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

interface Made {
  member: { id: number; email: string };
  ticket: { completed: boolean };
  created: boolean;
}

/** A request by somebody of a known unit and department. */
async function ask(email: string, more: Record<string, unknown> = {}) {
  const unit = await factory.shared(registry.get('business_units'));
  const department = await factory.shared(registry.get('departments'));
  const body = {
    requesting_principal_user_id: email,
    department: department['name'],
    business_unit: unit['name'],
    ...more,
  };
  const { status, body: answer } = await portal.api.post('/team_membership_tickets', body);
  expect(status).toBe(201);
  return { id: answer.data.id, unit, department };
}
const make = (id: number) => portal.api.post<Made>(`/team_membership_tickets/${id}/make_member`, {});
const ticket = async (id: number) => (await portal.api.get(`/team_membership_tickets/${id}`)).body.data;
const membersCalled = async (email: string) =>
  (await portal.api.get<object[]>(`/members?by_email=${email}`)).body.data;

describe('a membership request', () => {
  it('is open at first, and says when it came', async () => {
    const { id } = await ask('opened@example.com');
    const stored = await ticket(id);
    expect(stored).toMatchObject({ completed: false, requested_date: stored['created_at'] });
  });

  it('cannot be completed by who asks, nor be changed by anybody', async () => {
    const body = { requesting_principal_user_id: 'eager@example.com', completed: true };
    expect((await portal.api.post('/team_membership_tickets', body)).status).toBe(422);
    const dated = { requesting_principal_user_id: 'eager@example.com', requested_date: '2020-01-01' };
    expect((await portal.api.post('/team_membership_tickets', dated)).status).toBe(422);
    const { id } = await ask('eager@example.com');
    expect((await portal.api.put(`/team_membership_tickets/${id}`, { completed: true })).status).toBe(405);
  });

  it('becomes a member in one step, and is completed then', async () => {
    const { id, unit, department } = await ask('becomes@example.com');
    const { status, body } = await make(id);
    expect([status, body.data.created, body.data.ticket.completed]).toEqual([201, true, true]);
    expect(body.data.member).toMatchObject({
      email: 'becomes@example.com',
      name: 'becomes@example.com',
      team: 'Community',
      business_units_id: unit.id,
      departments_id: department.id,
    });
  });

  it('becomes one member, however often and however fast that is asked for', async () => {
    const { id } = await ask('clicked@example.com');
    const answers = await Promise.all(Array.from({ length: 5 }, () => make(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect(await membersCalled('clicked@example.com')).toHaveLength(1);
    expect((await make(id)).body.error).toBe('This membership request is completed already.');
  });

  it('of somebody who is a member already is completed, and leaves them as they are', async () => {
    const member = await factory.create(registry.get('members'), { email: 'known@example.com' });
    const { id } = await ask('Known@example.com');
    const { status, body } = await make(id);
    expect([status, body.data.created, body.data.member.id]).toEqual([200, false, member.id]);
    expect((await portal.api.get(`/members/${member.id}`)).body.data).toEqual(member);
    expect((await ticket(id))['completed']).toBe(true);
  });

  it('keeps what an unlisted department is called, and stays open where the unit is unknown', async () => {
    const { id } = await ask('optics@example.com', { department: 'Optics' });
    expect((await make(id)).body.data.member).toMatchObject({
      departments_id: null,
      other_department: 'Optics',
    });
    const { id: stays } = await ask('nowhere@example.com', { business_unit: 'Nowhere' });
    const { status, body } = await make(stays);
    expect([status, body.error]).toEqual([422, "Business Unit 'Nowhere' is not known."]);
    expect((await ticket(stays))['completed']).toBe(false);
    expect(await membersCalled('nowhere@example.com')).toEqual([]);
  });

  it('of an unknown unit becomes a member of the one that the desk chooses, and names that from then on', async () => {
    const { id, unit } = await ask('mended@example.com', { business_unit: 'Nowhere' });
    const mend = (chosen: unknown) =>
      portal.api.post<Made>(`/team_membership_tickets/${id}/make_member`, { business_units_id: chosen });
    expect((await mend(2_000_000)).status).toBe(422);
    expect((await mend('Nowhere')).status).toBe(422);
    expect(await ticket(id)).toMatchObject({ completed: false, business_unit: 'Nowhere' });
    const { status, body } = await mend(unit.id);
    expect([status, body.data.member]).toMatchObject([201, { business_units_id: unit.id }]);
    expect(await ticket(id)).toMatchObject({ completed: true, business_unit: unit['name'] });
    const history = await portal.api.get<{ changes: { field: string }[] }[]>(
      `/team_membership_tickets/${id}/history`,
    );
    expect(JSON.stringify(history.body.data[0])).toContain('Nowhere');
  });

  it('of a department that is only called Other becomes a member of that, or of none where it is not listed', async () => {
    const none = { departments_id: null, other_department: null };
    const { id } = await ask('unsaid@example.com', { department: 'Other' });
    const made = await make(id);
    expect([made.status, made.body.data.member]).toMatchObject([201, none]);
    const { data: other } = (await portal.api.post('/departments', { name: 'Other' })).body;
    const { id: second } = await ask('said@example.com', { department: 'other' });
    expect((await make(second)).body.data.member).toMatchObject({ ...none, departments_id: other.id });
  });

  it('that is none is not found, and what is no part of the call is refused', async () => {
    expect((await make(2_000_000)).status).toBe(404);
    const { id } = await ask('parts@example.com');
    const path = `/team_membership_tickets/${id}/make_member`;
    expect((await portal.api.post(path, { team: 'Core' })).status).toBe(422);
    expect((await ticket(id))['completed']).toBe(false);
  });
});
