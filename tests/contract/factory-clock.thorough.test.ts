import { describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { testClouds } from '#tests/support/factory/clouds.ts';
import { withFactory } from '#tests/support/factory/portal.ts';

/** Longer than anything that is delivered may take. */
const AHEAD_HOURS = 6;

/** Lets the clock by which the queue tells the time be so many hours ahead. */
const setAhead = async (db: Database, hours: number) =>
  db.query(
    `CREATE OR REPLACE FUNCTION pgboss.job_now() RETURNS timestamp with time zone LANGUAGE sql STABLE
     AS $$ SELECT now() + interval '${hours} hours' $$`,
  );

describe.each(testClouds)('a clock that jumps under a request for $kind', (cloud) => {
  const factory = withFactory(cloud);

  it(
    'ahead by hours while it is made, and back: nothing ends too early, nothing stalls, there is one account',
    { timeout: 400_000 },
    async () => {
      const { faults, made } = factory.simulator;
      const id = await factory.begin('clock-jumps', () => faults.plan(cloud.creates, 'held-after'));
      await faults.held();
      await setAhead(factory.db, AHEAD_HOURS);
      onTestFinished(async () => void (await setAhead(factory.db, 0)));
      // What is under way seems to have taken for ever, and is given to somebody else.
      await expect
        .poll(
          async () => {
            const { rowCount } = await factory.db.query(
              `SELECT FROM pgboss.job WHERE group_id = 'cloud_deployment' AND retry_count > 0`,
            );
            return rowCount ?? 0;
          },
          { timeout: 120_000, interval: 50 },
        )
        .toBeGreaterThan(0);
      await setAhead(factory.db, 0);
      faults.release();

      const done = await factory.desk.over(id);
      expect(done).toMatchObject({ state: 'done', error: null });
      expect(made().filter((name) => name === 'clock-jumps')).toEqual(['clock-jumps']);
      expect(faults.calls(cloud.creates)).toBe(1);
      const { data } = (await factory.api.get(`/cloud_parents?by_identifier=${done.identifier}`)).body;
      expect(data).toHaveLength(1);
    },
  );
});
