import { beforeEach, describe, expect, it } from 'vitest';
import type { DataOf } from '#calls/call.ts';
import type {
  AccountGrant,
  GroupAccess,
  GroupMember,
  GroupName,
  PermissionSetAccess,
  PersonAccess,
  reachOfAccount,
} from '#calls/reach.ts';
import { assignments, clearDirectory, placeDirectory, sumUp } from '#tests/support/directory.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();

beforeEach(async () => {
  await portal.db.query('TRUNCATE cloud_parents CASCADE');
  await clearDirectory(portal.db);
});

const idOf = async (
  table: 'ad_groups' | 'ad_people' | 'ad_permission_sets' | 'cloud_parents',
  name: string,
) => {
  const { rows } = await portal.db.query<{ id: number }>(`SELECT id FROM ${table} WHERE name = $1`, [name]);
  return rows[0]?.id ?? 0;
};
const account = async (identifier: string, name: string, environment = 'production') =>
  portal.db.query(
    `INSERT INTO cloud_parents (provider_type, identifier, name, environment, terminated, managed)
     VALUES ('AwsCloudParent', $1, $2, $3, false, true)`,
    [identifier, name, environment],
  );
const get = async <T>(path: string) => {
  const { status, body } = await portal.api.get<T>(path);
  return {
    status,
    data: body.data,
    meta: body.meta as unknown as Record<string, unknown>,
    error: body.error,
  };
};
const named = (chain: readonly GroupName[]) => chain.map(({ name }) => name).join(' > ');

describe('what a person reaches', () => {
  const of = async (name: string, query = '') =>
    get<PersonAccess>(`/ad_people/${await idOf('ad_people', name)}/access${query}`);

  it('has every group they are in, with the shortest chain through which, and no account of a group they only own', async () => {
    await placeDirectory(portal.db, [
      { name: 'Team', members: ['Ada Smith'] },
      { name: 'Department', nested: ['Team'] },
      { name: 'Everybody', nested: ['Department', 'Team'] },
      { name: 'Owned', owners: ['Ada Smith'] },
      { name: 'Unrelated', members: ['Bob Jones'] },
    ]);
    await assignments(portal.db, [['Owned', 'Admin', '1']]);
    const { data } = await of('Ada Smith');
    expect(data.groups.map(({ name, member, owner, chain }) => [name, member, owner, named(chain)])).toEqual([
      ['Department', true, false, 'Team > Department'],
      ['Everybody', true, false, 'Team > Everybody'],
      ['Owned', false, true, 'Owned'],
      ['Team', true, false, 'Team'],
    ]);
    expect(data.accounts).toEqual([]);
  });

  it('has every account with its permission sets, through which groups, and what they have by themselves', async () => {
    await account('200000000001', 'Shop');
    await placeDirectory(portal.db, [
      { name: 'Team', members: ['Ada Smith'] },
      { name: 'Everybody', nested: ['Team'] },
    ]);
    await assignments(
      portal.db,
      [
        ['Team', 'Admin', '200000000001'],
        ['Everybody', 'Read', '200000000001'],
        ['Everybody', 'Read', '999'],
      ],
      [['Ada Smith', 'Read', '200000000001']],
    );
    const { data, meta } = await of('Ada Smith');
    const [team, everybody] = [await idOf('ad_groups', 'Team'), await idOf('ad_groups', 'Everybody')];
    const unknown = {
      id: null,
      name: null,
      environment: null,
      provider_type: 'AwsCloudParent',
      terminated: false,
    };
    expect(data.accounts).toEqual([
      {
        account: { ...unknown, identifier: '999' },
        permission_sets: [
          { id: await idOf('ad_permission_sets', 'Read'), name: 'Read', through: [everybody], direct: false },
        ],
      },
      {
        account: {
          ...unknown,
          identifier: '200000000001',
          id: await idOf('cloud_parents', 'Shop'),
          name: 'Shop',
          environment: 'production',
        },
        permission_sets: [
          { id: await idOf('ad_permission_sets', 'Admin'), name: 'Admin', through: [team], direct: false },
          { id: await idOf('ad_permission_sets', 'Read'), name: 'Read', through: [everybody], direct: true },
        ],
      },
    ]);
    expect(meta).toEqual({ total: 2, page: 1, per_page: 25, read_at: null });
  });

  it('ends where groups lie in each other', async () => {
    await placeDirectory(portal.db, [
      { name: 'One', members: ['Ada Smith'], nested: ['Three'] },
      { name: 'Two', nested: ['One'] },
      { name: 'Three', nested: ['Two'] },
    ]);
    const { data } = await of('Ada Smith');
    expect(data.groups.map(({ chain }) => named(chain))).toEqual(['One', 'One > Two > Three', 'One > Two']);
  });

  it('comes in pages of accounts, and by part of their name or id', async () => {
    await account('200000000001', 'Shop');
    await placeDirectory(portal.db, [{ name: 'Team', members: ['Ada Smith'] }]);
    await assignments(
      portal.db,
      ['200000000001', '300', '301'].map((one) => ['Team', 'Read', one] as const),
    );
    const identifiers = async (query: string) => {
      const { data, meta } = await of('Ada Smith', query);
      return [meta['total'], ...data.accounts.map((one) => one.account.identifier)];
    };
    expect(await identifiers('?per_page=2')).toEqual([3, '300', '301']);
    expect(await identifiers('?per_page=2&page=2')).toEqual([3, '200000000001']);
    expect(await identifiers('?q=SHO')).toEqual([1, '200000000001']);
    expect(await identifiers('?q=30')).toEqual([2, '300', '301']);
  });

  it('is 404 for nobody, 400 for what is not known, and says when it was read', async () => {
    expect(await get('/ad_people/4711/access')).toMatchObject({ status: 404 });
    expect(await get('/ad_people/x/access')).toMatchObject({ status: 404 });
    await placeDirectory(portal.db, [{ name: 'Team', members: ['Ada Smith'] }]);
    expect(await of('Ada Smith', '?foo=1')).toMatchObject({
      status: 400,
      error: 'The parameter foo is not known here.',
    });
    await portal.db.query(
      `INSERT INTO ad_sources (name, read_at) VALUES ('A', '2026-11-22T10:00:00Z'), ('B', now())`,
    );
    expect((await of('Ada Smith')).meta['read_at']).toBe('2026-11-22T10:00:00.000Z');
  });
});

