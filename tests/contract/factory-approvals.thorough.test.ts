import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HistoryEntry } from '#kernel/history.ts';
import type { WaitingWork } from '#calls/overview.ts';
import type { Mail } from '#kernel/work.ts';
import { startAzure, type AzureSimulator } from '#simulators/azure/azure.ts';
import { CENTER, testClouds, type TestCloud } from '#tests/support/factory/clouds.ts';
import { withFactory } from '#tests/support/factory/portal.ts';

const [aws, azure] = testClouds;
if (!aws || !azure) throw new Error('There is no cloud.');

describe('a request that somebody else has to approve', () => {
  const factory = withFactory(aws);
  const mailsTo = async (to: string) => {
    const { data } = (await factory.api.get<Mail[]>('/outbox?page=1&per_page=100')).body;
    return data.filter((mail) => mail.to === to).map(({ subject }) => subject);
  };

  it('waits, is work on the start page, and is told of by mail', async () => {
    const asked = await factory.desk.ask(aws, 'waits-here');
    expect(asked).toMatchObject({ state: 'waiting_approval', requested_by: 'requester@example.com' });
    const { data } = (await factory.api.get<WaitingWork[]>('/waiting')).body;
    expect(data).toContainEqual(
      expect.objectContaining({ list: 'cloud_deployments', filter: 'state', value: 'waiting_approval' }),
    );
    expect(await mailsTo('ccoe@example.com')).toContain('AWS Account waits-here waits for your approval');
    expect(await mailsTo('requester@example.com')).toContain('AWS Account waits-here waits for approval');
    expect(factory.simulator.faults.calls('CreateAccount')).toBe(0);
  });

  it('is not approved by the requester, nor without a reason, nor twice', async () => {
    const { id } = await factory.desk.ask(aws, 'not-by-me');
    const own = await factory.desk.does(id, 'approve', { reason: 'I want it.' });
    expect([own.status, own.body.error]).toEqual([403, 'Somebody else than the requester has to decide.']);
    expect((await factory.desk.does(id, 'approve', {})).status).toBe(422);
    expect((await factory.approve(id)).status).toBe(202);
    const again = await factory.approve(id);
    expect([again.status, again.body.error]).toEqual([
      409,
      "approver@example.com has decided on 'not-by-me' already.",
    ]);
  });

  it('is made once it is approved; the history has what was asked, decided and changed', async () => {
    const { id } = await factory.desk.ask(aws, 'made-then');
    await factory.approve(id);
    const done = await factory.desk.over(id);
    expect(done).toMatchObject({ state: 'done', decided_by: 'approver@example.com' });
    expect(done.decision_reason).toBe('It is needed.');
    expect(await mailsTo('requester@example.com')).toEqual(
      expect.arrayContaining(['AWS Account made-then was approved', 'AWS Account made-then is ready']),
    );
    const { data } = (await factory.api.get<HistoryEntry[]>(`/cloud_deployments/${id}/history`)).body;
    const changed = (field: string) =>
      data.flatMap(({ by, changes }) =>
        changes.flatMap((change) => (change.field === field ? [[by.email, change.to]] : [])),
      );
    expect(changed('request')).toEqual([
      ['requester@example.com', expect.objectContaining({ accountName: 'made-then', ou: 'sandbox' })],
    ]);
    expect(changed('decision_reason')).toEqual([['approver@example.com', 'It is needed.']]);
    expect(changed('state').map(([, state]) => state)).toEqual(
      expect.arrayContaining(['waiting_approval', 'running', 'done']),
    );
  });

  it('is cancelled where it is declined, and may be asked for again', async () => {
    const { id } = await factory.desk.ask(aws, 'declined-one');
    expect((await factory.decline(id)).status).toBe(202);
    expect(await factory.desk.read(id)).toMatchObject({ state: 'cancelled', decision_reason: 'It is not.' });
    expect((await factory.desk.ask(aws, 'declined-one')).state).toBe('waiting_approval');
  });

  it('is cancelled by whoever may, and has no calls then', async () => {
    const { id } = await factory.desk.ask(aws, 'taken-back');
    expect((await factory.desk.does(id, 'cancel')).status).toBe(202);
    expect(await factory.desk.read(id)).toMatchObject({ state: 'cancelled' });
    expect((await factory.approve(id)).status).toBe(409);
    expect(factory.simulator.made()).not.toContain('taken-back');
  });
});

