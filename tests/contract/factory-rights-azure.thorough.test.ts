import { expect, it } from 'vitest';
import { startAzure } from '#simulators/azure/azure.ts';
import { testClouds } from '#tests/support/factory/clouds.ts';
import { hasty, withFactory } from '#tests/support/factory/portal.ts';

const azure = testClouds.find(({ cloud }) => cloud === 'azure');
if (!azure) throw new Error('There is no Azure.');

let giveRights = () => {};
const factory = withFactory(
  {
    ...azure,
    start: async () => {
      const simulator = await startAzure({ delaySeconds: 0, tagDelaySeconds: 0, rightsDelaySeconds: 3600 });
      const made = () => simulator.state.subscriptions.map(({ displayName }) => displayName);
      giveRights = () => {
        for (const one of simulator.state.subscriptions) one.rightsAt = 0;
      };
      const { faults, url, close } = simulator;
      return { faults, settings: { AZURE_API: url }, made, close };
    },
  },
  hasty,
);

it('waits for its rights on a new subscription, and makes one', { timeout: 400_000 }, async () => {
  const id = await factory.begin('late-rights');
  const waiting = () =>
    factory.desk.read(id).then(({ steps }) => steps.find(({ name }) => name === 'place_subscription'));
  await expect
    .poll(waiting, { timeout: 60_000, interval: 50 })
    .toMatchObject({ note: 'Azure has not given the portal its rights on the new subscription yet.' });
  giveRights();
  expect(await factory.desk.over(id)).toMatchObject({ state: 'done', error: null });
  expect(factory.simulator.made()).toEqual(['late-rights']);
});
