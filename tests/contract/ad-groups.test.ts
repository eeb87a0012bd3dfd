import { beforeEach, describe, expect, it } from 'vitest';
import { assignments, clearDirectory, placeDirectory, sumUp } from '#tests/support/directory.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();

beforeEach(async () => {
  await portal.db.query('TRUNCATE cloud_parents CASCADE');
  await clearDirectory(portal.db);
});

interface Group {
  id: number;
  name: string;
  members: { name: string }[];
  owners: { name: string }[];
  cloud_parents: { name: string; id: number | null }[];
  ad_permission_set_id: number | null;
  gcp_ad_permission_set_mappings: Record<string, number>;
}

const groups = async (query = '') => {
  const { status, body } = await portal.api.get<Group[]>(`/ad/groups${query}`);
  return {
    status,
    data: body.data,
    meta: body.meta as unknown as Record<string, unknown>,
    error: body.error,
  };
};
const names = async (query: string) => (await groups(query)).data.map(({ name }) => name);
const listed = async (query: string) => {
  const { status, body } = await portal.api.get<{ name: string }[]>(`/ad_groups${query}`);
  return status === 200 ? body.data.map(({ name }) => name) : body.error;
};

describe('GET /ad/groups', () => {
  it('has members with those of nested groups, owners, cloud parents, and permission sets', async () => {
    await portal.db.query(
      `INSERT INTO cloud_parents (provider_type, identifier, name, terminated, managed)
       VALUES ('AwsCloudParent', '200000000001', 'Shop', false, true)`,
    );
    await placeDirectory(portal.db, [
      {
        name: 'APP_AWS_SHOP',
        cloud: 'aws',
        members: ['Bob Jones'],
        owners: ['Olga Kern'],
        nested: ['Team'],
      },
      { name: 'Team', members: ['ada smith', 'Bob Jones'] },
    ]);
    await assignments(portal.db, [
      ['APP_AWS_SHOP', 'ReadOnly', '200000000001'],
      ['APP_AWS_SHOP', 'Admin', '300000000002'],
    ]);
    await sumUp(portal.db);
    const sets = await portal.db.query<{ id: number; name: string }>(
      'SELECT id, name FROM ad_permission_sets',
    );
    const parents = await portal.db.query<{ id: number }>('SELECT id FROM cloud_parents');
    const admin = sets.rows.find(({ name }) => name === 'Admin')?.id;
    const { data, meta } = await groups();
    expect(data[0]).toMatchObject({
      name: 'APP_AWS_SHOP',
      members: [{ name: 'ada smith' }, { name: 'Bob Jones' }],
      owners: [{ name: 'Olga Kern' }],
      cloud_parents: [
        { name: '300000000002', id: null },
        { name: 'Shop', id: parents.rows[0]?.id },
      ],
      ad_permission_set_id: admin,
      gcp_ad_permission_set_mappings: {},
    });
    // It lies in the other group, and so has what that one has.
    expect(data[1]).toMatchObject({ name: 'Team', ad_permission_set_id: admin, dormant: false });
    expect(meta).toEqual({ total: 2, read_at: null });
  });

  it('says for each project of Google which permission set a group has there', async () => {
    await placeDirectory(portal.db, [{ name: 'APP_GCP_DATA', cloud: 'gcp' }, { name: 'Empty' }]);
    await assignments(portal.db, [
      ['APP_GCP_DATA', 'roles/viewer', 'shop-two'],
      ['APP_GCP_DATA', 'roles/editor', 'shop-one'],
      ['APP_GCP_DATA', 'roles/viewer', 'shop-one'],
    ]);
    await portal.db.query(`UPDATE ad_permission_sets SET provider_type = 'GcpCloudParent'`);
    const sets = await portal.db.query<{ id: number; name: string }>(
      'SELECT id, name FROM ad_permission_sets',
    );
    const id = Object.fromEntries(sets.rows.map((set) => [set.name, set.id]));
    const { data } = await groups();
    expect(data.map((group) => group.gcp_ad_permission_set_mappings)).toEqual([
      { 'shop-one': id['roles/editor'], 'shop-two': id['roles/viewer'] },
      {},
    ]);
    expect(data[1]).toMatchObject({ ad_permission_set_id: null, members: [], owners: [], cloud_parents: [] });
  });

  it('holds what a group has itself, and what the groups around it have where it has nothing there', async () => {
    await placeDirectory(portal.db, [
      { name: 'Everybody', nested: ['APP_GCP_TEAM'] },
      { name: 'APP_GCP_TEAM', cloud: 'gcp', nested: ['Everybody'] },
    ]);
    await assignments(portal.db, [
      ['Everybody', 'roles/editor', 'shop-one'],
      ['Everybody', 'roles/editor', 'shop-two'],
      ['APP_GCP_TEAM', 'roles/viewer', 'shop-one'],
    ]);
    await portal.db.query(`UPDATE ad_permission_sets SET provider_type = 'GcpCloudParent'`);
    const sets = await portal.db.query<{ id: number; name: string }>(
      'SELECT id, name FROM ad_permission_sets',
    );
    const id = Object.fromEntries(sets.rows.map((set) => [set.name, set.id]));
    const { data } = await groups();
    // They lie in each other, so that either has all; the first one by name is the editor.
    expect(data).toMatchObject([
      {
        name: 'APP_GCP_TEAM',
        ad_permission_set_id: id['roles/viewer'],
        gcp_ad_permission_set_mappings: { 'shop-one': id['roles/viewer'], 'shop-two': id['roles/editor'] },
      },
      {
        name: 'Everybody',
        ad_permission_set_id: id['roles/editor'],
        gcp_ad_permission_set_mappings: { 'shop-one': id['roles/editor'], 'shop-two': id['roles/editor'] },
      },
    ]);
  });

  it('takes a cloud by its name alone, as 1 or as true, and several of them', async () => {
    await placeDirectory(portal.db, [
      { name: 'APP_AWS_A', cloud: 'aws' },
      { name: 'APP_AZURE_A', cloud: 'azure' },
      { name: 'APP_GCP_A', cloud: 'gcp' },
      { name: 'Others' },
    ]);
    expect(await names('')).toHaveLength(4);
    for (const query of ['?aws', '?aws=', '?aws=1', '?aws=true', '?aws&gcp=0'])
      expect(await names(query), query).toEqual(['APP_AWS_A']);
    expect(await names('?azure&gcp=1')).toEqual(['APP_AZURE_A', 'APP_GCP_A']);
  });

  it('comes in pages where one is asked for', async () => {
    await placeDirectory(
      portal.db,
      ['A', 'b', 'C'].map((name) => ({ name, cloud: 'aws' as const })),
    );
    const { data, meta } = await groups('?aws&page=2&per_page=2');
    expect(data.map(({ name }) => name)).toEqual(['C']);
    expect(meta).toEqual({ total: 3, read_at: null, page: 2, per_page: 2 });
  });

  it('refuses parameters that it does not know or cannot read, and whoever is not signed in', async () => {
    expect(await groups('?oracle')).toMatchObject({
      status: 400,
      error: 'The parameter oracle is not known here.',
    });
    expect(await groups('?aws=perhaps')).toMatchObject({
      status: 400,
      error: 'aws stands by itself, or is 1 or true.',
    });
    expect((await fetch(`${portal.url}/api/ad/groups`)).status).toBe(401);
  });

  it('tells thousands of groups and their tens of thousands of members whole, in order', async () => {
    await portal.db.query(
      `INSERT INTO ad_groups (external_id, name, cloud, member_count, nested_group_count, owners, cloud_parents,
         permission_sets, dormant, pim, dynamic, synced_elsewhere)
       SELECT 'g' || i, 'Group ' || lpad(i::text, 5, '0'), 'aws', 0, 0, '[]', '[]', '[]', true, false, false, false
       FROM generate_series(1, 2000) i`,
    );
    await portal.db.query(
      `INSERT INTO ad_people (external_id, name, user_principal_name, enabled, gone, group_count, account_count)
       SELECT 'p' || i, 'Person ' || i, 'p' || i || '@example.com', true, false, 0, 0 FROM generate_series(1, 3000) i`,
    );
    await portal.db.query(
      `INSERT INTO ad_members (ad_group_id, ad_person_id, role)
       SELECT g.id, p.id, 'member' FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM ad_groups) g
         JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM ad_people) p ON g.n <= 5 OR p.n % 2000 = g.n % 2000`,
    );
    await sumUp(portal.db);
    const { data, meta } = await groups('?aws');
    expect(meta['total']).toBe(2000);
    expect(data.map(({ name }) => name)).toEqual(data.map(({ name }) => name).toSorted());
    expect(data).toHaveLength(2000);
    expect(data[0]?.members).toHaveLength(3000);
    expect(data.reduce((sum, { members }) => sum + members.length, 0)).toBe(5 * 3000 + 2990);
  });
});

