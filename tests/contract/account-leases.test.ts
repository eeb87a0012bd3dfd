import { beforeAll, describe, expect, it } from 'vitest';
import type { Due } from '#calls/my-cloud.ts';
import type { WaitingWork } from '#calls/overview.ts';
import { formatDay } from '#kernel/dates.ts';
import { OWNER } from '#tests/support/factory/clouds.ts';
import {
  inDays,
  leaseClock,
  leasesOf,
  leaseTerms,
  mailsAbout,
  TODAY,
} from '#tests/support/factory/leases.ts';
import { keepAccount, lifeOf, livingAws } from '#tests/support/factory/life.ts';
import { restless, withFactory } from '#tests/support/factory/portal.ts';

const cloud = livingAws();
const DESK = 'ccoe@example.com';

describe('the lease of an account', () => {
  const factory = withFactory(cloud, restless, {});
  const clock = leaseClock(factory);
  const ids: number[] = [];
  const account = (n: number) => ids[n] ?? 0;
  const desk = () => leasesOf(factory.api);
  const owner = async () => leasesOf(await factory.signIn(OWNER));
  const begun = async (n: number, kind: string) => {
    const { rows } = await factory.db.query<{ id: number; state: string }>(
      'SELECT id, state FROM cloud_deployments WHERE identifier = $1 AND kind = $2 ORDER BY id',
      [cloud.account(n), kind],
    );
    return rows;
  };
  beforeAll(async () => {
    for (let n = 0; n < 4; n += 1) ids.push(await keepAccount(factory.db, cloud, n));
  });

  it('is set with an end and a limit; owner, desk and the line of time have it, and what is wrong is named', async () => {
    expect(await desk().read(account(0))).toBeNull();
    const wrong = await desk().set(account(0), leaseTerms(-1));
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      [{ field: 'ends_on', message: 'Last Day must be today or later.' }],
    ]);
    const lacking = await desk().set(account(0), leaseTerms(10, { limit_amount: '500' }));
    expect([lacking.status, lacking.body.errors?.[0]?.field]).toEqual([422, 'limit_currency']);
    expect((await desk().set(999_999, leaseTerms(10))).status).toBe(404);

    const set = await desk().set(account(0), leaseTerms(10));
    expect(set.status, set.text).toBe(200);
    expect(set.body.data.lease).toMatchObject({
      state: 'running',
      ends_on: inDays(10),
      limit: null,
      latest_day: inDays(20),
      coming: [
        { day: inDays(3), what: 'Owner and desk are reminded of the end' },
        { day: inDays(10), what: 'Its last day' },
        { day: inDays(11), what: 'The account is frozen' },
        { day: inDays(31), what: 'Owner and desk are asked to close it' },
      ],
    });
    expect((await desk().set(account(0), leaseTerms(10, { lock_version: 7 }))).status).toBe(409);
    const told = `account-0 is lent until ${formatDay(inDays(10))}`;
    expect(await mailsAbout(factory.api, told)).toEqual([`${DESK}: ${told}`, `${OWNER}: ${told}`]);
    expect((await lifeOf(factory.api).read(account(0))).moments[0]).toMatchObject({
      what: expect.stringContaining('Lease set: Its last day is'),
      by: 'requester@example.com',
      reason: 'A sandbox for a try.',
      deployment: null,
    });
  });

  it('is told of before its end, each time once, though two look at once and the clock is set back', async () => {
    const about = () => mailsAbout(factory.api, 'The lease of account-0 ends');
    // With ten days to go, who set it has just told of it.
    await clock.look(0);
    expect(await about()).toEqual([]);
    await clock.lookTogether(3);
    await clock.look(3);
    const week = `The lease of account-0 ends in 7 days, on ${formatDay(inDays(10))}`;
    expect(await about()).toEqual([`${DESK}: ${week}`, `${OWNER}: ${week}`]);
    await clock.look(-5);
    await clock.look(0);
    await clock.look(4);
    expect(await about()).toHaveLength(2);
    await clock.look(9);
    expect(await about()).toHaveLength(4);
    // The clock was set back again: all of it was told.
    await clock.look(3);
    expect(await about()).toHaveLength(4);
  });

  it('is extended with a reason, within what its terms allow, by the desk and by its owner', async () => {
    const far = await desk().extend(account(0), 21);
    expect([far.status, far.body.errors?.[0]?.message]).toEqual([
      422,
      `Last Day must be ${formatDay(inDays(20))} or earlier: one extension adds at most 10 days, ` +
        `and all of them together 15 days to ${formatDay(inDays(10))}.`,
    ]);
    expect((await desk().extend(account(0), 20, { reason: ' ' })).status).toBe(422);
    expect((await desk().extend(account(0), 10)).status).toBe(422);
    expect((await desk().extend(account(0), 12, { release: true })).status).toBe(409);
    expect((await desk().extend(account(0), 12)).body.data.lease.ends_on).toBe(inDays(12));

    const stranger = leasesOf(await factory.signIn('somebody@example.com'));
    expect(await stranger.mine()).toEqual([]);
    expect((await stranger.extendMine(account(0), 13)).status).toBe(404);
    const mine = await owner();
    expect(await mine.mine()).toMatchObject([{ account: { name: 'account-0' }, ends_on: inDays(12) }]);
    expect((await mine.extendMine(account(0), 22)).status).toBe(200);
    expect((await mine.extendMine(account(0), 25)).status).toBe(200);
    const over = await mine.extendMine(account(0), 26);
    expect([over.status, over.body.error]).toEqual([
      409,
      `It was extended by all of its 15 days, to ${formatDay(inDays(25))}: ask the CCoE team to set it anew.`,
    ]);
    const { data: due } = (await (await factory.signIn(OWNER)).get<Due[]>('/my_cloud/due')).body;
    expect(due.filter(({ kind }) => kind === 'lease')).toMatchObject([{ id: account(0), day: inDays(25) }]);
    const { moments } = await lifeOf(factory.api).read(account(0));
    expect(moments[0]).toMatchObject({
      what: `Lease extended to ${formatDay(inDays(25))}`,
      by: OWNER,
      reason: 'The try goes on.',
    });
  });

  it('freezes the account once it has ended, and asks desk and owner to close it some days later, each once', async () => {
    expect((await desk().set(account(1), leaseTerms(0))).status).toBe(200);
    await clock.look(0);
    expect((await desk().read(account(1)))?.state).toBe('running');
    await clock.lookTogether(1);
    const [freeze, ...others] = await begun(1, 'account_freeze');
    expect(others).toEqual([]);
    expect(await factory.desk.over(freeze?.id ?? 0)).toMatchObject({ state: 'done', requested_by: DESK });
    expect(cloud.stateOf(cloud.account(1))).toBe('frozen');
    await clock.look(1);
    await clock.look(0);
    expect(await begun(1, 'account_freeze')).toHaveLength(1);
    expect(await desk().read(account(1))).toMatchObject({
      state: 'frozen',
      ended: { on: inDays(1), for: 'end' },
      may_release: true,
      coming: [{ day: inDays(21), what: 'Owner and desk are asked to close it' }],
    });
    const { moments } = await lifeOf(factory.api).read(account(1));
    expect(moments.map(({ what }) => what)).toEqual(expect.arrayContaining(['Lease ended', 'Frozen']));
    expect(moments.find(({ what }) => what === 'Frozen')?.reason).toContain(
      `The lease of the account has ended. Its last day, ${formatDay(TODAY)}, has passed.`,
    );

    await clock.look(20);
    expect(await begun(1, 'account_closure')).toEqual([]);
    await clock.lookTogether(21);
    await clock.look(22);
    const [closure, ...more] = await begun(1, 'account_closure');
    expect([closure?.state, more]).toEqual(['waiting_approval', []]);
    expect(await mailsAbout(factory.api, 'May account-1 be closed?')).toHaveLength(1);
    expect(cloud.stateOf(cloud.account(1))).toBe('frozen');
    // Somebody at the desk and the owner have to agree, as with a person's wish.
    expect((await factory.approve(closure?.id ?? 0)).status).toBe(202);
    expect((await begun(1, 'account_closure'))[0]?.state).toBe('waiting_approval');
  });

  it('that froze the account is extended by its owner, who has the account released; the closure is cancelled', async () => {
    const released = await (await owner()).extendMine(account(1), 8, { release: true });
    expect(released.status, released.text).toBe(200);
    expect(released.body.data.lease).toMatchObject({ state: 'running', ends_on: inDays(8), closure: null });
    expect((await begun(1, 'account_closure')).map(({ state }) => state)).toEqual(['cancelled']);
    const [release] = await begun(1, 'account_release');
    expect(await factory.desk.over(release?.id ?? 0)).toMatchObject({ state: 'done', requested_by: OWNER });
    expect(cloud.stateOf(cloud.account(1))).toBe('in_use');
    await clock.look(1);
    expect(await begun(1, 'account_freeze')).toHaveLength(1);
    // It ends anew.
    await clock.look(9);
    expect(await begun(1, 'account_freeze')).toHaveLength(2);
  });

  it('ends by its spend limit: told at 80 and at 100 per cent, each once, by what the exports have since its first day', async () => {
    const limited = leaseTerms(10, { limit_amount: '100', limit_currency: 'EUR' });
    expect((await desk().set(account(2), limited)).status).toBe(200);
    const costs = async (amount: string, day = TODAY, currency = 'EUR') =>
      factory.db.query(
        `INSERT INTO running_costs (provider, month, day, account, service, currency, decimals, amount)
         VALUES ('aws', date_trunc('month', $1::date), $1, $2, 'EC2', $3, 2, $4)`,
        [day, cloud.account(2), currency, amount],
      );
    const look = async () => {
      await factory.db.query('UPDATE account_leases SET spend_looked_at = NULL');
      await clock.lookTogether(0);
    };
    const about = () => mailsAbout(factory.api, 'of its spend limit');
    const looked = async () => {
      await look();
      return about();
    };
    // Of before the lease, and in another currency.
    await costs('5000', inDays(-1));
    await costs('5000', TODAY, 'USD');
    await costs('79.99');
    await look();
    expect(await about()).toEqual([]);
    await costs('0.01');
    const most = 'account-2 has reached 80% of its spend limit';
    await expect.poll(looked).toEqual([`${DESK}: ${most}`, `${OWNER}: ${most}`]);
    expect(await looked()).toHaveLength(2);
    expect(await desk().read(account(2))).toMatchObject({
      spent: { amount: '80.00', percent: '80.0', others: [{ currency: 'USD', amount: '5000.00' }] },
    });
    await costs('20');
    await expect.poll(looked).toHaveLength(4);
    expect(await looked()).toHaveLength(4);
    const [freeze, ...others] = await begun(2, 'account_freeze');
    expect(others).toEqual([]);
    expect(await factory.desk.over(freeze?.id ?? 0)).toMatchObject({ state: 'done' });
    const refused = await desk().extend(account(2), 12);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'Its spend limit of 100.00 EUR is reached: ask the CCoE team to raise it.',
    ]);
    expect((await desk().set(account(2), limited)).body.errors?.[0]?.field).toBe('limit_amount');
    expect((await desk().set(account(2), { ...limited, limit_amount: '200' })).body.data.lease.state).toBe(
      'running',
    );
  });

  it('that cannot freeze the account says why, tells the desk once, and is tried again', async () => {
    const { db } = factory;
    expect((await desk().set(account(3), leaseTerms(0))).status).toBe(200);
    const closing = await lifeOf(factory.api).ask(account(3), 'close');
    const about = () => mailsAbout(factory.api, 'account-3 could not be frozen');
    await clock.look(1);
    await db.query('UPDATE account_leases SET tried_at = NULL');
    await clock.look(1);
    expect(await about()).toHaveLength(1);
    expect(await desk().read(account(3))).toMatchObject({
      state: 'ended',
      problem: expect.stringContaining('Account Closure of'),
    });
    const waiting = async () =>
      (await factory.api.get<WaitingWork[]>('/waiting')).body.data.find(
        ({ list }) => list === 'account_leases',
      );
    const { meta } = (await factory.api.get('/account_leases?by_state=due&q=account-3')).body;
    expect(meta.total).toBe(1);
    expect((await waiting())?.count).toBeGreaterThan(0);
    expect((await factory.desk.does(closing, 'cancel')).status).toBe(202);
    await db.query('UPDATE account_leases SET tried_at = NULL');
    await clock.look(1);
    const [freeze] = await begun(3, 'account_freeze');
    expect(await factory.desk.over(freeze?.id ?? 0)).toMatchObject({ state: 'done' });
    expect((await desk().read(account(3)))?.problem).toBeNull();

    expect((await desk().remove(account(3), 'Nobody lends it any more.')).status).toBe(200);
    expect(await desk().read(account(3))).toBeNull();
    expect((await lifeOf(factory.api).read(account(3))).moments[0]).toMatchObject({
      what: 'Lease removed',
      reason: 'Nobody lends it any more.',
    });
    await clock.look(60);
    expect(await begun(3, 'account_closure')).toHaveLength(1);
  });
});
