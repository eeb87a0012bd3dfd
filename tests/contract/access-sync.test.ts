import { afterEach, beforeEach, expect, test } from 'vitest';
import { awsAccess } from '#server/modules/directory/access/aws-access.ts';
import { readAccess } from '#server/modules/directory/access/read-access.ts';
import type { AccessSource } from '#server/modules/directory/access/source.ts';
import { summarize } from '#server/modules/directory/access/summarize.ts';
import { openAws } from '#server/providers/aws/provider.ts';
import { SIMULATOR_KEY, startAws, type AwsOptions } from '#simulators/aws/aws.ts';
import { withDatabase } from '#tests/support/database.ts';
import { addressOf, clearDirectory, objectIdOf, placeDirectory } from '#tests/support/directory.ts';

const database = withDatabase({ poolSize: 4 });
const ends: (() => Promise<void>)[] = [];

beforeEach(async () => {
  await database.db.query('TRUNCATE cloud_parents CASCADE');
  await clearDirectory(database.db);
});
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

async function amazon(
  identity: NonNullable<Exclude<AwsOptions['initial'], () => unknown>>['identity'],
  options: AwsOptions = {},
) {
  const simulator = await startAws({ initial: { ...(identity && { identity }) }, ...options });
  ends.push(() => simulator.close());
  const access = { api: simulator.url, credentials: SIMULATOR_KEY, region: 'us-east-1' };
  const aws = openAws({ ...access, organization: null, catalogRole: 'catalog', aggregator: null });
  return { simulator, faults: simulator.faults, source: awsAccess(aws.identityCenter) };
}

/** Reads a cloud and sums it up, as the job does. */
async function read(source: AccessSource, acceptLosses = false) {
  const { db } = database;
  const told = await readAccess({ db, signal: new AbortController().signal, acceptLosses }, source);
  await db.transaction((tx) => summarize(tx));
  return told;
}

/** Who has what where, as `principal: permission set in account`. */
async function assignments() {
  const { rows } = await database.db.query<{ line: string }>(
    `SELECT coalesce(g.name, p.name) || ': ' || s.name || ' in ' || a.account AS line
     FROM ad_assignments a JOIN ad_permission_sets s ON s.id = a.ad_permission_set_id
       LEFT JOIN ad_groups g ON g.id = a.ad_group_id LEFT JOIN ad_people p ON p.id = a.ad_person_id ORDER BY 1`,
  );
  return rows.map(({ line }) => line);
}

async function groups() {
  const { rows } = await database.db.query<Record<string, unknown>>(
    `SELECT name, member_count, nested_group_count, owners, cloud_parents, permission_sets, dormant
     FROM ad_groups ORDER BY name`,
  );
  return Object.fromEntries(rows.map(({ name, ...rest }) => [name, rest]));
}

const group = (name: string, externalId: string | null = objectIdOf(name)) => ({ name, externalId });
const given = (
  principal: string,
  permissionSet: string,
  account: string,
  type: 'GROUP' | 'USER' = 'GROUP',
) => ({
  principal,
  permissionSet,
  account,
  type,
});

test('a group is known by the object id of the directory whatever it is called there, and by its name where it has none', async () => {
  await placeDirectory(database.db, [{ name: 'APP_AWS_SHOP' }, { name: 'APP_AWS_DATA' }]);
  const { source } = await amazon({
    groups: [group('Called otherwise', objectIdOf('APP_AWS_SHOP')), group('app_aws_data ', null)],
    assignments: [
      given('Called otherwise', 'ReadOnlyAccess', '200000000001'),
      given('app_aws_data ', 'PowerUserAccess', '200000000002'),
    ],
  });
  const told = await read(source);
  expect(await assignments()).toEqual([
    'APP_AWS_DATA: PowerUserAccess in 200000000002',
    'APP_AWS_SHOP: ReadOnlyAccess in 200000000001',
  ]);
  expect(told).toEqual({ permissionSets: 3, assignments: 2, unknown: { total: 0, names: [] } });
});

test('who is not in the directory, or there twice by one name, is told by name', async () => {
  await placeDirectory(database.db, [
    { name: 'Twice', id: 'one' },
    { name: 'TWICE', id: 'other' },
  ]);
  const { source } = await amazon({
    groups: [group('Twice', null), group('Local')],
    assignments: [given('Twice', 'ReadOnlyAccess', '1'), given('Local', 'ReadOnlyAccess', '1')],
  });
  const told = await read(source);
  expect(told.unknown).toEqual({ total: 2, names: ['Local', 'Twice'] });
  expect(await assignments()).toEqual([]);
});

