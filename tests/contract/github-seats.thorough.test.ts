import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { appKey, seatOf } from '#tests/support/github.ts';
import { withGitHubPortal } from '#tests/support/github-portal.ts';

const { privateKey, publicKey } = appKey();
const desk = withGitHubPortal(
  {
    '1': { publicKey, installations: [{ organization: 'games', copilot: 'write' }] },
    '2': { publicKey, installations: [{ organization: 'lottery', copilot: 'read' }] },
  },
  { SAML_ROLES_ATTRIBUTE: 'groups', SAML_ROLE_MAP: 'ops=operator, finance=editor' },
);

beforeEach(async () => {
  await desk.clear();
  await desk.organization('games', '1', privateKey);
});

const PATH = '/github_copilot_users';
const seat = {
  github_username: 'ada',
  github_organization: 'games',
  cost_center: 'CC 1',
  requestor: 'Grace',
};
const add = (body: object = seat, headers = {}) => desk.api.post(`${PATH}/add_seat`, body, headers);
const remove = (id: unknown, headers = {}) => desk.api.post(`${PATH}/${String(id)}/remove_seat`, {}, headers);
const asked = (operation: string) => {
  const before = desk.simulator.faults.calls(operation);
  return () => desk.simulator.faults.calls(operation) - before;
};

/** How many wait for a lock that somebody else holds. */
async function waiting(): Promise<number | undefined> {
  const { rows } = await desk.db.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_stat_activity
     WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`,
  );
  return rows[0]?.count;
}

describe('a seat that is added', () => {
  it('is one of GitHub, and a record with who pays for it', async () => {
    const { status, body } = await add();
    expect([status, body.data]).toMatchObject([
      201,
      { ...seat, seat_state: 'assigned', plan: 'business', pending_cancellation: null },
    ]);
    expect(desk.simulator.organization('games').seats.map(({ login }) => login)).toEqual(['ada']);
    const again = await add();
    expect([again.status, again.body.error]).toEqual([409, 'This GitHub username has a seat already.']);
  });

  it('is added to the record that is there, whose other words stay', async () => {
    const record = await desk.record({ ...seat, github_organization: 'Games', name: 'Ada Lovelace' });
    const { status, body } = await add({
      github_username: ' ADA ',
      github_organization: 'games',
      cost_center: 'CC 2',
    });
    expect([status, body.data]).toMatchObject([
      200,
      {
        id: record.id,
        name: 'Ada Lovelace',
        requestor: 'Grace',
        cost_center: 'CC 2',
        seat_state: 'assigned',
      },
    ]);
  });

  it('is given again where its record says that it is there and GitHub says that it ends, or is gone', async () => {
    const { body } = await add();
    const { id } = body.data;
    const calls = asked('AddUsers');
    // In GitHub, of which no reading has told since.
    desk.put('games', [seatOf('ada', { pendingCancellation: '2031-01-01' })]);
    const back = await add();
    expect([back.status, back.body.data, calls()]).toMatchObject([
      200,
      { id, seat_state: 'assigned', pending_cancellation: null },
      1,
    ]);
    desk.put('games', []);
    expect([(await add({ ...seat, cost_center: 'CC 2' })).status, calls()]).toEqual([200, 2]);
    expect(desk.simulator.organization('games').seats).toMatchObject([
      { login: 'ada', pendingCancellation: null },
    ]);
    const there = await add({ ...seat, cost_center: 'CC 3' });
    expect([there.status, calls()]).toEqual([409, 2]);
    expect(await desk.records()).toMatchObject([{ id, cost_center: 'CC 2' }]);
  });

  it('is asked for once with one Idempotency-Key, however often it is sent', async () => {
    const calls = asked('AddUsers');
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([add(seat, key), add(seat, key), add(seat, key)]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(calls()).toBe(1);
    // Also where it was taken away since.
    await remove(answers[0]?.body.data.id);
    expect((await add(seat, key)).text).toBe(answers[0]?.text);
    expect([calls(), desk.simulator.organization('games').seats[0]?.pendingCancellation]).toEqual([
      1,
      expect.any(String),
    ]);
  });

  it.each(['lost', 'lost-garbage'] as const)('is kept where the answer of GitHub is %s', async (fault) => {
    const calls = asked('AddUsers');
    desk.simulator.faults.plan('AddUsers', fault);
    const { status, body } = await add();
    expect([status, body.data.seat_state, calls()]).toEqual([201, 'assigned', 1]);
  });

  it('whose answer was lost together with GitHub is looked for before it is asked for again', async () => {
    const calls = asked('AddUsers');
    desk.simulator.faults.plan('AddUsers', 'lost');
    // Once before, and once after the answer that was lost.
    desk.simulator.faults.plan('GetSeat', 'stuck');
    desk.simulator.faults.plan('GetSeat', 'failing');
    const lost = await add();
    expect([lost.status, lost.body.error]).toEqual([
      503,
      expect.stringContaining('GitHub could not be called'),
    ]);
    expect(await desk.records()).toEqual([]);
    expect((await add()).status).toBe(201);
    expect([calls(), desk.simulator.organization('games').seats.length]).toEqual([1, 1]);
  });

  it('is not gone by a reading that began before it', async () => {
    desk.put('games', [seatOf('bob')]);
    desk.simulator.faults.plan('ListSeats', 'held-after');
    const job = await desk.ask();
    await desk.simulator.faults.held();
    expect((await add()).status).toBe(201);
    desk.simulator.faults.release();
    await desk.followed(job);
    expect(await desk.records()).toMatchObject([
      { github_username: 'ada', seat_state: 'assigned' },
      { github_username: 'bob', seat_state: 'assigned' },
    ]);
  });

  it('is not asked for at GitHub where somebody adds a record of the same user meanwhile', async () => {
    const calls = asked('AddUsers');
    let adding: ReturnType<typeof add> | undefined;
    await desk.db.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO github_copilot_users (github_username, github_organization) VALUES ('Ada', 'games')`,
      );
      adding = add();
      await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
    });
    const answer = await adding;
    expect([answer?.status, answer?.body.error]).toEqual([409, 'This GitHub username has a seat already.']);
    expect([calls(), desk.simulator.organization('games').seats]).toEqual([0, []]);
  });

  it('that GitHub refuses leaves the record that is there as it was', async () => {
    const record = await desk.record(seat);
    desk.simulator.faults.plan('AddUsers', 'throttled');
    expect((await add({ ...seat, cost_center: 'CC 2' })).status).toBe(503);
    const { body } = await desk.api.get(`${PATH}/${record.id}`);
    expect(body.data).toEqual(record);
  });

  it('names every wrong field at once', async () => {
    const { status, body } = await add({ github_username: 'not a user', plan: 'free', cloud_contact_id: 0 });
    expect([status, body.errors.map(({ field }) => field).toSorted()]).toEqual([
      422,
      ['cloud_contact_id', 'github_organization', 'github_username', 'plan'],
    ]);
    const elsewhere = await add({ ...seat, github_organization: 'nowhere' });
    expect([elsewhere.status, elsewhere.body.errors]).toEqual([
      422,
      [
        {
          field: 'github_organization',
          message:
            'nowhere is none of the organizations with Copilot here. Set Copilot Enabled of its GitHub App, or correct the organization of the record.',
        },
      ],
    ]);
  });

  it('is refused with what to do where the App may only look, and where GitHub is asked too often', async () => {
    await desk.organization('lottery', '2', privateKey);
    const looks = await add({ ...seat, github_organization: 'lottery' });
    expect([looks.status, looks.body.error]).toEqual([409, expect.stringContaining('(read and write)')]);
    desk.pause(77);
    desk.simulator.faults.plan('AddUsers', 'throttled');
    const busy = await add();
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '77']);
    expect(await desk.records()).toEqual([]);
  });
});

