import { beforeEach, describe, expect, it } from 'vitest';
import type { ChangeableGroup, ChangeableMeta, ChangePreview } from '#calls/security-groups.ts';
import type { SpincoSgChange } from '#resources/spinco-sg-changes.ts';
import { idOf, somebody, withGroups } from '#tests/support/security-groups.ts';

const groups = withGroups({
  settings: { SAML_ROLES_ATTRIBUTE: 'groups', SAML_ROLE_MAP: 'all=admin, few=viewer' },
});
beforeEach(() => groups.reset());

const GROUP = 'SG_SPINCO_ONE';
interface Taken {
  spinco_sg_change: SpincoSgChange;
}
const ask = (users: string, given: object = {}, deed = 'add', headers: Record<string, string> = {}) =>
  groups.api.post<Taken>(`/spinco_sgs/${deed}`, { securityGroupName: GROUP, users, ...given }, headers);
const refused = async (answer: ReturnType<typeof ask>) => {
  const { status, body } = await answer;
  return [status, ...(body.errors ?? []).map(({ field, message }) => `${field}: ${message}`)];
};
const nothingBegun = async () => expect((await groups.api.get('/spinco_sg_changes')).body.meta.total).toBe(0);

describe('users are separated by semicolons', () => {
  it.each([
    ['a comma', 'person-3@example.com, person-4@example.com'],
    ['a blank', 'person-3@example.com person-4@example.com'],
    ['a new line', 'person-3@example.com\nperson-4@example.com'],
    ['a bar', 'person-3@example.com|person-4@example.com'],
  ])('and %s between two of them is named, with what to do', async (separator, users) => {
    expect(await refused(ask(users))).toEqual([
      422,
      `users: '${users}' has ${separator} between users: put a semicolon there, such as person-3@example.com; person-4@example.com.`,
    ]);
    await nothingBegun();
  });

  it('and every wrong one is named at once', async () => {
    expect(await refused(ask('ada; person-3@example.com; @; a b@example.com'))).toEqual([
      422,
      "users: 'ada' is no address and no user principal name, such as ada@example.com.",
      "users: '@' is no address and no user principal name, such as ada@example.com.",
      "users: 'a b@example.com' is no address and no user principal name, such as ada@example.com.",
    ]);
    await nothingBegun();
  });

  it('and each counts once, however it is written', async () => {
    const users = ' person-3@example.com ;; PERSON-3@example.com;person-3@tenant.example; ';
    const { status, body } = await ask(users);
    expect([status, body.data.spinco_sg_change]).toMatchObject([
      202,
      {
        group_name: GROUP,
        deed: 'add',
        user_count: 1,
        state: 'running',
        requested_by: 'operator@example.com',
      },
    ]);
  });

  it.each(['', ' ; ;', null, undefined, 7, ['person-3@example.com']])('and %j names none', async (users) => {
    const { status, body } = await ask(users as string);
    expect([status, body.errors.map(({ field }) => field)]).toEqual([422, ['users']]);
    await nothingBegun();
  });

  it('and more than 10,000 are refused', async () => {
    const users = Array.from({ length: 10_001 }, (_, at) => `p${at}@example.com`).join(';');
    expect(await refused(ask(users))).toEqual([422, 'users: Name at most 10,000 users at a time.']);
    expect(await refused(ask(';'.repeat(50_000)))).toEqual([
      422,
      'users: Name at most 10,000 users at a time.',
    ]);
  });
});

