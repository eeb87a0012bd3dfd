import { beforeEach, expect, test } from 'vitest';
import { withDatabase } from '#tests/support/database.ts';
import { ended, openSync, startDirectory, syncDirectory } from '#tests/support/directory-sync.ts';
import { ADA, BEN, CLEO, person, small } from '#tests/support/three-people.ts';

const database = withDatabase({ poolSize: 8 });

beforeEach(() =>
  database.db.query(
    'TRUNCATE ad_groups, ad_people, ad_sources, ad_readings, cloud_contacts, record_history, jobs CASCADE',
  ),
);

const rows = async <Row extends object>(sql: string): Promise<Row[]> =>
  (await database.db.query<Row & Record<string, unknown>>(sql)).rows;

test('cloud contacts learn who left, and who is back where nobody had said otherwise', async () => {
  await database.db.query(
    `INSERT INTO cloud_contacts (email, terminated) VALUES ('ADA@example.com', false), ('ben@tenant.example', false),
       ('cleo@example.com', true), ('nobody@example.com', false)`,
  );
  const { simulator, directory } = await startDirectory({
    initial: { ...small, people: [person(ADA, 'Ada'), person(BEN, 'Ben'), person(CLEO, 'Cleo')] },
  });
  const terminated = async () =>
    (await rows<{ email: string }>('SELECT email FROM cloud_contacts WHERE terminated ORDER BY email')).map(
      ({ email }) => email,
    );
  await syncDirectory(database.db, directory);
  // Cleo was terminated by somebody else, and works.
  expect(await terminated()).toEqual(['cleo@example.com']);
  simulator.directory.changePerson(ADA, { enabled: false });
  simulator.directory.removePerson(BEN);
  await syncDirectory(database.db, directory);
  expect(await terminated()).toEqual(['ADA@example.com', 'ben@tenant.example', 'cleo@example.com']);
  expect(await rows(`SELECT by_name, changes -> 'terminated' AS change FROM record_history`)).toEqual([
    { by_name: 'Directory sync', change: { from: false, to: true } },
    { by_name: 'Directory sync', change: { from: false, to: true } },
  ]);
  simulator.directory.changePerson(ADA, { enabled: true });
  await syncDirectory(database.db, directory);
  expect(await terminated()).toEqual(['ben@tenant.example', 'cleo@example.com']);
  expect(await rows('SELECT left_at FROM ad_people WHERE enabled AND NOT gone')).toEqual([
    { left_at: null },
    { left_at: null },
  ]);
});

test('what a person says of a contact while it is told of stays as they said it', async () => {
  await database.db.query(`INSERT INTO cloud_contacts (email, terminated) VALUES ('ada@example.com', false)`);
  const { simulator, directory } = await startDirectory({ initial: small });
  await syncDirectory(database.db, directory);
  simulator.directory.changePerson(ADA, { enabled: false });
  const sync = await openSync(database.db, directory);
  const job = await database.db.transaction(async (tx) => {
    await tx.query('UPDATE cloud_contacts SET terminated = true, lock_version = lock_version + 1');
    const asked = await sync.ask();
    const waiting = `SELECT count(*)::integer AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await rows<{ count: number }>(waiting))[0]?.count).toBe(1);
    return asked;
  });
  expect(await ended(database.db, job)).toMatchObject({ state: 'done' });
  await sync.stop();
  expect(await rows('SELECT terminated, lock_version FROM cloud_contacts')).toEqual([
    { terminated: true, lock_version: 2 },
  ]);
});
