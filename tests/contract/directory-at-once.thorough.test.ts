import { expect, test } from 'vitest';
import { summarize } from '#server/modules/directory/access/summarize.ts';
import { learnMembers } from '#server/modules/directory/spinco/learn.ts';
import { withDatabase } from '#tests/support/database.ts';
import { ended, openSync, startDirectory } from '#tests/support/directory-sync.ts';
import { idOf, smallDirectory } from '#tests/support/security-groups.ts';

const database = withDatabase({ poolSize: 8 });

/** How many connections wait for a lock of another one. */
const waiting = async () => {
  const { rows } = await database.db.query<{ waiting: number }>(
    `SELECT count(*)::integer AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`,
  );
  return rows[0]?.waiting;
};

test('a reading of the directory and the end of a change of a group never wait for each other without end', async () => {
  const { db } = database;
  const { simulator, directory } = await startDirectory({ initial: smallDirectory() });
  const sync = await openSync(db, directory);
  expect((await ended(db, await sync.ask())).state).toBe('done');

  // Both have the same people and the same groups to write.
  for (const id of simulator.directory.people.keys())
    simulator.directory.changePerson(id, { name: `New ${id}` });
  for (const id of simulator.directory.groups.keys())
    simulator.directory.changeGroup(id, { description: 'New' });
  await db.query('UPDATE ad_groups SET member_count = 99');
  await db.query('UPDATE ad_people SET group_count = 99');

  // The reading is stopped between people and groups, so that the other one comes in between.
  let job = '';
  let other: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.query('LOCK TABLE ad_membership_changes IN SHARE MODE');
    job = await sync.ask();
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
    other = db.transaction((own) => summarize(own));
    // What fails before it is looked at is not unheard.
    other.catch(() => undefined);
    await expect.poll(waiting, { timeout: 60_000 }).toBe(2);
  });
  await expect(other).resolves.toMatchObject({ groups: expect.any(Number) });
  expect(await ended(db, job)).toMatchObject({ state: 'done', error: null });
  const { rows } = await db.query(
    `SELECT (SELECT count(*)::integer FROM ad_people WHERE name LIKE 'New %' AND group_count < 99) AS people,
       (SELECT count(*)::integer FROM ad_groups WHERE description = 'New' AND member_count < 99) AS groups`,
  );
  expect(rows).toEqual([{ people: 10, groups: 4 }]);
});

test('users who are taken out of a group while a reading takes them out leave it once', async () => {
  const { db } = database;
  const initial = smallDirectory();
  const { simulator, directory } = await startDirectory({ initial });
  const sync = await openSync(db, directory);
  await db.query('TRUNCATE ad_groups, ad_people, ad_membership_changes, ad_sources CASCADE');
  expect((await ended(db, await sync.ask())).state).toBe('done');
  const users = [idOf(1), idOf(2)];
  for (const id of users) simulator.directory.take(idOf(100_001), 'members', id);
  let job = '';
  await db.transaction(async (tx) => {
    await learnMembers(tx, 'remove', idOf(100_001), users);
    job = await sync.ask();
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
  });
  expect(await ended(db, job)).toMatchObject({ state: 'done', error: null });
  const { rows } = await db.query('SELECT change, who FROM ad_membership_changes ORDER BY who');
  expect(rows).toEqual([
    { change: 'left', who: 'Person 1' },
    { change: 'left', who: 'Person 2' },
  ]);
});
