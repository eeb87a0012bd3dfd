import { beforeEach, describe, expect, it } from 'vitest';
import { endPauses } from '#tests/support/end-pauses.ts';
import { appKey, seatOf } from '#tests/support/github.ts';
import { withGitHubPortal } from '#tests/support/github-portal.ts';

const { privateKey, publicKey } = appKey();
const desk = withGitHubPortal({
  '1': { publicKey, installations: [{ organization: 'games', copilot: 'write' }] },
  '2': { publicKey, installations: [{ organization: 'lottery', copilot: 'write' }] },
  '3': { publicKey, installations: [{ organization: 'platform', copilot: 'none' }] },
});

beforeEach(async () => {
  await desk.clear();
  await desk.organization('games', '1', privateKey);
});

interface Line {
  action: string;
  changes: { field: string }[];
}

const assigned = { seat_state: 'assigned', plan: 'business', seat_gone_at: null };

describe('a reading of the seats of Copilot', () => {
  it('adds what nobody entered without a cost center, and leaves what people wrote', async () => {
    const entered = await desk.record({
      github_username: 'Ada',
      github_organization: 'Games',
      cost_center: 'CC 1',
      requestor: 'Grace',
    });
    desk.put('games', [
      seatOf('ada', { pendingCancellation: '2999-01-01', team: 'All', lastEditor: 'vim/9' }),
      seatOf('new-one', { lastActivityAt: null, lastEditor: null }),
    ]);
    expect(await desk.sync()).toMatchObject({ state: 'done' });
    const [ada, added] = await desk.records();
    expect(ada).toMatchObject({
      id: entered.id,
      github_username: 'Ada',
      cost_center: 'CC 1',
      requestor: 'Grace',
      ...assigned,
      pending_cancellation: '2999-01-01',
      assigning_team: 'All',
      last_editor: 'vim/9',
      last_activity_at: '2026-03-01T08:00:00.000Z',
      seat_since: '2026-01-05T08:00:00.000Z',
    });
    expect(added).toMatchObject({
      github_username: 'new-one',
      github_organization: 'games',
      cost_center: null,
      ...assigned,
      last_activity_at: null,
    });
    const { body } = await desk.api.get<Line[]>(`/github_copilot_users/${ada?.id}/history`);
    expect(body.data[0]).toMatchObject({ action: 'update', by: { name: 'Copilot sync' } });
    // That somebody used a seat is no difference of it.
    expect(body.data[0]?.changes.map(({ field }) => field)).toEqual([
      'seat_state',
      'plan',
      'pending_cancellation',
      'assigning_team',
      'seat_since',
    ]);
  });

  it('changes nothing where nothing is new, and no version where somebody only used a seat', async () => {
    desk.put('games', [seatOf('ada')]);
    await desk.sync();
    const [before] = await desk.records();
    await desk.sync();
    expect(await desk.records()).toEqual([before]);
    desk.put('games', [seatOf('ada', { lastActivityAt: '2026-03-09T09:09:09Z' })]);
    await desk.sync();
    expect(await desk.records()).toEqual([{ ...before, last_activity_at: '2026-03-09T09:09:09.000Z' }]);
  });

  it('lets what GitHub no longer has be gone, with the rest of its record, until it is there again', async () => {
    desk.put('games', [seatOf('ada'), seatOf('bob')]);
    await desk.sync();
    desk.put('games', [seatOf('bob')]);
    await desk.sync();
    const [ada, bob] = await desk.records();
    expect(ada).toMatchObject({ seat_state: 'gone', plan: 'business', seat_gone_at: expect.any(String) });
    expect(bob).toMatchObject(assigned);
    desk.put('games', [seatOf('ada'), seatOf('bob')]);
    await desk.sync();
    expect((await desk.records())[0]).toMatchObject(assigned);
  });

  it('tells two organizations of the same user apart, and reads none without Copilot', async () => {
    await desk.organization('lottery', '2', privateKey);
    await desk.organization('elsewhere', '9', privateKey, { copilot_enabled: false });
    await desk.record({ github_username: 'ada', github_organization: 'games', cost_center: 'CC 1' });
    desk.put('games', [seatOf('ada')]);
    desk.put('lottery', [seatOf('ada', { plan: 'enterprise' })]);
    expect((await desk.sync()).state).toBe('done');
    expect(await desk.records()).toMatchObject([
      { github_username: 'ada', github_organization: 'games', cost_center: 'CC 1', plan: 'business' },
      { github_username: 'ada', github_organization: 'lottery', cost_center: null, plan: 'enterprise' },
    ]);
  });

  it('counts an organization whole or not at all, and the others go on', async () => {
    await desk.organization('lottery', '2', privateKey);
    await desk.organization('platform', '3', privateKey);
    desk.put(
      'games',
      Array.from({ length: 150 }, (_, at) => seatOf(`octo-${at}`)),
    );
    desk.put('lottery', [seatOf('bob')]);
    await desk.record({ github_username: 'known', github_organization: 'games' });
    // Half of the seats, and then a failure; with each try anew.
    const before = desk.simulator.faults.calls('ListSeats');
    desk.simulator.faults.plan('ListSeats', 'held-after');
    const under = desk.ask();
    await desk.simulator.faults.held();
    desk.simulator.faults.plan('ListSeats', 'failing');
    desk.simulator.faults.release();
    const first = await under;
    await desk.until(first, ({ next_try }) => next_try !== null);
    const records = await desk.records();
    expect(records.map(({ github_username, seat_state }) => [github_username, seat_state])).toEqual([
      ['bob', 'assigned'],
      ['known', null],
    ]);
    const { organizations } = await desk.standing();
    expect(organizations).toMatchObject([
      { name: 'games', read_at: null, error: expect.stringContaining('GitHub could not be called') },
      { name: 'lottery', read_at: expect.any(String), seats: 1, error: null },
      { name: 'platform', read_at: null, error: expect.stringContaining("'GitHub Copilot Business'") },
    ]);
    await endPauses(desk.db);
    const job = await desk.followed(first);
    expect([job.state, job.error]).toEqual([
      'failed',
      expect.stringContaining('The GitHub App of platform may not'),
    ]);
    expect(await desk.records()).toHaveLength(152);
    // What was read before is not read again, and an App without the right to it reads nothing.
    expect(desk.simulator.faults.calls('ListSeats') - before).toBe(2 + 1 + 2);
  });

  it('lets no seat be gone because the database crashed while it was read', async () => {
    const seats = Array.from({ length: 150 }, (_, at) => seatOf(`octo-${at}`));
    desk.put('games', seats);
    await desk.sync();
    // A page is put down, and lost before the next one.
    const before = desk.simulator.faults.calls('ListSeats');
    desk.simulator.faults.plan('ListSeats', 'none');
    desk.simulator.faults.plan('ListSeats', 'held-before');
    const job = await desk.ask();
    await expect.poll(() => desk.simulator.faults.calls('ListSeats') - before).toBe(2);
    await desk.db.query('TRUNCATE copilot_read_seats');
    desk.simulator.faults.release();
    const { error } = await desk.until(job, ({ next_try }) => next_try !== null);
    expect(error).toBe('What was read of games was lost before it could be kept. It is read again.');
    const going = async () => (await desk.records()).filter(({ seat_state }) => seat_state === 'assigned');
    expect(await going()).toHaveLength(150);
    await endPauses(desk.db);
    expect(await desk.followed(job)).toMatchObject({ state: 'done' });
    expect(await going()).toHaveLength(150);
  });

  it('comes back after minutes where GitHub is asked too often', async () => {
    desk.put('games', [seatOf('ada')]);
    desk.simulator.faults.plan('ListSeats', 'throttled');
    desk.pause(200);
    const job = await desk.ask();
    await desk.until(job, ({ next_look }) => next_look !== null);
    expect((await desk.standing()).organizations[0]?.error).toMatch(/called too often/);
    await endPauses(desk.db);
    expect((await desk.followed(job)).state).toBe('done');
    expect(await desk.records()).toMatchObject([assigned]);
  });

  it.each([
    ['no App ID', { app_id: null }, 'The GitHub App of lottery has no App ID.'],
    ['no key', { private_key: undefined }, 'The GitHub App of lottery has no private key.'],
    [
      'a key that is none',
      { private_key: 'soon' },
      'The private key of the GitHub App of lottery is no private key in PEM',
    ],
  ])('says what to do about an App with %s', async (_, wrong, sentence) => {
    await desk.organization('lottery', '2', privateKey, wrong);
    desk.put('games', [seatOf('ada')]);
    const job = await desk.sync();
    expect([job.state, job.error]).toEqual(['failed', expect.stringContaining(sentence)]);
    expect(await desk.records()).toHaveLength(1);
  });

  it('leaves a seat that the portal changes while what was read is written', async () => {
    desk.put('games', [seatOf('ada')]);
    await desk.sync();
    desk.put('games', [seatOf('ada', { plan: 'enterprise' })]);
    const under = await desk.db.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO copilot_seat_changes (organization, login, changed_at)
         VALUES ('games', 'ada', clock_timestamp() + interval '1 hour')`,
      );
      await tx.query(`UPDATE github_copilot_users SET seat_state = 'gone', seat_gone_at = now()`);
      const job = await desk.ask();
      const waiting = `SELECT count(*)::integer AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      const count = async () => (await desk.db.query<{ count: number }>(waiting)).rows[0]?.count;
      await expect.poll(count).toBe(1);
      return job;
    });
    expect(await desk.followed(under)).toMatchObject({ state: 'done' });
    expect(await desk.records()).toMatchObject([{ seat_state: 'gone', plan: 'business' }]);
  });

  it('is one at a time, and refused for who may not ask for it', async () => {
    desk.simulator.faults.plan('ListSeats', 'held-before');
    const job = await desk.ask();
    await desk.simulator.faults.held();
    const again = await desk.api.post('/github_copilot_users/sync', {});
    expect([again.status, again.body.error]).toEqual([
      409,
      'The seats of Copilot are being read already. Follow that job.',
    ]);
    expect((await desk.standing()).job_id).toBe(job);
    desk.simulator.faults.release();
    await desk.followed(job);
    expect((await desk.standing()).job_id).toBeNull();
  });
});