describe('the groups of the specification as a list', () => {
  beforeEach(async () => {
    const people = ['Ada Smith', 'Bob Jones', 'Cy Young'];
    await placeDirectory(portal.db, [
      { name: 'APP_AWS_BIG', cloud: 'aws', members: people, owners: ['Olga Kern'] },
      { name: 'APP_AWS_PIM_ADA', cloud: 'aws', members: ['Ada Smith'] },
      { name: 'APP_AWS_SLEEPS', cloud: 'aws', members: ['Bob Jones'] },
      { name: 'APP_AZURE_ADA', cloud: 'azure', members: ['Ada Smith'] },
    ]);
    await assignments(portal.db, [
      ['APP_AWS_BIG', 'Admin', '200000000001'],
      ['APP_AWS_PIM_ADA', 'ReadOnly', '200000000001'],
      ['APP_AZURE_ADA', 'Reader', 'subscription'],
    ]);
    await sumUp(portal.db);
  });

  it('takes every filter, the search and the order of the list of groups, within its clouds', async () => {
    expect(await names('?aws&by_dormant=false')).toEqual(['APP_AWS_BIG', 'APP_AWS_PIM_ADA']);
    expect(await names('?aws&by_dormant=true')).toEqual(['APP_AWS_SLEEPS']);
    expect(await names('?aws&by_pim=true')).toEqual(['APP_AWS_PIM_ADA']);
    expect(await names('?by_person=ada')).toEqual(['APP_AWS_BIG', 'APP_AWS_PIM_ADA', 'APP_AZURE_ADA']);
    expect(await names('?azure&by_person=ada')).toEqual(['APP_AZURE_ADA']);
    expect(await names('?aws&by_account=0001&by_permission_sets=read')).toEqual(['APP_AWS_PIM_ADA']);
    expect(await names('?aws&by_name=_b')).toEqual(['APP_AWS_BIG']);
    expect(await names('?aws&q=sleeps')).toEqual(['APP_AWS_SLEEPS']);
    expect(await names('?aws&sort=-member_count&page=1&per_page=1')).toEqual(['APP_AWS_BIG']);
    const { data, meta } = await groups('?aws&sort=-name&page=2&per_page=2');
    expect(data.map(({ name }) => name)).toEqual(['APP_AWS_BIG']);
    expect(meta).toEqual({ total: 3, read_at: null, page: 2, per_page: 2 });
  });

  it('tells all members of a group, or the first of them where a list shows no more', async () => {
    const told = async (query: string) => {
      const [group] = (await groups(`?aws&by_name=BIG${query}`)).data;
      return [group?.members.map(({ name }) => name), (group as { member_count?: number })?.member_count];
    };
    expect(await told('')).toEqual([['Ada Smith', 'Bob Jones', 'Cy Young'], 3]);
    expect(await told('&first_members')).toEqual([['Ada Smith', 'Bob Jones'], 3]);
  });

  it('has what the record of a group has, so that a page may show any of it', async () => {
    const [row] = (await groups('?azure')).data;
    const record = await portal.api.get<Record<string, unknown>>(`/ad_groups/${row?.id}`);
    const { first_members: _first, ...values } = record.body.data;
    const named = ['owners', 'cloud_parents', 'permission_sets'];
    const same = Object.entries(values).filter(([name]) => !named.includes(name));
    expect(row).toMatchObject(Object.fromEntries(same));
  });

  it('refuses a filter that there is none of, and a wrong value of one', async () => {
    expect((await groups('?aws&by_nobody=x')).status).toBe(400);
    expect((await groups('?aws&by_dormant=perhaps')).status).toBe(400);
    expect((await groups('?aws&page=0')).status).toBe(400);
  });
});