describe('who reaches an account', () => {
  const of = async (name: string, query = '') =>
    get<DataOf<typeof reachOfAccount>>(`/cloud_parents/${await idOf('cloud_parents', name)}/access${query}`);
  const grants = async (name: string, query = '') =>
    get<AccountGrant[]>(`/cloud_parents/${await idOf('cloud_parents', name)}/grants${query}`);

  beforeEach(async () => {
    await account('200000000001', 'Shop');
    await placeDirectory(portal.db, [
      { name: 'Admins', members: ['Ada Smith'] },
      { name: 'Readers', members: ['Bob Jones'], nested: ['Team'] },
      { name: 'Team', members: ['Ada Smith', 'Cleo Park'], nested: ['Readers'] },
    ]);
    await assignments(
      portal.db,
      [
        ['Admins', 'Admin', '200000000001'],
        ['Readers', 'Read', '200000000001'],
      ],
      [['Dan Reed', 'Read', '200000000001']],
    );
    await sumUp(portal.db);
  });

  it('has the groups and people who have something there, by permission set, with how many people are in each group', async () => {
    const { data } = await grants('Shop');
    expect(
      data.map(({ permission_set: set, group, person }) => [
        set.name,
        group?.name,
        group?.people,
        person?.name,
      ]),
    ).toEqual([
      ['Admin', 'Admins', 1, undefined],
      ['Read', 'Readers', 3, undefined],
      ['Read', undefined, undefined, 'Dan Reed'],
    ]);
  });

  it('tells what is granted in pages, and finds it by permission set, group, person and address', async () => {
    const found = async (query: string) => {
      const { data, meta } = await grants('Shop', query);
      const lines = data.map(
        ({ permission_set: set, group, person }) => `${set.name} ${group?.name ?? person?.name}`,
      );
      return [meta['total'], ...lines];
    };
    expect(await found('?page=2&per_page=1')).toEqual([3, 'Read Readers']);
    expect(await found('?page=9&per_page=1')).toEqual([3]);
    expect(await found('?q=ADMI')).toEqual([1, 'Admin Admins']);
    expect(await found('?q=reader')).toEqual([1, 'Read Readers']);
    expect(await found('?q=dan.reed@')).toEqual([1, 'Read Dan Reed']);
    await account('200000000009', 'Bare');
    expect(await found('?q=nobody')).toEqual([0]);
    expect(await grants('Bare')).toMatchObject({ status: 200, data: [], meta: { total: 0 } });
    expect((await get('/cloud_parents/999999/grants')).status).toBe(404);
  });

  it('has every person with each permission set and the chain of groups to it, circles or not', async () => {
    const { data, meta } = await of('Shop');
    expect(data.account).toMatchObject({ identifier: '200000000001', name: 'Shop' });
    expect(
      data.people.map((person) => [
        person.name,
        person.grants.map((one) => [one.permission_set.name, named(one.chain)]),
      ]),
    ).toEqual([
      [
        'Ada Smith',
        [
          ['Admin', 'Admins'],
          ['Read', 'Team > Readers'],
        ],
      ],
      ['Bob Jones', [['Read', 'Readers']]],
      ['Cleo Park', [['Read', 'Team > Readers']]],
      ['Dan Reed', [['Read', '']]],
    ]);
    expect(meta['total']).toBe(4);
  });

  it('tells those alone who reach it by one permission set or one group, or are called so, in pages', async () => {
    const people = async (query: string) => {
      const { data, meta } = await of('Shop', query);
      return [meta['total'], ...data.people.map((person) => `${person.name} ${person.grants.length}`)];
    };
    const admin = await idOf('ad_permission_sets', 'Admin');
    expect(await people(`?by_permission_set=${admin}`)).toEqual([1, 'Ada Smith 1']);
    const readers = await idOf('ad_groups', 'Readers');
    expect(await people(`?by_group=${readers}`)).toEqual([3, 'Ada Smith 1', 'Bob Jones 1', 'Cleo Park 1']);
    expect(await people('?q=bob')).toEqual([1, 'Bob Jones 1']);
    expect(await people('?per_page=1&page=2')).toEqual([4, 'Bob Jones 1']);
    expect(await of('Shop', '?by_group=none')).toMatchObject({ status: 400 });
  });
});

