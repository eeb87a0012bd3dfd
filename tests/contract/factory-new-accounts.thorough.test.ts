import { expect, it } from 'vitest';
import { startAws } from '#simulators/aws/aws.ts';
import { testClouds, type TestCloud } from '#tests/support/factory/clouds.ts';
import { withFactory } from '#tests/support/factory/portal.ts';

const [aws] = testClouds;
if (!aws) throw new Error('There is no cloud.');
const cloud: TestCloud = {
  ...aws,
  start: async () => {
    const { url, faults, close, ...more } = await startAws({ delaySeconds: 0, rightsAfterSeconds: 2 });
    const made = () => Object.values(more.state.accounts).map(({ name }) => name);
    return { faults, settings: { AWS_API: url }, made, close };
  },
};
const factory = withFactory(cloud);

it(
  'an account that AWS does not know everywhere yet is waited for, and made once',
  { timeout: 120_000 },
  async () => {
    const id = await factory.begin('known-late');
    expect(await factory.desk.over(id)).toMatchObject({ state: 'done', error: null });
    const { faults, made } = factory.simulator;
    expect(made().filter((name) => name === 'known-late')).toHaveLength(1);
    expect(faults.calls('CreateAccount')).toBe(1);
    // It was refused at first, and tried again.
    expect(faults.calls('ListTagsForResource')).toBeGreaterThan(1);
  },
);