describe('a request that no longer holds when it is decided on', () => {
  let tenant: AzureSimulator['state'] | undefined;
  const cloud: TestCloud = {
    ...azure,
    start: async () => {
      const { url, faults, state, close } = await startAzure({ delaySeconds: 0, tagDelaySeconds: 0 });
      tenant = state;
      const made = () => state.subscriptions.map(({ displayName }) => displayName);
      return { faults, settings: { AZURE_API: url }, made, close };
    },
  };
  const factory = withFactory(cloud);
  const ADVICE =
    'It cannot be approved like this: decline it, so that it is requested anew, or wait until it holds again.';

  it('is refused where its cost center has expired meanwhile, and made once that is valid again', async () => {
    const { id } = await factory.desk.ask(cloud, 'center-expires');
    const expire = async (day: string) =>
      factory.db.query(`UPDATE cost_centers SET expired_at = ${day} WHERE identifier = $1`, [CENTER]);
    onTestFinished(async () => void (await expire('NULL')));
    await expire("date '2024-02-29'");
    const late = await factory.approve(id);
    expect([late.status, late.body.error, late.body.errors?.map(({ field }) => field)]).toEqual([
      422,
      `Cost Center '${CENTER}' is not known, or no longer valid. Choose another one. ${ADVICE}`,
      ['cost_center_tag'],
    ]);
    expect(await factory.desk.read(id)).toMatchObject({ state: 'waiting_approval', decided_by: null });
    expect(factory.simulator.faults.calls(cloud.creates)).toBe(0);
    await expire('NULL');
    expect((await factory.approve(id)).status).toBe(202);
    expect((await factory.desk.over(id)).state).toBe('done');
  });

  it('is refused where somebody else has made the same in the cloud, and may be declined', async () => {
    const { id } = await factory.desk.ask(cloud, 'taken-since');
    const theirs = { id: randomUUID(), displayName: 'Taken-Since', group: 'test' };
    tenant?.subscriptions.push({ ...theirs, state: 'Enabled', tags: {}, tagsSeenAt: 0 });
    const late = await factory.approve(id);
    expect([late.status, late.body.error, late.body.errors?.map(({ field }) => field)]).toEqual([
      422,
      `There is a subscription called 'Taken-Since' already: ${theirs.id}. Choose another name. ${ADVICE}`,
      ['subscription_name'],
    ]);
    expect((await factory.decline(id)).status).toBe(202);
  });
});

describe('requests', () => {
  const factory = withFactory(aws);

  it('name every wrong field at once, unknown ones and what is not in the reference data included', async () => {
    const body = {
      ...aws.body('wrong-in-all'),
      accountEmail: 'x',
      costCenterTag: 'nothing',
      regions: 'nowhere',
      colour: 'red',
    };
    const { status, body: answer } = await factory.api.post(aws.path, { account: body });
    expect(status).toBe(422);
    expect(answer.errors?.map(({ field }) => field).toSorted()).toEqual([
      'accountEmail',
      'colour',
      'costCenterTag',
      'regions',
    ]);
  });

  it('take no cost center that has expired', async () => {
    await factory.db.query(
      `INSERT INTO cost_centers (identifier, company_code, companies_id, cloud_contact_id, active_at, expired_at, approved)
       SELECT 'CC-GONE', company_code, companies_id, cloud_contact_id, '2020-01-01', '2024-02-29', true
       FROM cost_centers LIMIT 1`,
    );
    const body = { ...aws.body('of-the-past'), costCenterTag: 'CC-GONE' };
    const { status, body: answer } = await factory.api.post(aws.path, body);
    expect([status, answer.errors?.map(({ field }) => field)]).toEqual([422, ['costCenterTag']]);
    const { data } = (await factory.api.get<{ identifier: string }[]>('/cost_centers?by_validity=valid'))
      .body;
    expect(data.map(({ identifier }) => identifier)).not.toContain('CC-GONE');
  });

  it('are refused as long as another one asks for the same, and answered as before with the same key', async () => {
    const key = { 'idempotency-key': 'the-same' };
    const send = async (more: Record<string, string> = {}) =>
      factory.api.post<{ cloud_deployment: { id: number } }>(aws.path, aws.body('twin-one'), more);
    const first = await send(key);
    expect(first.status).toBe(202);
    const { id } = first.body.data.cloud_deployment;
    for (const answer of await Promise.all([send(), send({ 'idempotency-key': 'another' }), send()])) {
      expect(answer.status).toBe(409);
      expect(answer.body.error).toContain(`deployment ${id}`);
    }
    const again = await send(key);
    expect([again.status, again.body.data.cloud_deployment.id]).toEqual([202, id]);
  });

  it('go on by themselves where a clock was set back while they waited', { timeout: 400_000 }, async () => {
    const id = await factory.begin('set-back', () =>
      factory.simulator.faults.plan('CreateAccount', 'throttled'),
    );
    // As it looks after the clock was set back by a day.
    await expect
      .poll(
        async () => {
          const { rowCount } = await factory.db.query(
            `UPDATE pgboss.job SET start_after = start_after + interval '1 day'
             WHERE group_id = 'cloud_deployment' AND state < 'active' AND start_after < now() + interval '1 hour'`,
          );
          return (rowCount ?? 0) > 0 || (await factory.desk.read(id)).state === 'done';
        },
        { timeout: 60_000, interval: 20 },
      )
      .toBe(true);
    expect((await factory.desk.over(id)).state).toBe('done');
  });
});
