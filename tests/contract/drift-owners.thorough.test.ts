import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#tests/support/api.ts';
import { idOf, smallDirectory, somebody, withGroups } from '#tests/support/security-groups.ts';

const directory = smallDirectory();
const GROUP = 'APP_AWS_ADMINS';
const groupId = idOf(100_004);
const [, synced] = directory.groups;
if (!synced) throw new Error('The directory has no group that is synced from elsewhere.');
const desk = withGroups({
  directory: {
    groups: [...directory.groups, { ...synced, id: idOf(100_005), name: 'APP_AWS_SYNCED' }],
    people: [...directory.people, somebody(11, { enabled: false })],
  },
  settings: { SAML_ROLES_ATTRIBUTE: 'groups', SAML_ROLE_MAP: 'ops=operator, audit=viewer' },
});
beforeEach(() => desk.reset());

const without = async () =>
  (await desk.api.get<Row[]>('/drift_findings?by_kind=group_without_owner&per_page=100')).body.data;
async function finding(name = GROUP): Promise<Row> {
  const found = (await without()).find(({ subject }) => subject === name);
  if (!found) throw new Error(`${name} has an owner.`);
  return found;
}
const addOwner = ({ id }: Row, to: unknown, key?: string) =>
  desk.api.post(
    `/drift_findings/${id}/repair`,
    { take: 'add_owner', to },
    key ? { 'idempotency-key': key } : {},
  );
const ownersThere = () => desk.graph.directory.groups.get(groupId)?.owners;
const told = async () =>
  (await desk.db.query('SELECT change, role, who, group_name FROM ad_membership_changes')).rows;

/** Begins a request, of which the directory does not answer the last call until it is released. */
async function heldUp<Answer>(begin: () => Promise<Answer>): Promise<{ answer: Promise<Answer> }> {
  const { faults } = desk.graph;
  const before = faults.calls('groups.owners.add');
  faults.plan('groups.owners.add', 'held-before');
  const answer = begin();
  await expect.poll(() => faults.calls('groups.owners.add')).toBe(before + 1);
  return { answer };
}

/** How many connections a transaction keeps without asking anything. */
const idle = async () => {
  const { rows } = await desk.db.query<{ idle: number }>(
    `SELECT count(*)::integer AS idle FROM pg_stat_activity
     WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  );
  return rows[0]?.idle;
};

describe('an owner that is added to a group without one', () => {
  it('is one in the directory and in what was read of it, which the changes tell, and the group is no finding any more', async () => {
    const before = await finding();
    const answer = await addOwner(before, 'person-3@example.com');
    expect([answer.status, answer.body.data]).toEqual([200, { records: [] }]);
    expect(ownersThere()).toEqual([idOf(3)]);
    const { body } = await desk.api.get<Row[]>(`/ad_groups?by_name=${GROUP}`);
    expect(body.data[0]?.['owners']).toEqual(['Person 3']);
    expect(await told()).toEqual([{ change: 'joined', role: 'owner', who: 'Person 3', group_name: GROUP }]);
    expect((await without()).map(({ subject }) => subject)).not.toContain(GROUP);
    // Somebody who saw the list before is told.
    const late = await addOwner(before, 'person-4@example.com');
    expect([late.status, late.body.error]).toEqual([409, expect.stringContaining('meanwhile')]);
    expect(ownersThere()).toEqual([idOf(3)]);
  });

  it('is one of two whom two people name at the same time, and the second of them is told', async () => {
    const row = await finding();
    const first = await heldUp(() => addOwner(row, 'person-3@example.com'));
    const second = addOwner(row, 'person-4@example.com');
    desk.graph.faults.release();
    const [one, two] = await Promise.all([first.answer, second]);
    expect([one.status, two.status, two.body.error]).toEqual([
      200,
      409,
      expect.stringContaining('Somebody has repaired it'),
    ]);
    expect(ownersThere()).toEqual([idOf(3)]);
    expect(await told()).toHaveLength(1);
  });

  it('keeps no connection from others while the directory does not answer', async () => {
    const row = await finding();
    const adding = await heldUp(() => addOwner(row, 'person-3@example.com'));
    expect(await idle()).toBe(0);
    desk.graph.faults.release();
    expect((await adding.answer).status).toBe(200);
  });

  it('is not named by a second person who has waited for seconds, who is told to come back', async () => {
    const row = await finding();
    const first = await heldUp(() => addOwner(row, 'person-3@example.com'));
    const second = await addOwner(row, 'person-4@example.com');
    expect([second.status, second.headers.get('retry-after'), second.body.error]).toEqual([
      503,
      '5',
      expect.stringContaining('Somebody else is naming an owner'),
    ]);
    desk.graph.faults.release();
    expect((await first.answer).status).toBe(200);
  });

  it('is found by the user principal name too, and is added once where the request comes twice', async () => {
    const row = await finding();
    const key = 'add-an-owner-once';
    const first = await addOwner(row, ' PERSON-5@tenant.example ', key);
    const again = await addOwner(row, ' PERSON-5@tenant.example ', key);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.text).toBe(first.text);
    expect(ownersThere()).toEqual([idOf(5)]);
    expect(await told()).toHaveLength(1);
  });

  it.each([
    [
      'nobody whom the directory knows',
      'nobody@example.com',
      'The directory does not know nobody@example.com.',
    ],
    [
      'nobody who may no longer sign in',
      'person-11@example.com',
      'may no longer sign in, and cannot own a group',
    ],
    ['nobody at all', ' ', 'Say who is to be the owner'],
    ['no number', 7, 'Say who is to be the owner'],
  ])('is %s', async (_what, to, sentence) => {
    const { status, body } = await addOwner(await finding(), to);
    expect([status, body.errors?.[0]]).toEqual([
      422,
      { field: 'to', message: expect.stringContaining(sentence) },
    ]);
    expect(ownersThere()).toEqual([]);
  });

  it('is never asked for of a group that another directory keeps, whose owners nobody is told', async () => {
    const { body } = await desk.api.get<Row[]>('/ad_groups?by_name=APP_AWS_SYNCED');
    expect(body.data).toMatchObject([{ cloud: 'aws', owners: [], synced_elsewhere: true }]);
    expect((await without()).map(({ subject }) => subject)).toEqual([GROUP]);
  });

  it('is not kept where the directory is away, and can be asked for again', async () => {
    const row = await finding();
    desk.graph.faults.plan('groups.owners.add', 'failing');
    const { status, body } = await addOwner(row, 'person-3@example.com');
    expect([status >= 500, body.error]).toEqual([true, expect.any(String)]);
    expect(await told()).toEqual([]);
    expect((await addOwner(row, 'person-3@example.com')).status).toBe(200);
    expect(ownersThere()).toEqual([idOf(3)]);
  });

  it('is not for a viewer', async () => {
    const { id } = await finding();
    const answer = await desk.viewer.post(`/drift_findings/${id}/repair`, {
      take: 'add_owner',
      to: 'person-3@example.com',
    });
    expect(answer.status).toBe(403);
  });
});
