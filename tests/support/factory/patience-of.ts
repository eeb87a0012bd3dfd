import { expect, it } from 'vitest';
import { testClouds, type TestCloud } from './clouds.ts';
import { hasty, withFactory } from './portal.ts';

/** A provider that never ends what it began is no reason to wait for ever. */
export function describePatience(name: TestCloud['cloud']): void {
  const cloud = testClouds.find((one) => one.cloud === name);
  if (!cloud) throw new Error(`There is no cloud ${name}.`);
  const factory = withFactory(cloud, { ...hasty, patienceSeconds: 3 });

  it(
    `${cloud.kind}: what never ends has failed after a while, with a sentence, and Retry looks again`,
    { timeout: 400_000 },
    async () => {
      const id = await factory.begin('never-ends', () =>
        factory.simulator.faults.plan(cloud.sticks, 'stuck'),
      );
      const failed = await factory.desk.over(id);
      expect(failed.state).toBe('failed');
      expect(failed.error).toMatch(/did not end within 3 seconds\..* retry goes on from '/s);
      expect((await factory.desk.does(id, 'cancel')).status).toBe(409);
      expect((await factory.desk.does(id, 'retry')).status).toBe(202);
      expect((await factory.desk.over(id)).state).toBe('failed');
      expect(factory.simulator.faults.calls(cloud.creates)).toBe(1);
    },
  );
}
