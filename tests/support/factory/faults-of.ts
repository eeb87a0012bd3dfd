import { describe, expect, it } from 'vitest';
import type { Fault } from '#simulators/faults/faults.ts';
import { testClouds, type TestCloud } from './clouds.ts';
import type { Deployment } from './desk.ts';
import { restless, withFactory } from './portal.ts';

/** What goes wrong with one call of each kind that a deployment makes. */
export const FAULTS: readonly Fault[] = [
  'throttled',
  'failing',
  'garbage',
  'lost',
  'lost-garbage',
  'conflict',
  'expired',
];
const MOST_RETRIES = 12;

/** The table of faults for one cloud: whatever goes wrong, there is one account in the end. */
export function describeFaults(name: TestCloud['cloud']): void {
  const cloud = testClouds.find((one) => one.cloud === name);
  if (!cloud) throw new Error(`There is no cloud ${name}.`);
  describe(`a request for ${cloud.kind}`, () => {
    const factory = withFactory(cloud, restless);
    /** The operations that the steps of a deployment call. */
    let operations: readonly string[] = [];

    it('comes to its end where nothing goes wrong', { timeout: 400_000 }, async () => {
      const before = new Map<string, number>();
      const { faults } = factory.simulator;
      const id = await factory.begin('calm-one', () => {
        for (const operation of faults.operations()) before.set(operation, faults.calls(operation));
      });
      const done = await factory.desk.over(id);
      expect(done).toMatchObject({ state: 'done', error: null });
      expect(factory.simulator.made()).toContain('calm-one');
      operations = faults
        .operations()
        .filter((operation) => faults.calls(operation) > (before.get(operation) ?? 0));
      expect(operations).toContain(cloud.creates);
    });

    it.each(FAULTS)(
      'makes one account where each of its calls is %s once',
      { timeout: 400_000 },
      async (fault) => {
        const account = `once-${fault}`;
        expect(operations).not.toEqual([]);
        const id = await factory.begin(account, () => {
          for (const operation of operations) factory.simulator.faults.plan(operation, fault);
        });
        const done = await retried(id);
        factory.simulator.faults.clear();
        expect(done).toMatchObject({ state: 'done', error: null });
        expect(factory.simulator.made().filter((one) => one === account)).toEqual([account]);
        const { data } = (await factory.api.get(`/cloud_parents?by_identifier=${done.identifier}`)).body;
        expect(data).toMatchObject([
          { identifier: done.identifier, cloud_contact_email: 'owner@example.com' },
        ]);
      },
    );

    /** Tries again whatever failed, as its sentence says, until it is done. */
    async function retried(id: number): Promise<Deployment> {
      for (let tries = 0; tries < MOST_RETRIES; tries += 1) {
        const { state, error } = await factory.desk.over(id);
        if (state !== 'failed') break;
        expect(error).toMatch(/^[A-Z'].{20,}[.!?]$/s);
        expect((await factory.desk.does(id, 'retry')).status).toBe(202);
      }
      return factory.desk.over(id);
    }
  });
}
