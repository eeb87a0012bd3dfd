import { beforeEach, expect, test } from 'vitest';
import type { AccessSource } from '#server/modules/directory/access/source.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { Directory, GroupDelta, PersonDelta, DeltaPage } from '#server/providers/graph/interface.ts';
import { withDatabase } from '#tests/support/database.ts';
import { ended, jobOf, openSync, startDirectory, syncDirectory } from '#tests/support/directory-sync.ts';
import { endPauses } from '#tests/support/end-pauses.ts';
import { ADA, ADMINS, BEN, CLEO, EVERYBODY, group, id, person, small } from '#tests/support/three-people.ts';

const database = withDatabase({ poolSize: 8 });

beforeEach(() =>
  database.db.query(
    'TRUNCATE ad_groups, ad_people, ad_membership_changes, ad_sources, ad_unknown_members, ad_readings, cloud_contacts, record_history, jobs CASCADE',
  ),
);

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

const everything = async () =>
  JSON.stringify(
    await rows(
      `SELECT (SELECT jsonb_agg(g ORDER BY g.id) FROM ad_groups g) AS groups,
         (SELECT jsonb_agg(p ORDER BY p.id) FROM ad_people p) AS people, (SELECT jsonb_agg(m) FROM ad_members m) AS members,
         (SELECT jsonb_agg(c ORDER BY c.id) FROM cloud_contacts c) AS contacts,
         (SELECT count(*) FROM ad_membership_changes) AS changes, (SELECT count(*) FROM record_history) AS history`,
    ),
  );

test('a second reading that finds nothing writes nothing', async () => {
  const { simulator, directory } = await startDirectory({ initial: small });
  await database.db.query(
    `INSERT INTO cloud_contacts (email, terminated) VALUES ('cleo@example.com', false)`,
  );
  await syncDirectory(database.db, directory);
  const before = await everything();
  expect(await syncDirectory(database.db, directory)).toMatchObject({ state: 'done' });
  expect(await everything()).toBe(before);
  // One page each says that nothing changed.
  expect(simulator.faults.calls('groups.delta')).toBe(2);
  expect(simulator.faults.calls('users.delta')).toBe(2);
});

test('who joins, leaves, is renamed and goes between two readings is told', async () => {
  const { simulator, directory } = await startDirectory({ initial: small });
  await syncDirectory(database.db, directory);
  const { directory: there } = simulator;
  there.take(ADMINS, 'members', BEN);
  there.put(ADMINS, 'owners', ADA);
  there.put(ADMINS, 'members', CLEO);
  there.changeGroup(ADMINS, { name: 'APP_GCP_Admins' });
  there.addGroup({ name: 'APP_AWS_New', members: [BEN] });
  there.removeGroup(EVERYBODY);
  expect(await syncDirectory(database.db, directory)).toMatchObject({ state: 'done' });
  expect(await changes()).toEqual([
    'APP_GCP_Admins renamed APP_AWS_PIM_Admins',
    'APP_AWS_New created',
    'APP_AWS_New joined member Ben',
    'APP_GCP_Admins left member Ben',
    'APP_GCP_Admins joined member Cleo',
    'APP_GCP_Admins joined owner Ada',
    'app_azure_Everybody removed',
  ]);
  expect(await rows('SELECT name, cloud, pim FROM ad_groups ORDER BY name')).toEqual([
    { name: 'APP_AWS_New', cloud: 'aws', pim: false },
    { name: 'APP_GCP_Admins', cloud: 'gcp', pim: false },
  ]);
  expect(await memberships()).toEqual([
    'APP_AWS_New member Ben',
    'APP_GCP_Admins member Ada',
    'APP_GCP_Admins member Cleo',
    'APP_GCP_Admins owner Ada',
    'APP_GCP_Admins owner Cleo',
  ]);
  // The changes of a group that is gone lead nowhere any more.
  expect(await rows(`SELECT ad_group_id FROM ad_membership_changes WHERE change = 'removed'`)).toEqual([
    { ad_group_id: null },
  ]);
});

