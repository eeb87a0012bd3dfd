import { describe, expect, it } from 'vitest';
import type { Fault } from '#simulators/faults/faults.ts';
import { addBaseline } from '#tests/support/factory/baselines.ts';
import { azureInSight, testClouds, type TestCloud } from '#tests/support/factory/clouds.ts';
import type { Deployment } from '#tests/support/factory/desk.ts';
import { FAULTS } from '#tests/support/factory/faults-of.ts';
import { restless, withFactory } from '#tests/support/factory/portal.ts';

const MOST_RETRIES = 12;
const NO_APPROVAL = {};

const stepOf = ({ steps }: Deployment, name: string) => steps.find((one) => one.name === name);

describe.each(testClouds)('a baseline of $cloud', (cloud: TestCloud) => {
  const factory = withFactory(cloud, restless, NO_APPROVAL);

  /** Asks for an account with its baseline, and tries again what failed. */
  async function made(name: string, fault: Fault): Promise<Deployment> {
    const more = await addBaseline(factory.db, cloud, { access: cloud.access, required: true });
    factory.simulator.faults.plan(cloud.givesAccess, fault);
    const { id } = await factory.desk.ask(cloud, name, more);
    for (let tries = 0; tries < MOST_RETRIES; tries += 1) {
      const over = await factory.desk.over(id);
      if (over.state !== 'failed') return over;
      expect(over.error).toMatch(/^[A-Z'].{20,}[.!?]$/s);
      expect((await factory.desk.does(id, 'retry')).status).toBe(202);
    }
    return factory.desk.over(id);
  }
  const accessOf = ({ identifier }: Deployment) => factory.simulator.access?.(String(identifier)) ?? [];

  it.each(FAULTS)(
    'gives each group its access once where a call for it is %s',
    { timeout: 400_000 },
    async (fault) => {
      const over = await made(`base-${fault}`, fault);
      factory.simulator.faults.clear();
      expect(over).toMatchObject({ state: 'done', error: null });
      expect(accessOf(over)).toEqual(cloud.access);
      for (const at of [1, 2]) expect(stepOf(over, `baseline_access_${at}`)?.state).toBe('done');
    },
  );
});

describe('resource providers of a subscription', () => {
  const { cloud: own, state } = azureInSight();
  const factory = withFactory(own, restless, NO_APPROVAL);
  const registered = ({ identifier }: Deployment) =>
    state()
      .registrations.filter(({ subscriptionId }) => subscriptionId === identifier)
      .map(({ namespace }) => namespace);
  const asked = async (name: string, providers: readonly string[]) => {
    const more = await addBaseline(factory.db, own, { providers });
    return factory.desk.over((await factory.desk.ask(own, name, more)).id);
  };

  it.each(FAULTS)('are registered once where a call for it is %s', { timeout: 400_000 }, async (fault) => {
    factory.simulator.faults.plan('Providers_Register', fault);
    factory.simulator.faults.plan('Providers_Get', fault);
    const over = await asked(`providers-${fault}`, ['Microsoft.Network', 'microsoft.compute']);
    factory.simulator.faults.clear();
    expect(over).toMatchObject({ state: 'done', error: null });
    expect(stepOf(over, 'baseline_resource_providers')).toMatchObject({
      state: 'done',
      note: 'Microsoft.Network, microsoft.compute',
    });
    expect(registered(over)).toEqual(['microsoft.network', 'microsoft.compute']);
  });

  it('follow the roles, and a role that Azure does not have is skipped', { timeout: 400_000 }, async () => {
    const access = ['Emperor for 11111111-1111-4111-8111-111111111111'];
    const more = await addBaseline(factory.db, own, { access, providers: ['Microsoft.Sql'] });
    const over = await factory.desk.over((await factory.desk.ask(own, 'no-such-role', more)).id);
    expect(over).toMatchObject({ state: 'done', error: null });
    expect(stepOf(over, 'baseline_access_1')).toMatchObject({
      state: 'skipped',
      note: expect.stringMatching(/^Azure has no role 'Emperor'/),
    });
    expect(registered(over)).toEqual(['microsoft.sql']);
  });

  it('that Azure does not have are said so', { timeout: 400_000 }, async () => {
    const over = await asked('providers-unknown', ['Microsoft.Nothing']);
    expect(stepOf(over, 'baseline_resource_providers')).toMatchObject({
      state: 'skipped',
      note: expect.stringContaining("The resource namespace 'Microsoft.Nothing' is invalid."),
    });
  });
});

describe('a permission set that is not there', () => {
  const aws = testClouds.find(({ cloud }) => cloud === 'aws');
  if (!aws) throw new Error('There is no AWS.');
  const factory = withFactory(aws, restless);

  it(
    'and one that the portal may not give is skipped with the reason, and Retry gives it',
    { timeout: 400_000 },
    async () => {
      const more = await addBaseline(factory.db, aws, { access: aws.access });
      const { id } = await factory.desk.ask(aws, 'may-not-give', more);
      factory.simulator.faults.plan(aws.givesAccess, 'denied');
      await factory.approve(id);
      const over = await factory.desk.over(id);
      expect(over).toMatchObject({ state: 'done', error: null });
      expect(stepOf(over, 'baseline_access_1')).toMatchObject({
        state: 'skipped',
        note: expect.stringContaining('sso:CreateAccountAssignment'),
      });
      const accessOf = () => factory.simulator.access?.(String(over.identifier)) ?? [];
      expect(accessOf()).toEqual([aws.access[1]]);
      expect((await factory.desk.does(id, 'retry')).status).toBe(202);
      expect(await factory.desk.over(id)).toMatchObject({ state: 'done', error: null });
      expect(accessOf().toSorted()).toEqual([...aws.access].toSorted());
      const mails = await factory.db.query(
        `SELECT 1 FROM outbox WHERE subject LIKE '%may-not-give is ready'`,
      );
      expect(mails.rowCount).toBe(1);
      expect((await factory.desk.does(id, 'retry')).status).toBe(409);
    },
  );

  it('is an error of the request', async () => {
    const access = ['Emperor for 11111111-1111-4111-8111-111111111111'];
    const more = await addBaseline(factory.db, aws, { access, required: true });
    const body = await factory.desk.body(aws, 'no-such-set');
    const { status, text } = await factory.api.post(aws.path, { ...body, ...more });
    expect(status).toBe(422);
    expect(text).toContain("IAM Identity Center has no permission set 'Emperor'");
  });

  it('any more fails what is required, and says which', { timeout: 400_000 }, async () => {
    const more = await addBaseline(factory.db, aws, { access: aws.access, required: true });
    const { id } = await factory.desk.ask(aws, 'set-that-went', more);
    await factory.db.query(
      `UPDATE cloud_deployments SET request = jsonb_set(request, '{baseline,access,0,role}', '"Emperor"') WHERE id = $1`,
      [id],
    );
    await factory.approve(id);
    expect(await factory.desk.over(id)).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^IAM Identity Center has no permission set 'Emperor'/),
    });
  });
});
