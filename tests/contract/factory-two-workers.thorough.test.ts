import { describe, expect, it } from 'vitest';
import { testClouds } from '#tests/support/factory/clouds.ts';
import { withFactory } from '#tests/support/factory/portal.ts';

describe.each(testClouds)('two workers on one request for $kind', (cloud) => {
  const factory = withFactory(cloud);

  it(
    'one that was thought dead keeps nothing of what it did, and there is one account',
    { timeout: 400_000 },
    async () => {
      const { faults, made } = factory.simulator;
      const id = await factory.begin('two-workers', () => faults.plan(cloud.creates, 'held-after'));
      await faults.held();
      // The queue gives the work to somebody else, as it does when a heartbeat is missed.
      await factory.db.query(
        `UPDATE pgboss.job SET state = 'retry', started_on = NULL, start_after = now()
         WHERE group_id = 'cloud_deployment' AND state = 'active'`,
      );
      const done = await factory.desk.over(id);
      faults.release();
      expect(done).toMatchObject({ state: 'done', error: null });
      expect(made().filter((name) => name === 'two-workers')).toHaveLength(1);
      expect(faults.calls(cloud.creates)).toBe(1);
      const creation = done.steps.find((step) => step.no_return);
      expect(creation).toMatchObject({ attempts: 1, state: 'done' });
    },
  );
});