describe('before anything is changed', () => {
  it('each user that the directory does not know is named, and nobody is changed', async () => {
    const users = 'person-3@example.com; nobody@example.com; stranger@example.com';
    expect(await refused(ask(users))).toEqual([
      422,
      'users: The directory does not know nobody@example.com.',
      'users: The directory does not know stranger@example.com.',
    ]);
    await nothingBegun();
    expect(groups.graph.directory.groups.get(idOf(100_001))?.members).toEqual([idOf(1), idOf(2)]);
  });

  it('somebody who is new in the directory is looked up there', async () => {
    groups.graph.directory.addPerson(somebody(77));
    const { status, body } = await ask('person-77@example.com');
    expect([status, body.data.spinco_sg_change.user_count]).toEqual([202, 1]);
    const { body: people } = await groups.api.get<object[]>('/ad_people?by_name=Person 77');
    expect(people.data).toMatchObject([
      { external_id: idOf(77), user_principal_name: 'person-77@tenant.example' },
    ]);
  });

  it('an address that several people have is refused, and a user principal name is not', async () => {
    await groups.db.query(`UPDATE ad_people SET email = 'person-3@example.com' WHERE name = 'Person 4'`);
    expect(await refused(ask('person-3@example.com'))).toEqual([
      422,
      'users: person-3@example.com is the address of several people. Give the user principal name.',
    ]);
    expect((await ask('person-4@tenant.example')).status).toBe(202);
  });

  it.each([
    [
      'SG_SPINCO_SYNCED',
      'SG_SPINCO_SYNCED is synced from another directory or kept in Exchange, which alone changes it: add and remove its members there, in the on-premises Active Directory or the Exchange admin center.',
    ],
    [
      'SG_SPINCO_DYNAMIC',
      'A rule of the directory says who is in SG_SPINCO_DYNAMIC: change the rule of its dynamic members in Microsoft Entra.',
    ],
    [
      'APP_AWS_ADMINS',
      'Only groups whose names begin with SG_SPINCO are changed here, which APP_AWS_ADMINS does not.',
    ],
    ['SG_SPINCO_NONE', 'The directory has no group SG_SPINCO_NONE.'],
  ])('the group %s is refused with what to do', async (securityGroupName, message) => {
    for (const deed of ['add', 'remove'])
      expect(await refused(ask('person-3@example.com', { securityGroupName }, deed))).toEqual([
        422,
        `securityGroupName: ${message}`,
      ]);
    await nothingBegun();
  });

  it('a group that was not read yet is looked up, and refused where several are called so', async () => {
    const fresh = groups.graph.directory.addGroup({ name: 'SG_SPINCO_FRESH' });
    expect((await ask('person-3@example.com', { securityGroupName: 'SG_SPINCO_FRESH' })).status).toBe(202);
    const twin = groups.graph.directory.addGroup({ name: 'SG_SPINCO_FRESH' });
    expect(await refused(ask('person-4@example.com', { securityGroupName: 'SG_SPINCO_FRESH' }))).toEqual([
      422,
      'securityGroupName: The directory has several groups that are called SG_SPINCO_FRESH. Give each a name of its own.',
    ]);
    for (const { id } of [fresh, twin]) groups.graph.directory.removeGroup(id);
  });

  it('everything that is wrong is named at once', async () => {
    const answer = await ask('ada; nobody@example.com', { securityGroupName: 'APP_AWS_ADMINS', more: 1 });
    expect([answer.status, answer.body.errors.map(({ field }) => field)]).toEqual([
      422,
      ['more', 'users', 'securityGroupName', 'users'],
    ]);
  });

  it('a directory that is away is told, and nothing is kept', async () => {
    groups.graph.faults.plan('users.list', 'throttled', 50);
    const { status, body, headers } = await ask('nobody@example.com');
    expect([status, body.error]).toEqual([503, expect.stringContaining('The directory cannot be read now.')]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await nothingBegun();
  });
});

describe('a request', () => {
  it('may be wrapped, and what is no object is refused', async () => {
    const spinco_sg = { securityGroupName: GROUP, users: 'person-3@example.com' };
    const begun = await groups.api.post('/spinco_sgs/add', { spinco_sg });
    expect([begun.status, begun.body.data.job]).toMatchObject([202, { kind: 'spinco_sg_change' }]);
    const previewed = await groups.api.post<ChangePreview>('/spinco_sgs/add', { spinco_sg, dry_run: true });
    expect([previewed.status, previewed.body.data.errors]).toEqual([200, []]);
    for (const body of [[], 'text', { spinco_sg: 1 }])
      expect((await groups.api.post('/spinco_sgs/add', body)).status).toBe(400);
  });

  it('tells with dry_run who the users are, and changes nothing', async () => {
    const answer = await groups.api.post<ChangePreview>('/spinco_sgs/add', {
      securityGroupName: GROUP,
      users: 'person-1@example.com; person-3@example.com; nobody@example.com',
      dry_run: true,
    });
    expect([answer.status, answer.body.data]).toEqual([
      200,
      {
        users: [
          { user: 'person-1@example.com', name: 'Person 1', enabled: true, member: true, problem: null },
          { user: 'person-3@example.com', name: 'Person 3', enabled: true, member: false, problem: null },
          {
            user: 'nobody@example.com',
            name: null,
            enabled: false,
            member: false,
            problem: 'The directory does not know nobody@example.com.',
          },
        ],
        errors: [{ field: 'users', message: 'The directory does not know nobody@example.com.' }],
      },
    ]);
    await nothingBegun();
  });

  it('that comes again under its key has the first answer, and begins nothing', async () => {
    const key = { 'idempotency-key': 'the-same' };
    const first = await ask('person-3@example.com', {}, 'add', key);
    const again = await ask('person-3@example.com', {}, 'add', key);
    expect([again.status, again.body.data, again.headers.get('idempotency-replayed')]).toEqual([
      202,
      first.body.data,
      'true',
    ]);
    expect((await groups.api.get('/spinco_sg_changes')).body.meta.total).toBe(1);
  });

  it('about somebody of whom a change of the group is under way waits for its end', async () => {
    groups.graph.faults.plan('groups.members.add', 'held-before');
    const first = await ask('person-3@example.com; person-4@example.com');
    await groups.graph.faults.held();
    const { id } = first.body.data.spinco_sg_change;
    for (const deed of ['add', 'remove']) {
      const { status, body } = await ask('PERSON-4@tenant.example; person-5@example.com', {}, deed);
      expect([status, body.error]).toEqual([
        409,
        `Change ${id} of ${GROUP}, which operator@example.com requested, is under way and about one of these users. Wait for its end.`,
      ]);
    }
    expect((await ask('person-6@example.com')).status).toBe(202);
    groups.graph.faults.release();
  });

  it('is not for who may only look', async () => {
    const body = { securityGroupName: GROUP, users: 'person-3@example.com' };
    for (const deed of ['add', 'remove'])
      expect((await groups.viewer.post(`/spinco_sgs/${deed}`, body)).status).toBe(403);
    expect((await groups.viewer.get('/spinco_sgs')).status).toBe(200);
  });
});

describe('the groups that may be chosen', () => {
  const listed = async (query = '') => {
    const { body } = await groups.viewer.get<ChangeableGroup[]>(`/spinco_sgs${query}`);
    return {
      names: body.data.map(({ name }) => name),
      ...body,
      meta: body.meta as unknown as ChangeableMeta,
    };
  };

  it('are those with the prefix, each with why it refuses changes', async () => {
    await groups.db.query(
      `INSERT INTO ad_sources (name, read_at) VALUES ('directory', '2026-11-01T10:00:00Z')`,
    );
    const { data, meta } = await listed();
    expect(data).toMatchObject([
      {
        name: 'SG_SPINCO_DYNAMIC',
        dynamic: true,
        refused: expect.stringContaining('A rule of the directory'),
      },
      { name: 'SG_SPINCO_ONE', member_count: 2, refused: null },
      { name: 'SG_SPINCO_SYNCED', synced_elsewhere: true, refused: expect.stringContaining('is synced') },
    ]);
    expect(meta).toMatchObject({ total: 3, prefixes: ['SG_SPINCO'], simulated: true, missing: null });
    expect(Date.parse(meta.read_at ?? '')).toBe(Date.parse('2026-11-01T10:00:00Z'));
  });

  it('are found by a part of their name, and come in pages', async () => {
    expect((await listed('?q=_dyn')).names).toEqual(['SG_SPINCO_DYNAMIC']);
    expect((await listed('?page=2&per_page=2')).names).toEqual(['SG_SPINCO_SYNCED']);
  });
});