describe('a seat that is removed', () => {
  it('stays until the end of the billing cycle, and is taken back by adding it again', async () => {
    const { body } = await add();
    const { id } = body.data;
    const removed = await remove(id);
    expect([removed.status, removed.body.data]).toMatchObject([
      200,
      { seat_state: 'assigned', pending_cancellation: expect.stringMatching(/-01$/), cost_center: 'CC 1' },
    ]);
    const calls = asked('RemoveUsers');
    expect((await remove(id)).status).toBe(200);
    expect(calls()).toBe(0);
    const back = await add({ github_username: 'ada', github_organization: 'games' });
    expect([back.status, back.body.data]).toMatchObject([
      200,
      { id, pending_cancellation: null, cost_center: 'CC 1' },
    ]);
  });

  it('is gone at once where GitHub has none, and asked for once where the answer was lost', async () => {
    const record = await desk.record(seat);
    const gone = await remove(record.id);
    expect([gone.status, gone.body.data['seat_state']]).toEqual([200, 'gone']);
    desk.put('games', [seatOf('bob')]);
    const bob = await desk.record({ ...seat, github_username: 'bob' });
    desk.simulator.faults.plan('RemoveUsers', 'lost');
    const lost = await remove(bob.id);
    expect([lost.status, lost.body.data['pending_cancellation']]).toEqual([200, expect.any(String)]);
  });

  it('is refused for a seat by a team, an organization that nobody knows, and a record that is not there', async () => {
    desk.put('games', [seatOf('ada', { team: 'All' })]);
    const ofTeam = await desk.record(seat);
    const refused = await remove(ofTeam.id);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      "ada has the seat by the team 'All' of games. Take them out of that team in GitHub, and the seat goes.",
    ]);
    const nowhere = await desk.record({ github_username: 'eve' });
    expect((await remove(nowhere.id)).status).toBe(409);
    expect((await remove(999_999)).status).toBe(404);
  });
});

it('neither is for who may only edit records', async () => {
  const record = await desk.record(seat);
  const editor = await desk.signIn({ email: 'editor@example.com', roles: ['editor'] });
  for (const path of ['add_seat', `${record.id}/remove_seat`, 'sync']) {
    const { status, body } = await editor.post(`${PATH}/${path}`, path === 'add_seat' ? seat : {});
    expect([status, body.error]).toEqual([
      403,
      'You have no right to read, add or remove seats of GitHub Copilot. Ask an administrator for it.',
    ]);
  }
  expect((await editor.get(`${PATH}/readings`)).status).toBe(200);
});