describe('who is in a group', () => {
  const of = async (name: string, query = '') =>
    get<GroupMember[]>(`/ad_groups/${await idOf('ad_groups', name)}/members${query}`);

  beforeEach(() =>
    placeDirectory(portal.db, [
      { name: 'Outer', owners: ['Olga Kern'], members: ['Ada Smith'], nested: ['Middle'] },
      { name: 'Middle', members: ['Bob Jones', 'Ada Smith'], nested: ['Inner'] },
      { name: 'Inner', members: ['Cleo Park'], nested: ['Outer'] },
    ]),
  );

  it('are its owners, the groups within it, and people, each with the way in', async () => {
    const { data, meta } = await of('Outer');
    expect(data.map(({ role, name, chain }) => [role, name, named(chain)])).toEqual([
      ['owner', 'Olga Kern', ''],
      ['nested', 'Inner', 'Middle'],
      ['nested', 'Middle', ''],
      ['member', 'Ada Smith', ''],
      ['member', 'Bob Jones', 'Middle'],
      ['member', 'Cleo Park', 'Inner > Middle'],
    ]);
    expect(meta).toMatchObject({ total: 6, counts: { member: 3, owner: 1, nested: 2 } });
  });

  it('are asked for by role and by part of a name or an address, and the counts stay those of all', async () => {
    const { data, meta } = await of('Outer', '?by_role=member&q=example.com&per_page=1&page=2');
    expect(data.map(({ name }) => name)).toEqual(['Bob Jones']);
    expect(meta).toMatchObject({ total: 3, counts: { member: 3, owner: 1, nested: 2 } });
    expect(await of('Outer', '?by_role=boss')).toMatchObject({ status: 400 });
  });
});

describe('where a group leads', () => {
  it('has what the groups have in which it lies, and the way to each', async () => {
    await placeDirectory(portal.db, [
      { name: 'Inner' },
      { name: 'Middle', nested: ['Inner'] },
      { name: 'Outer', nested: ['Middle'] },
    ]);
    await assignments(portal.db, [
      ['Inner', 'Read', '1'],
      ['Outer', 'Read', '1'],
      ['Outer', 'Admin', '2'],
    ]);
    const { data } = await get<GroupAccess>(`/ad_groups/${await idOf('ad_groups', 'Inner')}/access`);
    expect(data.parents.map(({ chain }) => named(chain)).toSorted()).toEqual(['Middle', 'Middle > Outer']);
    const [inner, outer] = [await idOf('ad_groups', 'Inner'), await idOf('ad_groups', 'Outer')];
    expect(
      data.accounts.map((one) => [
        one.account.identifier,
        one.permission_sets.map(({ name, through }) => [name, through]),
      ]),
    ).toEqual([
      ['1', [['Read', [inner, outer].toSorted((a, b) => a - b)]]],
      ['2', [['Admin', [outer]]]],
    ]);
  });
});

describe('who has a permission set', () => {
  it('are groups and people, each with the first hundred accounts', async () => {
    await placeDirectory(portal.db, [{ name: 'Audit', members: ['Ada Smith'] }]);
    await assignments(
      portal.db,
      Array.from({ length: 120 }, (_, at) => ['Audit', 'Read', String(1000 + at)] as const),
      [['Ada Smith', 'Read', '5']],
    );
    await sumUp(portal.db);
    const { data, meta } = await get<PermissionSetAccess[]>(
      `/ad_permission_sets/${await idOf('ad_permission_sets', 'Read')}/access`,
    );
    expect(
      data.map(({ group, person, account_count: count, accounts }) => [
        group?.name ?? person?.name,
        group?.people,
        count,
        accounts.length,
        accounts[0]?.identifier,
      ]),
    ).toEqual([
      ['Audit', 1, 120, 100, '1000'],
      ['Ada Smith', undefined, 1, 1, '5'],
    ]);
    expect(meta['total']).toBe(2);
  });
});
