import { expect, it } from 'vitest';
import { withDatabase } from '#tests/support/database.ts';
import { HeavyWork } from './heavy-work.ts';

const database = withDatabase({ migrated: false, poolSize: 3 });

/** How many statements wait for a lock. */
const waiting = async () => {
  const { rows } = await database.db.query<{ waiting: number }>(
    `SELECT count(*)::integer AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting;
};

it('heavy work takes turns, leaves connections to others, and ends where nobody waits for it', async () => {
  const { db } = database;
  const gone = new AbortController();
  /** Somebody holds what the heavy work needs, with one of the three connections. */
  await db.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock(1)');
    const read = () =>
      new HeavyWork(gone.signal).run(() => db.query('SELECT pg_advisory_lock(1), pg_advisory_unlock(1)'));
    const works = [read(), read(), read(), read()];
    await expect.poll(waiting).toBe(1);
    gone.abort();
    const ended = await Promise.allSettled(works);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
    expect(await waiting()).toBe(0);
  });
  // Its turn is somebody else's by then.
  const { rows } = await new HeavyWork(new AbortController().signal).run(() => db.query('SELECT 1 AS one'));
  expect(rows).toEqual([{ one: 1 }]);
});

it('heavy work that needs a second connection within its turn does not wait for itself', async () => {
  const { db } = database;
  const answer = await new HeavyWork(new AbortController().signal).run(() =>
    db.transaction(async () => (await db.query<{ one: number }>('SELECT 1 AS one')).rows[0]?.one),
  );
  expect(answer).toBe(1);
});
