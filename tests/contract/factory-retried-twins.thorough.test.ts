import { describe, expect, it } from 'vitest';
import { testClouds } from '#tests/support/factory/clouds.ts';
import { restless, withFactory } from '#tests/support/factory/portal.ts';

/** Projects of Google may have the same name, so nothing but the portal keeps a second one from being made. */
const [cloud] = testClouds.filter((one) => one.cloud === 'gcp');
if (!cloud) throw new Error('There is no such cloud.');

/** More often than Google's library asks by itself before it believes that it has no right. */
const DENIED = 20;

describe('a deployment that failed and is tried again', { timeout: 400_000 }, () => {
  const factory = withFactory(cloud, restless);
  const made = (name: string) => factory.simulator.made().filter((one) => one === name).length;

  /** One of this name of which its provider made nothing. */
  async function refused(name: string): Promise<number> {
    const id = await factory.begin(name, () =>
      factory.simulator.faults.plan(cloud!.creates, 'denied', DENIED),
    );
    expect((await factory.desk.over(id)).state).toBe('failed');
    factory.simulator.faults.clear();
    return id;
  }
  const jobOf = async (id: number) => {
    const { rows } = await factory.db.query<{ job_id: string }>(
      'SELECT job_id FROM cloud_deployment_work WHERE deployment_id = $1',
      [id],
    );
    return rows[0]?.job_id;
  };
  /** What its own Retry and that of its job answer. */
  const retries = async (id: number) => [
    await factory.desk.does(id, 'retry'),
    await factory.api.post(`/jobs/${await jobOf(id)}/retry`),
  ];

  it('is made where nobody has asked for the same since', async () => {
    const id = await refused('alone');
    expect((await factory.desk.does(id, 'retry')).status).toBe(202);
    expect((await factory.desk.over(id)).state).toBe('done');
    const other = await refused('alone-by-job');
    expect((await factory.api.post(`/jobs/${await jobOf(other)}/retry`)).status).toBe(202);
    expect((await factory.desk.over(other)).state).toBe('done');
    expect([made('alone'), made('alone-by-job')]).toEqual([1, 1]);
  });

  it('is refused where another one has made the same meanwhile, and no second account is made', async () => {
    const first = await refused('made-since');
    const second = await factory.begin('made-since');
    expect((await factory.desk.over(second)).state).toBe('done');
    for (const { status, body } of await retries(first))
      expect([status, body.error]).toEqual([
        409,
        `GCP Project 'made-since' was made meanwhile: deployment ${second}, which requester@example.com requested. ` +
          'Ask for another name.',
      ]);
    expect(await factory.desk.over(first)).toMatchObject({ state: 'failed' });
    expect(made('made-since')).toBe(1);
    expect((await factory.desk.does(first, 'cancel')).status).toBe(202);
  });

  it('is refused where the one that made the same was asked for before it', async () => {
    const first = await refused('made-before');
    const second = await refused('made-before');
    expect((await factory.desk.does(first, 'retry')).status).toBe(202);
    expect((await factory.desk.over(first)).state).toBe('done');
    for (const { status, body } of await retries(second))
      expect([status, body.error]).toEqual([409, expect.stringContaining(`deployment ${first}`)]);
    expect(made('made-before')).toBe(1);
  });

  it('is refused while another one for the same is under way, and made once that is cancelled', async () => {
    const first = await refused('under-way');
    const second = await factory.desk.ask(cloud, 'under-way');
    for (const { status, body } of await retries(first))
      expect([status, body.error]).toEqual([
        409,
        `GCP Project 'under-way' is under way already: deployment ${second.id}, which requester@example.com requested. ` +
          'Wait for its end, or cancel it.',
      ]);
    expect((await factory.desk.does(second.id, 'cancel')).status).toBe(202);
    expect((await factory.desk.does(first, 'retry')).status).toBe(202);
    expect((await factory.desk.over(first)).state).toBe('done');
    expect(made('under-way')).toBe(1);
  });

  it('goes on where its own account is made already, whatever was made since', async () => {
    const first = await factory.begin('half-made', () =>
      factory.simulator.faults.plan('UpdateProjectBillingInfo', 'failing', DENIED),
    );
    expect(await factory.desk.over(first)).toMatchObject({ state: 'failed' });
    factory.simulator.faults.clear();
    expect(made('half-made')).toBe(1);
    const second = await factory.begin('half-made');
    expect((await factory.desk.over(second)).state).toBe('done');
    expect((await factory.desk.does(first, 'retry')).status).toBe(202);
    expect((await factory.desk.over(first)).state).toBe('done');
  });
});