it('nothing of a key is in the log of the portal', async () => {
  desk.simulator.faults.plan('ListSeats', 'failing');
  desk.simulator.faults.plan('CreateToken', 'garbage');
  await desk.sync();
  for (const line of privateKey.split('\n').slice(1, 4)) expect(desk.log()).not.toContain(line);
  expect(desk.log()).not.toMatch(/ghs_|eyJhbGci/);
});

describe('the list of seats', () => {
  it('has those without cost center, idle for 60 days, pending and gone, and counts them', async () => {
    const long = new Date(Date.now() - 61 * 86_400_000).toISOString();
    const lately = new Date(Date.now() - 59 * 86_400_000).toISOString();
    await desk.record({ github_username: 'payer', github_organization: 'games', cost_center: 'CC' });
    await desk.record({ github_username: 'vanished', github_organization: 'games' });
    desk.put('games', [
      seatOf('payer', { lastActivityAt: lately }),
      seatOf('idle', { lastActivityAt: long }),
      seatOf('never', { lastActivityAt: null, createdAt: long }),
      seatOf('fresh', { lastActivityAt: null, createdAt: lately }),
      seatOf('leaving', { lastActivityAt: lately, pendingCancellation: '2999-01-01' }),
    ]);
    await desk.sync();
    const listed = async (view: string) => {
      const { body } = await desk.api.get<{ github_username: string }[]>(
        `/github_copilot_users?by_seats=${view}`,
      );
      return body.data.map(({ github_username }) => github_username);
    };
    expect(await listed('idle')).toEqual(['idle', 'never']);
    expect(await listed('pending_cancellation')).toEqual(['leaving']);
    expect(await listed('gone')).toEqual(['vanished']);
    expect(await listed('without_cost_center')).toEqual(['fresh', 'idle', 'leaving', 'never']);
    const { body } = await desk.api.get('/github_copilot_users?per_page=1&by_seats=gone');
    expect(body.meta).toMatchObject({
      seat_counts: { assigned: 5, without_cost_center: 4, idle: 2, pending_cancellation: 1, gone: 1 },
    });
    expect((await desk.api.get('/github_copilot_users?by_seats=lost')).status).toBe(400);
  });
});
