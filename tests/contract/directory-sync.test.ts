import { beforeEach, expect, test } from 'vitest';
import type { InitialDirectory } from '#server/simulators/graph/state.ts';
import { withDatabase } from '#tests/support/database.ts';
import { startDirectory, syncDirectory } from '#tests/support/directory-sync.ts';

const database = withDatabase({ poolSize: 8 });

beforeEach(() =>
  database.db.query(
    'TRUNCATE ad_groups, ad_people, ad_membership_changes, ad_sources, ad_unknown_members, ad_readings, cloud_contacts, record_history, jobs CASCADE',
  ),
);

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const ADA = id(1);
const BEN = id(2);
const CLEO = id(3);
const ADMINS = id(11);
const EVERYBODY = id(12);

const person = (at: string, name: string, given: object = {}) => ({
  id: at,
  name,
  userPrincipalName: `${name.toLowerCase()}@tenant.example`,
  email: `${name.toLowerCase()}@example.com`,
  enabled: true,
  ...given,
});
const group = (at: string, name: string, given: object = {}) => ({
  id: at,
  name,
  description: null,
  email: null,
  dynamic: false,
  syncedElsewhere: false,
  members: [] as string[],
  owners: [] as string[],
  ...given,
});

const small: InitialDirectory = {
  people: [person(ADA, 'Ada'), person(BEN, 'Ben'), person(CLEO, 'Cleo', { enabled: false })],
  groups: [
    group(ADMINS, 'APP_AWS_PIM_Admins', {
      members: [ADA, BEN],
      owners: [CLEO],
      description: 'Those who may',
    }),
    group(EVERYBODY, 'app_azure_Everybody', { members: [ADMINS, CLEO], dynamic: true }),
  ],
};

const rows = async <Row extends object>(sql: string): Promise<Row[]> =>
  (await database.db.query<Row & Record<string, unknown>>(sql)).rows;
const groups = () =>
  rows('SELECT name, cloud, pim, dynamic, synced_elsewhere FROM ad_groups ORDER BY lower(name)');
const memberships = async () =>
  (
    await rows<{ line: string }>(
      `SELECT g.name || ' ' || m.role || ' ' || p.name AS line FROM ad_members m
         JOIN ad_groups g ON g.id = m.ad_group_id JOIN ad_people p ON p.id = m.ad_person_id
       UNION ALL SELECT g.name || ' nested ' || c.name FROM ad_nested_groups n
         JOIN ad_groups g ON g.id = n.ad_group_id JOIN ad_groups c ON c.id = n.child_id ORDER BY 1`,
    )
  ).map(({ line }) => line);
const changes = async () =>
  (
    await rows<{ line: string }>(
      `SELECT concat_ws(' ', group_name, change, role, who) AS line FROM ad_membership_changes ORDER BY id`,
    )
  ).map(({ line }) => line);

test('a first reading brings people, groups and who is in them, and tells of no change', async () => {
  const { directory } = await startDirectory({ initial: small });
  const job = await syncDirectory(database.db, directory);
  expect(job).toMatchObject({ state: 'done', error: null });
  expect(await groups()).toEqual([
    { name: 'APP_AWS_PIM_Admins', cloud: 'aws', pim: true, dynamic: false, synced_elsewhere: false },
    { name: 'app_azure_Everybody', cloud: 'azure', pim: false, dynamic: true, synced_elsewhere: false },
  ]);
  expect(
    await rows('SELECT name, email, enabled, gone, left_at IS NULL AS works FROM ad_people ORDER BY name'),
  ).toEqual([
    { name: 'Ada', email: 'ada@example.com', enabled: true, gone: false, works: true },
    { name: 'Ben', email: 'ben@example.com', enabled: true, gone: false, works: true },
    { name: 'Cleo', email: 'cleo@example.com', enabled: false, gone: false, works: false },
  ]);
  expect(await memberships()).toEqual([
    'APP_AWS_PIM_Admins member Ada',
    'APP_AWS_PIM_Admins member Ben',
    'APP_AWS_PIM_Admins owner Cleo',
    'app_azure_Everybody member Cleo',
    'app_azure_Everybody nested APP_AWS_PIM_Admins',
  ]);
  expect(await changes()).toEqual([]);
  expect(
    await rows(
      'SELECT member_count, nested_group_count, owners, dormant FROM ad_groups ORDER BY lower(name)',
    ),
  ).toEqual([
    { member_count: 2, nested_group_count: 0, owners: ['Cleo'], dormant: true },
    { member_count: 3, nested_group_count: 1, owners: [], dormant: true },
  ]);
});
