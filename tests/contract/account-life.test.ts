import { beforeAll, describe, expect, it } from 'vitest';
import type { MyClosures } from '#calls/account-life.ts';
import type { Mail } from '#kernel/work.ts';
import { OWNER } from '#tests/support/factory/clouds.ts';
import { keepAccount, lifeOf, livingAws } from '#tests/support/factory/life.ts';
import { restless, withFactory } from '#tests/support/factory/portal.ts';
import { followJob } from '#tests/support/follow-job.ts';

const cloud = livingAws();

describe('an account of AWS after it was made', () => {
  const factory = withFactory(cloud, restless);
  const ids: number[] = [];
  const account = (n: number) => ids[n] ?? 0;
  const { stateOf } = cloud;
  beforeAll(async () => {
    for (let n = 0; n < 4; n += 1) ids.push(await keepAccount(factory.db, cloud, n));
  });
  const done = async (id: number) => {
    const over = await factory.desk.over(id);
    expect(over).toMatchObject({ state: 'done', error: null });
    return over;
  };

  it('is looked at beforehand: what stops, who is told, who decides, and nothing is done', async () => {
    const preview = await lifeOf(factory.api).preview(account(0), 'close');
    expect(preview).toMatchObject({
      problems: [],
      told: [OWNER, 'ccoe@example.com'],
      steps: ['Close the account'],
      counted: expect.arrayContaining([{ label: 'Billing runs that are not final', value: 'None' }]),
    });
    expect(preview.last_day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(preview.decides).toHaveLength(2);
    expect(factory.simulator.faults.calls('CloseAccount')).toBe(0);
    expect((await lifeOf(factory.api).read(account(0))).offered).toEqual([
      'freeze',
      'close',
      'adopt',
      'move',
    ]);
  });

  it('is frozen, with who asked and why, and released to where it lay', async () => {
    const life = lifeOf(factory.api);
    expect((await life.send(account(0), 'freeze', ' ')).status).toBe(422);
    const frozen = await life.ask(account(0), 'freeze');
    const second = await lifeOf(await factory.signIn('second@example.com')).send(account(0), 'close');
    expect([second.status, second.body.error]).toEqual([
      409,
      `Account Freeze of 'account-0' is under way already: deployment ${frozen}, which requester@example.com requested. ` +
        'Wait for its end, or cancel it.',
    ]);
    await factory.approve(frozen);
    await done(frozen);
    expect(stateOf(cloud.account(0))).toBe('frozen');
    const read = await life.read(account(0));
    expect(read).toMatchObject({ state: 'frozen', last_day: null, offered: ['release', 'close'] });
    expect(read.moments[0]).toMatchObject({
      what: 'Frozen',
      by: 'requester@example.com',
      reason: 'It is time to freeze it.',
      deployment: frozen,
    });
    const released = await life.ask(account(0), 'release');
    await factory.approve(released);
    await done(released);
    expect(stateOf(cloud.account(0))).toBe('in_use');
    expect((await life.read(account(0))).state).toBe('in_use');
    // Nothing was deployed by it.
    const { body } = await factory.api.get('/cloud_parents?page=1');
    expect(body.meta).toMatchObject({ cloud_deployments_count: {} });
    expect(body.meta).not.toHaveProperty('cloud_deployments_count.account_freeze');
  });

  it('is closed once desk and owner agree; it is terminated then, and no difference to what the cloud lists', async () => {
    const id = await lifeOf(factory.api).ask(account(1), 'close');
    expect((await factory.desk.does(id, 'approve', { reason: 'I want it.' })).status).toBe(403);
    expect((await factory.approve(id)).status).toBe(202);
    expect((await factory.approve(id)).status).toBe(409);
    expect(await factory.desk.read(id)).toMatchObject({ state: 'waiting_approval' });
    const stranger = lifeOf(await factory.signIn('somebody@example.com'));
    expect((await stranger.answer(id, true)).status).toBe(404);
    const owner = await factory.signIn(OWNER);
    const { data } = (await owner.get<MyClosures>('/my_cloud/closures')).body;
    expect(data).toMatchObject([
      { id, name: 'account-1', reason: 'It is time to close it.', agreed_at: null },
    ]);
    expect((await lifeOf(owner).answer(id, true)).status).toBe(200);
    await done(id);
    expect(stateOf(cloud.account(1))).toBe('closed');
    const read = await lifeOf(factory.api).read(account(1));
    expect(read).toMatchObject({ state: 'closed', offered: [] });
    const mails = (await factory.api.get<Mail[]>('/outbox?page=1&per_page=100')).body.data;
    expect(mails.filter(({ to }) => to === OWNER).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['May account-1 be closed?', `account-1 (${cloud.account(1)}) is closed`]),
    );
    const { body } = await factory.api.post<{ job: { id: string } }>('/cloud_parents/sync', {});
    await followJob(factory.api, body.data.job.id);
    const { rows } = await factory.db.query('SELECT terminated FROM cloud_parents WHERE id = $1', [
      account(1),
    ]);
    expect(rows).toEqual([{ terminated: true }]);
    const { rowCount } = await factory.db.query(
      `SELECT 1 FROM inventory_differences WHERE kind = 'terminated' AND cloud_parent_id = $1`,
      [account(1)],
    );
    expect(rowCount).toBe(0);
    expect((await lifeOf(factory.api).read(account(1))).state).toBe('closed');
  });

  it('is not closed where its owner takes the agreement back, and no call was made', async () => {
    const before = factory.simulator.faults.calls('CloseAccount');
    const id = await lifeOf(factory.api).ask(account(2), 'close');
    const owner = lifeOf(await factory.signIn(OWNER));
    expect((await owner.answer(id, true)).status).toBe(200);
    expect((await owner.answer(id, false)).status).toBe(422);
    expect((await owner.answer(id, false, 'We need it until May.')).status).toBe(200);
    expect(await factory.desk.read(id)).toMatchObject({
      state: 'cancelled',
      decided_by: OWNER,
      decision_reason: 'We need it until May.',
    });
    expect((await factory.approve(id)).status).toBe(409);
    expect(factory.simulator.faults.calls('CloseAccount')).toBe(before);
    expect(stateOf(cloud.account(2))).toBe('in_use');
  });

  it('is closed by whose it is by now: who had it before agrees to nothing, and is told nothing of it', async () => {
    const id = await lifeOf(factory.api).ask(account(3), 'close');
    const former = await factory.signIn(OWNER);
    const toldOf = async () =>
      (await former.get<MyClosures>('/my_cloud/closures')).body.data.map((one) => one.id);
    expect(await toldOf()).toContain(id);
    await factory.db.query(
      `INSERT INTO cloud_contacts (email, terminated) VALUES ('heir@example.com', false)`,
    );
    await factory.db.query({
      text: `UPDATE cloud_parents SET cloud_contact_email = 'Heir@example.com' WHERE id = $1`,
      values: [account(3)],
    });
    expect(await toldOf()).not.toContain(id);
    for (const agrees of [true, false]) {
      const answer = await lifeOf(former).answer(id, agrees, 'It is mine.');
      expect([answer.status, answer.body.error]).toEqual([
        409,
        "'account-3' is not in your name any more, so its closure is not yours to decide.",
      ]);
    }
    const heir = lifeOf(await factory.signIn('heir@example.com'));
    expect((await heir.answer(id, true)).status).toBe(404);
    const refused = await factory.approve(id);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      "'account-3' is in the name of heir@example.com by now, whose agreement was not requested. Decline this closure; it can be requested anew.",
    ]);
    expect((await factory.decline(id)).status).toBe(202);
    // As one that was approved and has failed, before somebody else got the account.
    await factory.db.query({
      text: `UPDATE cloud_deployments SET state = 'failed' WHERE id = $1`,
      values: [id],
    });
    const again = await factory.desk.does(id, 'retry');
    expect([again.status, again.body.error]).toEqual([
      409,
      "'account-3' is in the name of heir@example.com by now, whose agreement was not requested. Request its closure anew.",
    ]);
    const anew = await lifeOf(factory.api).ask(account(3), 'close');
    expect((await heir.answer(anew, false, 'We still need it.')).status).toBe(200);
    expect(stateOf(cloud.account(3))).toBe('in_use');
  });

  it('that is frozen is in use to a reading which lists it as cancelled, and to none once somebody brought it back', async () => {
    const { db } = factory;
    const { rows } = await db.query<{ id: number }>(
      `INSERT INTO cloud_parents (terminated, provider_type, identifier, managed)
       VALUES (false, 'AzureCloudParent', 'A-Frozen-One', true) RETURNING id`,
    );
    const frozen = rows[0]?.id;
    const { rows: deployments } = await db.query<{ id: number }>('SELECT id FROM cloud_deployments LIMIT 1');
    await db.query(
      `INSERT INTO account_lives (cloud_parent_id, state, deployment_id, listed_inactive) VALUES ($1, 'frozen', $2, true)`,
      [frozen, deployments[0]?.id],
    );
    const read = async (active: boolean) => {
      await db.query(`DELETE FROM inventory_read_accounts WHERE provider_type = 'AzureCloudParent'`);
      await db.query(
        `INSERT INTO inventory_read_accounts (provider_type, identifier, active)
         VALUES ('AzureCloudParent', 'a-frozen-one', $1)`,
        [active],
      );
      await db.query(`SELECT settle_account_lives('AzureCloudParent', now())`);
      const { rows: found } = await db.query(
        `SELECT r.active, EXISTS (SELECT FROM account_lives WHERE cloud_parent_id = $1) AS frozen
         FROM inventory_read_accounts r WHERE r.key = 'a-frozen-one'`,
        [frozen],
      );
      return found;
    };
    expect(await read(false)).toEqual([{ active: true, frozen: true }]);
    expect(await read(true)).toEqual([{ active: true, frozen: true }]);
    await db.query(`UPDATE account_lives SET since = now() - interval '8 days' WHERE cloud_parent_id = $1`, [
      frozen,
    ]);
    expect(await read(true)).toEqual([{ active: true, frozen: false }]);
  });
});
