import { beforeEach, describe, expect, it } from 'vitest';
import type { ChangedUser } from '#calls/security-groups.ts';
import type { SpincoSgChange } from '#resources/spinco-sg-changes.ts';
import { idOf, withGroups } from '#tests/support/security-groups.ts';

const groups = withGroups();
beforeEach(() => groups.reset());

const GROUP = 'SG_SPINCO_ONE';
const GROUP_ID = idOf(100_001);
const user = (n: number) => `person-${n}@example.com`;

async function begin(deed: 'add' | 'remove', people: readonly number[]): Promise<number> {
  const users = people.map(user).join('; ');
  const answer = await groups.api.post<{ spinco_sg_change: SpincoSgChange }>(`/spinco_sgs/${deed}`, {
    securityGroupName: GROUP,
    users,
  });
  if (answer.status !== 202) throw new Error(answer.text);
  return answer.body.data.spinco_sg_change.id;
}
const changeOf = async (id: number) =>
  (await groups.api.get<SpincoSgChange>(`/spinco_sg_changes/${id}`)).body.data;
async function over(id: number): Promise<SpincoSgChange> {
  await expect
    .poll(async () => (await changeOf(id)).state, { timeout: 60_000, interval: 20 })
    .not.toBe('running');
  return changeOf(id);
}
const make = async (deed: 'add' | 'remove', people: readonly number[]) => {
  const id = await begin(deed, people);
  return over(id);
};
const usersOf = async (id: number, query = '') =>
  (await groups.api.get<ChangedUser[]>(`/spinco_sg_changes/${id}/users${query}`)).body;
const states = async (id: number) => (await usersOf(id)).data.map(({ state }) => state);
/** Who is in the group, by their numbers. */
const members = () =>
  groups.graph.directory.groups
    .get(GROUP_ID)
    ?.members.map((id) => Number(id.slice(-6)))
    .toSorted((a, b) => a - b);
const known = async () => {
  const { rows } = await groups.db.query<{ name: string }>(
    `SELECT p.name FROM ad_members m JOIN ad_people p ON p.id = m.ad_person_id JOIN ad_groups g ON g.id = m.ad_group_id
     WHERE g.name = $1 ORDER BY p.id`,
    [GROUP],
  );
  return rows.map(({ name }) => name);
};

describe('a change of a group', () => {
  it('adds each user, those who are in it already as well, and tells what became of each', async () => {
    const { id, ...change } = await make('add', [2, 3, 4]);
    expect(change).toMatchObject({
      state: 'done',
      user_count: 3,
      done_count: 3,
      failed_count: 0,
      error: null,
    });
    expect(change.finished_at).not.toBeNull();
    expect((await usersOf(id)).data).toEqual([
      { user: user(2), name: 'Person 2', state: 'present', message: null },
      { user: user(3), name: 'Person 3', state: 'added', message: null },
      { user: user(4), name: 'Person 4', state: 'added', message: null },
    ]);
    expect(members()).toEqual([1, 2, 3, 4]);
  });

  it('removes each user, those who are not in it as well', async () => {
    const { id, state } = await make('remove', [2, 3]);
    expect([state, await states(id)]).toEqual(['done', ['removed', 'absent']]);
    expect(members()).toEqual([1]);
  });

  it('is known to what was read of the directory at once, with who joined and left', async () => {
    await make('add', [2, 3]);
    await make('remove', [1]);
    expect(await known()).toEqual(['Person 2', 'Person 3']);
    const { body } = await groups.api.get<object[]>('/ad_membership_changes?sort=id');
    expect(body.data).toMatchObject([
      { group_name: GROUP, change: 'joined', role: 'member', who: 'Person 3', email: user(3) },
      { group_name: GROUP, change: 'left', role: 'member', who: 'Person 1', email: user(1) },
    ]);
    const { body: list } = await groups.api.get<object[]>('/spinco_sgs?q=one');
    expect(list.data).toMatchObject([{ member_count: 2 }]);
  });

  it('that refuses one user goes on with the others, and fails with how many', async () => {
    groups.graph.directory.removePerson(idOf(4));
    const { id, ...change } = await make('add', [3, 4, 5]);
    expect(change).toMatchObject({
      state: 'failed',
      done_count: 2,
      failed_count: 1,
      error: '1 of 3 users could not be added; each of them says why.',
    });
    expect(await states(id)).toEqual(['added', 'failed', 'added']);
    const failed = await usersOf(id, '?by_state=failed');
    expect([failed.meta.total, failed.data]).toMatchObject([
      1,
      [{ user: user(4), message: expect.stringContaining('does not exist') }],
    ]);
    expect(members()).toEqual([1, 2, 3, 5]);
  });

  it('tells its users in pages', async () => {
    const { id } = await make('add', [3, 4, 5]);
    const page = await usersOf(id, '?page=2&per_page=2');
    expect([page.meta, page.data.map((one) => one.user)]).toEqual([
      { total: 3, page: 2, per_page: 2 },
      [user(5)],
    ]);
    expect((await groups.api.get('/spinco_sg_changes/999999/users')).status).toBe(404);
    expect((await groups.api.get(`/spinco_sg_changes/${id}/users?by_state=none`)).status).toBe(400);
  });
});

