import { describe, expect, it } from 'vitest';
import type { Fault } from '#simulators/faults/faults.ts';
import { cloudDeeds, type CloudDeed, type AccountState } from '#resources/account-life.ts';
import { OWNER } from '#tests/support/factory/clouds.ts';
import type { Deployment } from '#tests/support/factory/desk.ts';
import {
  keepAccount,
  lifeOf,
  livingAws,
  livingAzure,
  livingGcp,
  type LivingCloud,
} from '#tests/support/factory/life.ts';
import { hasty, restless, withFactory } from '#tests/support/factory/portal.ts';

const FAULTS: readonly Fault[] = ['throttled', 'failing', 'garbage', 'lost', 'lost-garbage', 'expired'];
const MOST_RETRIES = 12;

/** What the portal says once a deed is done. */
const AFTER: Readonly<Record<CloudDeed, AccountState>> = {
  freeze: 'frozen',
  release: 'in_use',
  close: 'closed',
  reopen: 'in_use',
};

describe.each([livingAws(), livingAzure(), livingGcp()])('accounts of $cloud', (cloud: LivingCloud) => {
  const factory = withFactory(cloud, restless);
  let next = 0;
  const offered = cloudDeeds.filter((deed) => cloud.operations[deed] !== undefined);

  /** Does it, with what goes wrong planned before its first call, however often it has to be tried again. */
  async function does(id: number, deed: CloudDeed, plan: () => void = () => {}): Promise<Deployment> {
    const deployment = await lifeOf(factory.api).ask(id, deed);
    if (deed === 'close') await lifeOf(await factory.signIn(OWNER)).answer(deployment, true);
    plan();
    await factory.approve(deployment);
    for (let tries = 0; tries < MOST_RETRIES; tries += 1) {
      const { state } = await factory.desk.over(deployment);
      if (state !== 'failed') break;
      expect((await factory.desk.does(deployment, 'retry')).status).toBe(202);
    }
    const over = await factory.desk.over(deployment);
    expect(over).toMatchObject({ state: 'done', error: null });
    expect((await lifeOf(factory.api).read(id)).state).toBe(AFTER[deed]);
    return over;
  }
  const keep = async () => {
    const n = next;
    next += 1;
    return { id: await keepAccount(factory.db, cloud, n), identifier: cloud.account(n) };
  };
  /** How the cloud has it then: Azure has one word for both. */
  const seen = (deed: CloudDeed): AccountState =>
    cloud.cloud === 'azure' && deed === 'close' ? 'frozen' : AFTER[deed];

  it(
    'are frozen, released, closed and brought back, as far as the cloud does that',
    { timeout: 400_000 },
    async () => {
      const { id, identifier } = await keep();
      for (const deed of offered) {
        await does(id, deed);
        expect(cloud.stateOf(identifier), deed).toBe(seen(deed));
      }
      const { moments } = await lifeOf(factory.api).read(id);
      const what = moments.map((one) => one.what);
      const words = { freeze: 'Frozen', release: 'Released', close: 'Closed', reopen: 'Brought back' };
      expect(what).toEqual(expect.arrayContaining(offered.map((deed) => words[deed])));
      expect(moments.every(({ deployment, reason }) => deployment === null || reason !== null)).toBe(true);
    },
  );

  it.each(FAULTS)('are as they should be where each call is %s once', { timeout: 400_000 }, async (fault) => {
    const { id, identifier } = await keep();
    for (const deed of offered) {
      const operation = cloud.operations[deed] ?? '';
      await does(id, deed, () => factory.simulator.faults.plan(operation, fault));
      factory.simulator.faults.clear();
      expect(cloud.stateOf(identifier), deed).toBe(seen(deed));
    }
  });

  it('that the cloud has closed already are only noted as closed', { timeout: 400_000 }, async () => {
    const { id, identifier } = await keep();
    await does(id, 'close');
    // As if the portal did not know.
    await factory.db.query('DELETE FROM account_lives WHERE cloud_parent_id = $1', [id]);
    await factory.db.query('UPDATE cloud_parents SET terminated = false WHERE id = $1', [id]);
    const calls = factory.simulator.faults.calls(cloud.operations.close ?? '');
    const over = await does(id, 'close');
    expect(factory.simulator.faults.calls(cloud.operations.close ?? '')).toBe(calls);
    expect(over.steps[0]?.note).toMatch(/\S/);
    expect(cloud.stateOf(identifier)).toBe(seen('close'));
  });
});

describe('an organization of AWS that may close no further account', () => {
  // Slow enough for somebody to look between two calls.
  const factory = withFactory(livingAws(1), { ...hasty, leastSeconds: 3, longestSeconds: 3 });
  const cloud = livingAws();

  it(
    'is asked again later, says so in words, and lets the closure be cancelled',
    { timeout: 400_000 },
    async () => {
      const owner = lifeOf(await factory.signIn(OWNER));
      const begin = async (n: number) => {
        const id = await keepAccount(factory.db, cloud, n);
        const deployment = await lifeOf(factory.api).ask(id, 'close');
        await owner.answer(deployment, true);
        await factory.approve(deployment);
        return deployment;
      };
      expect(await factory.desk.over(await begin(0))).toMatchObject({ state: 'done' });
      const waiting = await begin(1);
      await expect
        .poll(async () => (await factory.desk.read(waiting)).steps[0]?.note ?? '', { timeout: 60_000 })
        .toMatch(/no more than a tenth of the accounts within 30 days/);
      expect(await factory.desk.read(waiting)).toMatchObject({
        state: 'waiting_provider',
        steps: [{ state: 'waiting', attempts: 0 }],
      });
      expect((await factory.desk.does(waiting, 'cancel')).status).toBe(202);
      expect((await factory.desk.read(waiting)).state).toBe('cancelled');
    },
  );
});