test('a nested group that is gone has left the groups that it was in', async () => {
  const { simulator, directory } = await startDirectory({ initial: small });
  await syncDirectory(database.db, directory);
  simulator.directory.removeGroup(ADMINS);
  await syncDirectory(database.db, directory);
  expect(await changes()).toEqual([
    'app_azure_Everybody left nested APP_AWS_PIM_Admins',
    'APP_AWS_PIM_Admins removed',
  ]);
  expect(await memberships()).toEqual(['app_azure_Everybody member Cleo']);
});

test('an expired cursor has everything read anew, and what differs is told all the same', async () => {
  for (const refusal of ['resyncRequired', 'syncStateNotFound'] as const) {
    await database.db.query('TRUNCATE ad_groups, ad_people, ad_membership_changes, ad_sources CASCADE');
    const { simulator, directory } = await startDirectory({ initial: small });
    await syncDirectory(database.db, directory);
    simulator.directory.take(ADMINS, 'members', BEN);
    simulator.directory.removePerson(ADA);
    simulator.directory.expireTokens(refusal);
    expect(await syncDirectory(database.db, directory)).toMatchObject({ state: 'done' });
    expect(await changes()).toEqual([
      'APP_AWS_PIM_Admins left member Ada',
      'APP_AWS_PIM_Admins left member Ben',
    ]);
    expect(await rows('SELECT name FROM ad_people WHERE gone')).toEqual([{ name: 'Ada' }]);
  }
});

/** What a crash of the database leaves of unlogged tables. */
const crash = () =>
  database.db.query('TRUNCATE ad_readings, ad_read_people, ad_read_groups, ad_read_members');

const lost = {
  state: 'failed',
  error: 'What was read of the directory was lost before it could be kept. It is read again.',
};

test.each(['people', 'groups'] as const)(
  'what changed is told although the database crashes when %s are read to their end',
  async (what) => {
    const { simulator, directory } = await startDirectory({ initial: small });
    await syncDirectory(database.db, directory);
    simulator.directory.take(ADMINS, 'members', BEN);
    simulator.directory.changePerson(CLEO, { name: 'Cleopatra' });
    const ending = async function* <Told>(pages: AsyncIterable<Told>) {
      yield* pages;
      await crash();
    };
    const crashing: Directory = {
      ...directory,
      [what]: (cursor: string | null, signal: AbortSignal) =>
        ending<DeltaPage<PersonDelta | GroupDelta>>(directory[what](cursor, signal)),
    };
    expect(await syncDirectory(database.db, crashing)).toMatchObject(lost);
    expect(await changes()).toEqual([]);
    expect(await syncDirectory(database.db, directory)).toMatchObject({ state: 'done' });
    expect(await changes()).toEqual(['APP_AWS_PIM_Admins left member Ben']);
    expect(await rows(`SELECT FROM ad_people WHERE name = 'Cleopatra'`)).toHaveLength(1);
  },
);

test('nobody is gone because the database crashes between two pages of everybody', async () => {
  const people = Array.from({ length: 25 }, (_, n) => person(id(100 + n), `Person${n}`));
  const { directory } = await startDirectory({ initial: { people, groups: [] }, pageSize: 10 });
  await syncDirectory(database.db, directory);
  await database.db.query(`UPDATE ad_sources SET cursors = '{}'`);
  const crashing: Directory = {
    ...directory,
    async *people(...asked) {
      let pages = 0;
      for await (const page of directory.people(...asked)) {
        pages += 1;
        if (pages === 2) await crash();
        yield page;
      }
    },
  };
  expect(await syncDirectory(database.db, crashing, { input: { accept_losses: true } })).toMatchObject(lost);
  expect(await rows('SELECT FROM ad_people WHERE NOT gone')).toHaveLength(25);
  expect(await syncDirectory(database.db, directory)).toMatchObject({ state: 'done' });
  expect(await rows('SELECT FROM ad_people WHERE NOT gone')).toHaveLength(25);
});