describe('a group that is another one by the time of the change', () => {
  it.each([
    [
      'renamed',
      () => groups.graph.directory.changeGroup(GROUP_ID, { name: 'SG_SPINCO_OTHER' }),
      'renamed or deleted',
    ],
    ['gone', () => groups.graph.directory.removeGroup(GROUP_ID), 'renamed or deleted'],
    [
      'deleted and made anew under its name',
      () => {
        groups.graph.directory.removeGroup(GROUP_ID);
        groups.graph.directory.addGroup({ name: GROUP, id: idOf(100_009) });
      },
      'renamed or deleted',
    ],
    [
      'dynamic',
      () => groups.graph.directory.changeGroup(GROUP_ID, { dynamic: true }),
      'A rule of the directory',
    ],
    [
      'synced',
      () => groups.graph.directory.changeGroup(GROUP_ID, { syncedElsewhere: true }),
      'is synced from another',
    ],
  ])('%s fails visibly, with nothing changed', async (_, becomes, why) => {
    becomes();
    const { id, ...change } = await make('add', [3, 4]);
    expect([change.state, change.done_count, change.error]).toEqual([
      'failed',
      0,
      expect.stringMatching(new RegExp(`${why}.*Nothing was changed\\.$`)),
    ]);
    expect(await states(id)).toEqual(['waiting', 'waiting']);
    expect(groups.graph.faults.operations()).not.toContain('none');
    expect(await known()).toEqual(['Person 1', 'Person 2']);
    groups.graph.directory.groups.delete(idOf(100_009));
  });

  it('goes on after it was given back its name and its job is tried again', async () => {
    groups.graph.directory.changeGroup(GROUP_ID, { name: 'SG_SPINCO_OTHER' });
    const { id, state } = await make('add', [3]);
    expect(state).toBe('failed');
    groups.graph.directory.changeGroup(GROUP_ID, { name: GROUP });
    const { rows } = await groups.db.query<{ id: string }>(
      `SELECT id FROM jobs WHERE kind = 'spinco_sg_change' AND (input ->> 'change')::integer = $1`,
      [id],
    );
    expect((await groups.api.post(`/jobs/${rows[0]?.id}/retry`)).status).toBeLessThan(300);
    await expect.poll(async () => (await changeOf(id)).state, { timeout: 60_000 }).toBe('done');
    expect(await changeOf(id)).toMatchObject({ error: null, done_count: 1 });
  });
});

describe('a directory that fails on the way', () => {
  const calls = () => groups.graph.faults.calls('groups.members.add');

  it('is waited for where it is asked too often, and goes on at the user that was reached', async () => {
    const before = calls();
    groups.graph.faults.plan('groups.members.add', 'none', 2);
    groups.graph.faults.plan('groups.members.add', 'throttled', 6);
    const { id, state } = await make('add', [3, 4, 5, 6, 7]);
    expect([state, await states(id)]).toEqual(['done', Array(5).fill('added')]);
    // One call for each user, and one for each that was told to wait.
    expect(calls() - before).toBe(5 + 6);
  });

  it('whose answers are lost has each user added once, and told so', async () => {
    groups.graph.faults.plan('groups.members.add', 'lost', 3);
    const { id, state } = await make('add', [3, 4, 5]);
    expect([state, await states(id)]).toEqual(['done', ['added', 'added', 'added']]);
    expect(members()).toEqual([1, 2, 3, 4, 5]);
  });

  it('says why it waits while it does', async () => {
    groups.graph.faults.plan('groups.members.add', 'throttled', 1);
    groups.graph.faults.plan('groups.members.add', 'held-before');
    const id = await begin('add', [3]);
    await groups.graph.faults.held();
    expect(await changeOf(id)).toMatchObject({
      state: 'running',
      error: expect.stringContaining('called too often'),
    });
    groups.graph.faults.release();
    expect(await over(id)).toMatchObject({ state: 'done', error: null });
  });

  it('and does not come back is given up, with who was reached kept', async () => {
    groups.graph.faults.plan('groups.members.add', 'none', 4);
    groups.graph.faults.plan('groups.members.add', 'failing', 500);
    const { id, ...change } = await make('add', [3, 4, 5, 6, 7, 8]);
    expect(change).toMatchObject({ state: 'failed', done_count: 4, failed_count: 0 });
    expect(change.error).toContain('It was tried 4 times.');
    expect((await states(id)).filter((state) => state === 'waiting')).toHaveLength(2);
  });

  it('and no longer lets the portal change groups is told with what to grant', async () => {
    groups.graph.permissions.delete('Group.ReadWrite.All');
    groups.graph.permissions.delete('GroupMember.ReadWrite.All');
    groups.graph.permissions.add('Group.Read.All');
    const { id, state } = await make('add', [3]);
    expect(state).toBe('failed');
    expect((await usersOf(id)).data[0]?.message).toContain('GroupMember.ReadWrite.All');
    for (const one of ['Group.ReadWrite.All', 'GroupMember.ReadWrite.All']) groups.graph.permissions.add(one);
  });
});

it('two changes of different people of a group at once both come to their end', async () => {
  const ids = await Promise.all([begin('add', [3, 4]), begin('remove', [1, 5]), begin('add', [6])]);
  for (const id of ids) expect((await over(id)).state).toBe('done');
  expect(members()).toEqual([2, 3, 4, 6]);
  expect(await known()).toEqual(['Person 2', 'Person 3', 'Person 4', 'Person 6']);
});