test('a person has what was given to them alone, and not once more what their groups have', async () => {
  await placeDirectory(database.db, [{ name: 'Readers', members: ['Ada Smith'] }]);
  const { source } = await amazon({
    groups: [group('Readers')],
    users: [{ userName: addressOf('Ada Smith'), name: 'Ada', externalId: null }],
    assignments: [
      given('Readers', 'ReadOnlyAccess', '200000000001'),
      given(addressOf('Ada Smith'), 'PowerUserAccess', '200000000002', 'USER'),
    ],
  });
  await read(source);
  expect(await assignments()).toEqual([
    'Ada Smith: PowerUserAccess in 200000000002',
    'Readers: ReadOnlyAccess in 200000000001',
  ]);
});

test('a permission set has its duration, relay state, inline policy, and the policies of AWS and of the accounts', async () => {
  const inline = '{"Version":"2012-10-17","Statement":[]}';
  const { source } = await amazon({
    permissionSets: [
      {
        name: 'Support',
        description: 'Looks at tickets',
        duration: 'PT4H',
        relay: 'https://console.aws.amazon.com/support',
        managed: [{ name: 'AWSSupportAccess', arn: 'arn:aws:iam::aws:policy/AWSSupportAccess' }],
        own: [{ name: 'boundary', path: '/ccoe/' }],
        inline,
      },
    ],
  });
  await read(source);
  const { rows } = await database.db.query(
    `SELECT description, duration, relay, inline_policy, managed_policies FROM ad_permission_sets WHERE name = 'Support'`,
  );
  expect(rows).toEqual([
    {
      description: 'Looks at tickets',
      duration: 'PT4H',
      relay: 'https://console.aws.amazon.com/support',
      inline_policy: inline,
      managed_policies: [
        { name: 'AWSSupportAccess', arn: 'arn:aws:iam::aws:policy/AWSSupportAccess' },
        { name: 'boundary', arn: 'arn:aws:iam::*:policy/ccoe/boundary' },
      ],
    },
  ]);
});

test('more than one page of a hundred groups, accounts and permission sets is read to its end', async () => {
  const names = Array.from({ length: 230 }, (_, at) => `Group ${at}`);
  await placeDirectory(
    database.db,
    names.map((name) => ({ name })),
  );
  const { source, faults } = await amazon({
    groups: names.map((name) => group(name)),
    assignments: [
      ...names.map((name) => given(name, `Set of ${name}`, '200000000001')),
      ...names.slice(0, 130).map((_, at) => given('Group 0', 'ReadOnlyAccess', String(300_000_000_000 + at))),
    ],
  });
  const told = await read(source);
  expect(told.permissionSets).toBe(233);
  expect(told.assignments).toBe(360);
  expect(faults.calls('ListGroups')).toBe(3);
});

test('groups are asked one by one where fewer of them are than of permission sets in accounts', async () => {
  await placeDirectory(database.db, [{ name: 'Everywhere' }]);
  const accounts = Array.from({ length: 120 }, (_, at) => String(300_000_000_000 + at));
  const { source, faults } = await amazon({
    groups: [group('Everywhere')],
    assignments: accounts.map((account) => given('Everywhere', 'ReadOnlyAccess', account)),
  });
  expect((await read(source)).assignments).toBe(120);
  expect(faults.calls('ListAccountAssignmentsForPrincipal')).toBe(2);
  expect(faults.calls('ListAccountAssignments')).toBe(0);
});

test('accounts are asked one by one where permission sets are in few of them', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `Group ${at}`);
  await placeDirectory(database.db, [{ name: 'Group 7' }]);
  const { source, faults } = await amazon({
    groups: names.map((name) => group(name)),
    assignments: [given('Group 7', 'ReadOnlyAccess', '200000000001')],
  });
  expect((await read(source)).assignments).toBe(1);
  expect(faults.calls('ListAccountAssignments')).toBe(1);
  expect(faults.calls('ListAccountAssignmentsForPrincipal')).toBe(0);
});

test('what was asked too often is asked again', async () => {
  await placeDirectory(database.db, [{ name: 'Readers' }]);
  const { source, faults } = await amazon({
    groups: [group('Readers')],
    assignments: [given('Readers', 'ReadOnlyAccess', '200000000001')],
  });
  faults.plan('ListGroups', 'throttled', 2);
  faults.plan('ListAccountAssignments', 'throttled', 1);
  expect((await read(source)).assignments).toBe(1);
});

