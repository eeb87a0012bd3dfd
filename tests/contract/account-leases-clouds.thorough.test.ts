import { describe, expect, it, onTestFinished } from 'vitest';
import { OWNER } from '#tests/support/factory/clouds.ts';
import { leaseClock, leasesOf, leaseTerms, mailsAbout } from '#tests/support/factory/leases.ts';
import {
  keepAccount,
  lifeOf,
  livingAws,
  livingAzure,
  livingGcp,
  type LivingCloud,
} from '#tests/support/factory/life.ts';
import { restless, withFactory } from '#tests/support/factory/portal.ts';

/** What the clock writes, by the statement with which it dies. */
const DIES = [
  { at: 'the mail before the end', table: 'outbox', when: 'INSERT', day: 9, kind: null },
  { at: 'the end', table: 'account_lease_events', when: 'INSERT', day: 11, kind: null },
  { at: 'the freeze', table: 'account_leases', when: 'UPDATE OF freeze_id', day: 11, kind: 'account_freeze' },
  {
    at: 'the closure',
    table: 'account_leases',
    when: 'UPDATE OF close_id',
    day: 40,
    kind: 'account_closure',
  },
] as const;

describe.each([livingAws(), livingAzure(), livingGcp()])('leases of $cloud', (cloud: LivingCloud) => {
  const factory = withFactory(cloud, restless, {});
  const clock = leaseClock(factory);
  const begun = async (n: number) => {
    const { rows } = await factory.db.query<{ id: number; kind: string }>(
      'SELECT id, kind FROM cloud_deployments WHERE identifier = $1 ORDER BY id',
      [cloud.account(n)],
    );
    return rows;
  };
  const over = async (n: number) => {
    for (const { id } of await begun(n)) expect(await factory.desk.over(id)).toMatchObject({ state: 'done' });
  };

  it('end with a freeze, and with a closure once desk and owner agree', { timeout: 400_000 }, async () => {
    const id = await keepAccount(factory.db, cloud, 0);
    expect((await leasesOf(factory.api).set(id, leaseTerms(10))).status).toBe(200);
    await clock.lookTogether(11);
    await over(0);
    expect(cloud.stateOf(cloud.account(0))).toBe('frozen');
    expect(await leasesOf(factory.api).read(id)).toMatchObject({ state: 'frozen', may_release: true });
    await clock.lookTogether(40);
    const closure = (await begun(0)).at(-1);
    expect(closure?.kind).toBe('account_closure');
    await factory.approve(closure?.id ?? 0);
    expect((await lifeOf(await factory.signIn(OWNER)).answer(closure?.id ?? 0, true)).status).toBe(200);
    await over(0);
    expect((await lifeOf(factory.api).read(id)).state).toBe('closed');
    expect(await leasesOf(factory.api).read(id)).toMatchObject({ state: 'closed', coming: [] });
    await clock.lookTogether(400);
    expect((await begun(0)).map(({ kind }) => kind)).toEqual(['account_freeze', 'account_closure']);
  });

  it('froze the account: an extension releases it, and it ends anew', { timeout: 400_000 }, async () => {
    const id = await keepAccount(factory.db, cloud, 1);
    expect((await leasesOf(factory.api).set(id, leaseTerms(0))).status).toBe(200);
    await clock.lookTogether(1);
    await over(1);
    expect((await leasesOf(factory.api).extend(id, 9, { release: true })).status).toBe(200);
    await over(1);
    expect(cloud.stateOf(cloud.account(1))).toBe('in_use');
    await clock.lookTogether(10);
    await over(1);
    expect(cloud.stateOf(cloud.account(1))).toBe('frozen');
    expect((await begun(1)).map(({ kind }) => kind)).toEqual([
      'account_freeze',
      'account_release',
      'account_freeze',
    ]);
  });
});

describe('a process that looks for leases', () => {
  const cloud = livingAws();
  const factory = withFactory(cloud, restless, {});
  const clock = leaseClock(factory);

  it('leaves those alone that came with a backup, until somebody extends them', async () => {
    const { db } = factory;
    const id = await keepAccount(db, cloud, DIES.length);
    expect((await leasesOf(factory.api).set(id, leaseTerms(0))).status).toBe(200);
    await db.query('UPDATE account_leases SET held = true');
    await clock.lookTogether(1);
    expect(await leasesOf(factory.api).read(id)).toMatchObject({
      state: 'running',
      coming: [],
      problem: expect.stringContaining('held when a backup was restored'),
    });
    expect((await leasesOf(factory.api).extend(id, 2)).body.data.lease.problem).toBeNull();
    await clock.lookTogether(3);
    expect((await leasesOf(factory.api).read(id))?.ended).not.toBeNull();
  });

  it.each(DIES.map((one, n) => ({ ...one, n })))(
    'and dies at $at leaves nothing of it, and the next one does it once',
    { timeout: 400_000 },
    async ({ table, when, day, kind, n }) => {
      const { db } = factory;
      await db.query('DELETE FROM account_leases');
      const id = await keepAccount(db, cloud, n);
      expect((await leasesOf(factory.api).set(id, leaseTerms(10))).status).toBe(200);
      const begun = async () =>
        (
          await db.query<{ id: number; kind: string }>(
            'SELECT id, kind FROM cloud_deployments WHERE identifier = $1 ORDER BY id',
            [cloud.account(n)],
          )
        ).rows;
      if (kind === 'account_closure') {
        await clock.look(11);
        await factory.desk.over((await begun())[0]?.id ?? 0);
      }
      const before = [await begun(), await mailsAbout(factory.api, `account-${n}`)];
      // The backend ends in the middle of this statement, as it does with its process.
      await db.query(`CREATE FUNCTION dies() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$`);
      await db.query(`CREATE TRIGGER dies BEFORE ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION dies()`);
      const live = async () => void (await db.query('DROP FUNCTION IF EXISTS dies CASCADE'));
      onTestFinished(live);
      expect(
        await clock.look(day).then(
          () => 'lived',
          () => 'died',
        ),
      ).toBe('died');
      // As long as it is there, the portal itself dies of it as well.
      expect([await begun(), await mailsAbout(factory.api, `account-${n}`)]).toEqual(before);
      await live();

      await clock.lookTogether(day);
      await clock.look(day);
      const kinds = (await begun()).map((one) => one.kind);
      const frozen = day > 10 ? ['account_freeze'] : [];
      expect(kinds).toEqual(kind === 'account_closure' ? ['account_freeze', 'account_closure'] : frozen);
      const reminders = await mailsAbout(factory.api, `The lease of account-${n} ends`);
      expect(reminders).toHaveLength(day > 10 ? 0 : 2);
      const { rows } = await db.query(
        `SELECT 1 FROM account_lease_events WHERE cloud_parent_id = $1 AND what = 'Lease ended'`,
        [id],
      );
      expect(rows).toHaveLength(day > 10 ? 1 : 0);
    },
  );
});
