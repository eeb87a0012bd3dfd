import { describe, expect, it } from 'vitest';
import { newId, type AccountRequest, type State } from '#simulators/aws/state.ts';
import { startAws } from '#simulators/aws/aws.ts';
import { testClouds, type TestCloud } from '#tests/support/factory/clouds.ts';
import { restless, withFactory } from '#tests/support/factory/portal.ts';

const [aws] = testClouds;
if (!aws) throw new Error('There is no cloud.');

/** What AWS is still making is known by its name alone: it may be somebody else's. */
describe('an account whose call was lost while AWS makes one of the same name for somebody else', () => {
  let state: State | undefined;
  const cloud: TestCloud = {
    ...aws,
    start: async () => {
      const { url, faults, close, ...more } = await startAws({ delaySeconds: 0 });
      ({ state } = more);
      const made = () => Object.values(more.state.accounts).map(({ name }) => name);
      return { faults, settings: { AWS_API: url }, made, close };
    },
  };
  const factory = withFactory(cloud, restless);
  const accounts = () => Object.values(state?.accounts ?? {});

  /** Begins a deployment that follows a creation with this address, until that has ended. */
  async function follows(name: string, email: string): Promise<number> {
    const theirs: AccountRequest = {
      id: newId('car', 32),
      name,
      email,
      tags: {},
      requestedAt: Date.now(),
      readyAt: null,
    };
    const id = await factory.begin(name, () => {
      factory.simulator.faults.plan('CreateAccount', 'failing');
      if (state) state.accountRequests[theirs.id] = theirs;
    });
    const followed = async () => (await factory.desk.read(id)).steps[0]?.ids['create_account_request'];
    await expect.poll(followed, { timeout: 60_000 }).toBe(theirs.id);
    theirs.readyAt = Date.now();
    return id;
  }

  it('is asked for anew once that one turns out to be theirs', async () => {
    const calls = factory.simulator.faults.calls('CreateAccount');
    const id = await follows('followed', 'elsewhere@example.com');
    const done = await factory.desk.over(id);
    expect(done).toMatchObject({ state: 'done', error: null });
    expect(accounts().filter(({ name }) => name === 'followed')).toMatchObject([
      { email: 'elsewhere@example.com' },
      { id: done.identifier, email: 'followed@example.com' },
    ]);
    // The one that was lost, and the one that made it.
    expect(factory.simulator.faults.calls('CreateAccount') - calls).toBe(2);
  });

  it('is refused where that one has its address, and can be cancelled then', async () => {
    const id = await follows('same-address', 'same-address@example.com');
    expect(await factory.desk.over(id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('which this request did not make. Ask again with another address.'),
    });
    expect((await factory.desk.does(id, 'cancel')).status).toBe(202);
  });
});
