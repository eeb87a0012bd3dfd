import { beforeEach, expect, test } from 'vitest';
import type { AccessSource } from '#server/modules/directory/access/source.ts';
import { stateOf } from '#server/modules/directory/sync/state.ts';
import { withDatabase } from '#tests/support/database.ts';
import { startDirectory, syncDirectory } from '#tests/support/directory-sync.ts';

const database = withDatabase({ poolSize: 8 });

beforeEach(() =>
  database.db.query(
    'TRUNCATE ad_groups, ad_people, ad_sources, ad_unknown_members, ad_readings, ad_permission_sets, jobs CASCADE',
  ),
);

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** People and groups of these numbers; everybody is in each group. */
function manyOf(people: number, groups: number) {
  const everybody = Array.from({ length: people }, (_, n) => ({
    id: id(100 + n),
    name: `Person ${n + 10}`,
    userPrincipalName: `p${n}@tenant.example`,
    email: null,
    enabled: true,
  }));
  const facts = { description: null, email: null, dynamic: false, syncedElsewhere: false, owners: [] };
  const members = everybody.map((person) => person.id);
  const teams = Array.from({ length: groups }, (_, n) => ({
    id: id(200 + n),
    name: `Team ${n + 10}`,
    ...facts,
    members,
  }));
  return { people: everybody, groups: teams };
}

const count = async (from: string) =>
  Number((await database.db.query<{ n: string }>(`SELECT count(*) AS n FROM ${from}`)).rows[0]?.n);

/** What `GET /api/ad/state` tells of the last reading. */
const failure = async () =>
  (await stateOf({ services: database, at: { directory: null, missing: 'None.' }, sources: [] }, null))
    .failure;

test('far more gone than usual is not believed, unless somebody says so', async () => {
  const initial = manyOf(40, 1);
  const { simulator, directory } = await startDirectory({ initial });
  await syncDirectory(database.db, directory);
  for (const person of initial.people.slice(0, 11))
    simulator.directory.changePerson(person.id, { enabled: false });
  const job = await syncDirectory(database.db, directory);
  expect(job.error).toContain('11 of 40 people of the directory would have been gone');
  expect(await count('ad_people WHERE NOT enabled')).toBe(0);
  const names = ['Person 10', 'Person 11', 'Person 12', 'Person 13', 'Person 14'];
  expect(await failure()).toMatchObject({
    error: job.error,
    losses: [{ what: 'people', there: 40, lost: 11, names }],
  });
  const accepted = await syncDirectory(database.db, directory, { input: { accept_losses: true } });
  expect(accepted.state).toBe('done');
  expect(await count('ad_people WHERE NOT enabled')).toBe(11);
  expect(await failure()).toBeNull();
});

test('all that would be gone is told at once, and the groups that lose most members', async () => {
  const initial = manyOf(12, 13);
  const { simulator, directory } = await startDirectory({ initial });
  await syncDirectory(database.db, directory);
  const [kept, other, ...gone] = initial.groups;
  for (const group of gone) simulator.directory.removeGroup(group.id);
  for (const person of initial.people) simulator.directory.changePerson(person.id, { enabled: false });
  for (const person of initial.people) simulator.directory.take(kept?.id ?? '', 'members', person.id);
  simulator.directory.take(other?.id ?? '', 'members', initial.people[0]?.id ?? '');
  const { error } = await syncDirectory(database.db, directory);
  expect(error).toContain('12 of 12 people and 11 of 13 groups of the directory would have been gone');
  expect((await failure())?.losses.map(({ what, names }) => [what, names[0]])).toEqual([
    ['people', 'Person 10'],
    ['groups', 'Team 12'],
  ]);
  expect(await count('ad_groups')).toBe(13);
  expect(await count('ad_members')).toBe(12 * 13);
});

test('members alone that are gone are told by the groups that lose most of them', async () => {
  const initial = manyOf(12, 2);
  const { simulator, directory } = await startDirectory({ initial });
  await syncDirectory(database.db, directory);
  const [some, most] = initial.groups;
  for (const [n, person] of initial.people.entries()) {
    simulator.directory.take(most?.id ?? '', 'members', person.id);
    if (n < 2) simulator.directory.take(some?.id ?? '', 'members', person.id);
  }
  await syncDirectory(database.db, directory);
  expect((await failure())?.losses).toEqual([
    { what: 'memberships', there: 24, lost: 14, names: ['Team 11', 'Team 10'] },
  ]);
});

test('far more of a cloud gone than usual is not believed either, and is accepted with the rest', async () => {
  const { directory } = await startDirectory({ initial: manyOf(1, 1) });
  const facts = { description: null, duration: null, relay: null, managedPolicies: [], inlinePolicy: null };
  let told = Array.from({ length: 11 }, (_, n) => ({ arn: `arn:${n}`, name: `Set ${n + 10}`, ...facts }));
  const source: AccessSource = {
    provider_type: 'AwsCloudParent',
    name: 'AWS',
    async *permissionSets() {
      yield told;
    },
    async *assignments() {
      yield [];
    },
  };
  await syncDirectory(database.db, directory, { sources: [source] });
  told = [];
  const { error } = await syncDirectory(database.db, directory, { sources: [source] });
  const names = ['Set 10', 'Set 11', 'Set 12', 'Set 13', 'Set 14'];
  expect(error).toContain('11 of 11 permission sets of AWS would have been gone');
  expect(await failure()).toMatchObject({
    losses: [{ what: 'permission sets', cloud: 'AWS', there: 11, lost: 11, names }],
  });
  expect(await count('ad_permission_sets')).toBe(11);
  const input = { accept_losses: true };
  expect((await syncDirectory(database.db, directory, { sources: [source], input })).state).toBe('done');
  expect(await count('ad_permission_sets')).toBe(0);
});