test('a reading that breaks off leaves everything as it was', async () => {
  await placeDirectory(database.db, [{ name: 'Readers', members: ['Ada Smith'] }]);
  const { source, faults, simulator } = await amazon({
    groups: [group('Readers')],
    assignments: [given('Readers', 'ReadOnlyAccess', '200000000001')],
  });
  await read(source);
  const before = [await assignments(), await groups()];
  simulator.state.assignments.length = 0;
  simulator.state.permissionSets.splice(0, 1);
  faults.plan('ListUsers', 'failing', 6);
  await expect(read(source)).rejects.toThrow('AWS gave no readable response');
  expect([await assignments(), await groups()]).toEqual(before);
});

test('far more gone than usual is not believed, unless somebody says so', async () => {
  await placeDirectory(database.db, [{ name: 'Readers' }, { name: 'Others' }]);
  const sets = Array.from({ length: 12 }, (_, at) => `Set ${at + 10}`);
  const { source, simulator } = await amazon({
    groups: [group('Readers'), group('Others')],
    assignments: [
      ...sets.map((set) => given('Readers', set, '200000000001')),
      given('Others', 'Set 10', '200000000001'),
    ],
  });
  await read(source);
  const before = [await assignments(), await groups()];
  simulator.state.permissionSets.length = 0;
  simulator.state.assignments.length = 0;
  await expect(read(source)).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(
      /^13 of 13 assignments and \d+ of \d+ permission sets of AWS would have been gone/,
    ),
    details: {
      losses: [
        { what: 'assignments', cloud: 'AWS', there: 13, lost: 13, names: ['Readers', 'Others'] },
        { what: 'permission sets', cloud: 'AWS', names: expect.arrayContaining(['Set 10']) },
      ],
    },
  });
  expect([await assignments(), await groups()]).toEqual(before);
  expect(await read(source, true)).toMatchObject({ permissionSets: 0, assignments: 0 });
  expect(await assignments()).toEqual([]);
});

test('ten assignments may always be gone', async () => {
  await placeDirectory(database.db, [{ name: 'Readers' }]);
  const accounts = Array.from({ length: 10 }, (_, at) => String(300_000_000_000 + at));
  const { source, simulator } = await amazon({
    groups: [group('Readers')],
    assignments: accounts.map((account) => given('Readers', 'ReadOnlyAccess', account)),
  });
  await read(source);
  simulator.state.assignments.length = 0;
  expect((await read(source)).assignments).toBe(0);
  expect(await assignments()).toEqual([]);
});

test('where Identity Center has no instance, the reading fails and says what to set', async () => {
  await placeDirectory(database.db, [{ name: 'Readers' }]);
  const there = await amazon({
    groups: [group('Readers')],
    assignments: [given('Readers', 'ReadOnlyAccess', '200000000001')],
  });
  await read(there.source);
  const { source } = await amazon({}, { identityCenter: false });
  await expect(read(source)).rejects.toThrow(
    'IAM Identity Center is not in use in us-east-1. Set AWS_REGION to the region in which it is.',
  );
  expect(await assignments()).toEqual(['Readers: ReadOnlyAccess in 200000000001']);
});

test('a key without the right to list groups is told which right that is', async () => {
  const { source, faults } = await amazon({});
  faults.plan('ListGroups', 'denied');
  await expect(read(source)).rejects.toThrow(
    /The portal may not list the groups in AWS: .* not authorized to perform: identitystore:ListGroups\./,
  );
});

test('what the cloud no longer has goes with the next reading, and what stays the same is not written', async () => {
  await placeDirectory(database.db, [{ name: 'Readers' }, { name: 'Others' }]);
  const { source, simulator } = await amazon({
    groups: [group('Readers'), group('Others')],
    assignments: [
      given('Readers', 'ReadOnlyAccess', '200000000001'),
      given('Others', 'Support', '200000000001'),
    ],
  });
  await read(source);
  const versions = async () =>
    (await database.db.query(`SELECT name, lock_version FROM ad_groups ORDER BY name`)).rows;
  const sets = async () =>
    (await database.db.query(`SELECT name, lock_version, group_count FROM ad_permission_sets ORDER BY name`))
      .rows;
  const before = [await versions(), await sets()];
  await read(source);
  expect([await versions(), await sets()]).toEqual(before);
  simulator.state.permissionSets.pop();
  await read(source);
  expect(await assignments()).toEqual(['Readers: ReadOnlyAccess in 200000000001']);
  expect((await groups())['Others']).toMatchObject({ dormant: true, permission_sets: [] });
  expect(await versions()).toEqual([
    { name: 'Others', lock_version: 3 },
    { name: 'Readers', lock_version: 2 },
  ]);
});