test('half of a page, and a 500 after it, change nothing', async () => {
  const people = Array.from({ length: 25 }, (_, n) => person(id(100 + n), `Person${n}`));
  const { simulator, directory } = await startDirectory({
    initial: { people, groups: small.groups },
    pageSize: 10,
  });
  for (const fault of ['lost-garbage', 'failing', 'garbage', 'lost'] as const) {
    simulator.faults.plan('users.delta', 'none');
    simulator.faults.plan('users.delta', fault);
    const job = await syncDirectory(database.db, directory);
    expect(job).toMatchObject({ state: 'failed', error: expect.stringContaining('did not answer') });
    expect(await rows('SELECT FROM ad_people')).toHaveLength(0);
    simulator.faults.clear();
  }
  expect(await syncDirectory(database.db, directory)).toMatchObject({ state: 'done' });
  expect(await rows('SELECT FROM ad_people')).toHaveLength(25);
});

test('a directory that asks to wait for minutes is read on from there, by a worker that does other things meanwhile', async () => {
  const people = Array.from({ length: 25 }, (_, n) => person(id(100 + n), `Person${n}`));
  const { simulator, directory } = await startDirectory({ initial: { people, groups: [] }, pageSize: 10 });
  simulator.throttle.seconds = 240;
  simulator.faults.plan('users.delta', 'none');
  simulator.faults.plan('users.delta', 'throttled');
  const sync = await openSync(database.db, directory);
  const before = Date.now();
  const job = await sync.ask();
  await expect.poll(async () => (await jobOf(database.db, job)).next_look).not.toBeNull();
  const waits = await jobOf(database.db, job);
  expect(waits.error).toBeNull();
  expect(Date.parse(String(waits.next_look))).toBeGreaterThan(before + 200_000);
  expect(await rows('SELECT FROM ad_people')).toHaveLength(0);
  await endPauses(database.db);
  expect(await ended(database.db, job)).toMatchObject({ state: 'done' });
  expect(await rows('SELECT FROM ad_people')).toHaveLength(25);
  // The first page was not read twice: one each, and the one that was refused.
  expect(simulator.faults.calls('users.delta')).toBe(4);
});