describe('the list of groups', () => {
  beforeEach(async () => {
    await portal.db.query(
      `INSERT INTO cloud_parents (provider_type, identifier, name, terminated, managed)
       VALUES ('AwsCloudParent', '200000000001', 'Shop', false, true)`,
    );
    await placeDirectory(portal.db, [
      { name: 'APP_AWS_PIM_SHOP', cloud: 'aws', members: ['Ada Smith'], nested: ['Team'] },
      { name: 'Team', members: ['Bob Jones'], nested: ['APP_AWS_PIM_SHOP'] },
      { name: 'Dormant', members: ['Ada Smith'], owners: ['Bob Jones'] },
    ]);
    await assignments(portal.db, [['APP_AWS_PIM_SHOP', 'Admin', '200000000001']]);
    await sumUp(portal.db);
  });

  it('is asked for by a person, by name or address, however deep they are in groups within groups', async () => {
    expect(await listed('?by_person=bob')).toEqual(['APP_AWS_PIM_SHOP', 'Team']);
    expect(await listed('?by_person=ADA.smith@')).toEqual(['APP_AWS_PIM_SHOP', 'Dormant', 'Team']);
    expect(await listed('?by_person=nobody')).toEqual([]);
    expect(await listed('?by_person=%25')).toEqual([]);
  });

  it('is asked for by a cloud parent, by name or id, and by a permission set', async () => {
    expect(await listed('?by_account=sHop')).toEqual(['APP_AWS_PIM_SHOP', 'Team']);
    expect(await listed('?by_account=0000001')).toEqual(['APP_AWS_PIM_SHOP', 'Team']);
    expect(await listed('?by_account=Elsewhere')).toEqual([]);
    expect(await listed('?by_permission_sets=admin')).toEqual(['APP_AWS_PIM_SHOP', 'Team']);
  });

  it('has the dormant ones, which have no permission set, and those that people get into for a while', async () => {
    expect(await listed('?by_dormant=Yes')).toEqual(['Dormant']);
    expect(await listed('?by_dormant=No&by_pim=Yes')).toEqual(['APP_AWS_PIM_SHOP']);
  });

  it('says how old it is', async () => {
    await portal.db.query(`INSERT INTO ad_sources (name, read_at) VALUES ('AWS', '2026-11-22T10:00:00Z')`);
    for (const list of ['ad_groups', 'ad_people', 'ad_permission_sets']) {
      const { body } = await portal.api.get(`/${list}?page=1`);
      expect(body.meta, list).toMatchObject({ read_at: '2026-11-22T10:00:00.000Z' });
    }
  });

  it('names the first members, those of nested groups among them', async () => {
    const { body } = await portal.api.get<Record<string, unknown>[]>('/ad_groups');
    const both = [{ name: 'Ada Smith' }, { name: 'Bob Jones' }];
    expect(body.data.map(({ name, first_members: first }) => [name, first])).toEqual([
      ['APP_AWS_PIM_SHOP', both],
      ['Dormant', [{ name: 'Ada Smith' }]],
      ['Team', both],
    ]);
  });

  it('counts people of nested groups once, and groups within groups at any depth', async () => {
    const { body } = await portal.api.get<Record<string, unknown>[]>('/ad_groups');
    expect(
      body.data.map(({ name, member_count: members, nested_group_count: nested }) => [name, members, nested]),
    ).toEqual([
      ['APP_AWS_PIM_SHOP', 2, 1],
      ['Dormant', 1, 0],
      ['Team', 2, 1],
    ]);
  });
});