test('a cloud that refuses is told once a directory that asks to wait was read to its end', async () => {
  const people = Array.from({ length: 25 }, (_, n) => person(id(100 + n), `Person${n}`));
  const { simulator, directory } = await startDirectory({ initial: { people, groups: [] }, pageSize: 10 });
  simulator.throttle.seconds = 240;
  simulator.faults.plan('users.delta', 'none');
  simulator.faults.plan('users.delta', 'throttled');
  const source: AccessSource = {
    provider_type: 'AwsCloudParent',
    name: 'AWS',
    permissionSets() {
      throw new ProviderFailure('refused', 'AWS refuses the portal.');
    },
    async *assignments() {},
  };
  const sync = await openSync(database.db, directory, { sources: [source] });
  const job = await sync.ask();
  await expect
    .poll(
      async () => {
        const { state, next_look: next } = await jobOf(database.db, job);
        return state === 'failed' || next !== null;
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  expect(await jobOf(database.db, job)).toMatchObject({ error: null, next_look: expect.anything() });
  await endPauses(database.db);
  expect(await ended(database.db, job)).toMatchObject({ state: 'failed', error: 'AWS refuses the portal.' });
  expect(await rows('SELECT FROM ad_people')).toHaveLength(25);
  // No page was read twice.
  expect(simulator.faults.calls('users.delta')).toBe(4);
});

test('what is throttled for a moment is repeated by the client', async () => {
  const { simulator, directory } = await startDirectory({ initial: small });
  simulator.faults.plan('groups.delta', 'throttled');
  expect(await syncDirectory(database.db, directory)).toMatchObject({ state: 'done' });
  expect(simulator.faults.calls('groups.delta')).toBe(2);
});

test('an application without rights is told which one it lacks, and nothing is believed gone', async () => {
  const { simulator, directory } = await startDirectory({ initial: small });
  await syncDirectory(database.db, directory);
  const before = await everything();
  simulator.permissions.delete('User.Read.All');
  const job = await syncDirectory(database.db, directory);
  expect(job.state).toBe('failed');
  expect(job.error).toMatch(/does not allow the portal to read its people.*permission User\.Read\.All/);
  expect(await everything()).toBe(before);
});

test('who is in a group before the directory tells of them is in it once it does', async () => {
  const STRANGER = id(77);
  const { simulator, directory } = await startDirectory({
    initial: { ...small, groups: [group(ADMINS, 'APP_AWS_Admins', { members: [STRANGER, ADA] })] },
  });
  // The directory knows that it is a person, and tells of them after the groups.
  const early = {
    ...directory,
    groups: async function* (...given: Parameters<typeof directory.groups>) {
      for await (const page of directory.groups(...given))
        yield {
          ...page,
          items: page.items.map((item) =>
            item.gone
              ? item
              : { ...item, members: item.members.map((one) => ({ ...one, kind: 'person' as const })) },
          ),
        };
    },
  };
  await syncDirectory(database.db, early);
  expect(await memberships()).toEqual(['APP_AWS_Admins member Ada']);
  simulator.directory.addPerson({ id: STRANGER, name: 'Stranger', userPrincipalName: 's@tenant.example' });
  await syncDirectory(database.db, directory);
  expect(await memberships()).toEqual(['APP_AWS_Admins member Ada', 'APP_AWS_Admins member Stranger']);
  expect(await rows('SELECT FROM ad_unknown_members')).toHaveLength(0);
});

test('a group of thousands is told in pieces, and read whole', async () => {
  const people = Array.from({ length: 300 }, (_, n) => person(id(1000 + n), `Person${n}`));
  const everybody = group(EVERYBODY, 'APP_AWS_Everybody', { members: people.map(({ id: at }) => at) });
  const { simulator, directory } = await startDirectory({
    initial: { people, groups: [everybody] },
    pageSize: 2,
    referencesOfEntry: 25,
  });
  await syncDirectory(database.db, directory);
  expect(simulator.faults.calls('groups.delta')).toBe(6);
  expect(await rows('SELECT member_count FROM ad_groups')).toEqual([{ member_count: 300 }]);
});

test('clouds are read though the directory is away, and it is read when asked again', async () => {
  const { simulator, directory } = await startDirectory({ initial: small });
  await syncDirectory(database.db, directory);
  const source: AccessSource = {
    provider_type: 'AwsCloudParent',
    name: 'AWS',
    async *permissionSets() {
      yield [
        {
          arn: 'arn:1',
          name: 'Admin',
          description: null,
          duration: null,
          relay: null,
          managedPolicies: [],
          inlinePolicy: null,
        },
      ];
    },
    async *assignments() {
      yield [
        {
          permissionSet: 'arn:1',
          principal: { kind: 'group' as const, externalId: ADMINS, name: null },
          accounts: ['123456789012'],
        },
      ];
    },
  };
  simulator.faults.plan('users.delta', 'failing');
  const failed = await syncDirectory(database.db, directory, { sources: [source] });
  expect(failed).toMatchObject({ state: 'failed' });
  expect(await rows('SELECT permission_sets, dormant FROM ad_groups ORDER BY lower(name)')).toEqual([
    { permission_sets: ['Admin'], dormant: false },
    { permission_sets: [], dormant: true },
  ]);
  const done = await syncDirectory(database.db, directory, { sources: [source] });
  expect(done.result).toMatchObject({
    outcome: { counts: expect.arrayContaining([{ label: 'AWS: assignments', count: 1 }]) },
  });
});
