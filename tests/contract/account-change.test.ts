import { beforeAll, describe, expect, it } from 'vitest';
import { CENTER, OWNER } from '#tests/support/factory/clouds.ts';
import { changesOf, differencesOf } from '#tests/support/factory/change.ts';
import { adoptionOf, findAccount, keepAccount, lifeOf, livingAws } from '#tests/support/factory/life.ts';
import { restless, withFactory } from '#tests/support/factory/portal.ts';

const cloud = livingAws();
const factory = withFactory(cloud, restless, { APPROVALS: 'account_move' });
const ids: number[] = [];
const account = (n: number) => ids[n] ?? 0;
/** Those that are adopted: of the number of their cloud. */
const found: Record<number, number> = {};
beforeAll(async () => {
  for (let n = 0; n < 4; n += 1) ids.push(await keepAccount(factory.db, cloud, n));
  for (const n of [8, 9]) found[n] = await findAccount(factory.db, cloud, n);
});

const done = async (id: number) => {
  const over = await factory.desk.over(id);
  expect(over).toMatchObject({ state: 'done', error: null });
  return over;
};
const moved = async (id: number) => {
  expect((await factory.approve(id)).status).toBe(202);
  return done(id);
};
const recordOf = async (id: number) => {
  const { rows } = await factory.db.query<Record<string, unknown>>(
    'SELECT place, environment, cloud_contact_email AS owner, cost_center, department FROM cloud_parents WHERE id = $1',
    [id],
  );
  return rows[0] ?? {};
};
const reasonsOf = async (id: number) => {
  const { rows } = await factory.db.query(
    `SELECT reason, by_email AS by FROM record_history WHERE resource = 'cloud_parents' AND record_id = $1
       AND action = 'update' ORDER BY id DESC LIMIT 1`,
    [id],
  );
  return rows[0];
};

describe('an account that is moved', () => {
  it('is looked at beforehand: from where to where, by the names that its cloud has, and nothing is done', async () => {
    const changes = changesOf(factory.api);
    const { called, now, places } = await changes.places(account(0));
    expect([called, now?.path]).toEqual(['organizational unit', 'sandbox']);
    // Frozen accounts alone lie in the unit for them.
    expect(places.map(({ path }) => path)).toEqual(['development', 'production', 'Root', 'sandbox', 'test']);
    const preview = await changes.preview(account(0), 'move', { place: 'Production' });
    expect(preview).toMatchObject({
      from: 'sandbox',
      to: 'production',
      changes: [
        { label: 'Place', before: null, after: 'production' },
        { label: 'Environment', before: null, after: 'production' },
      ],
      told: [OWNER, 'ccoe@example.com'],
      decides: ['Somebody else at the desk, on the page of the deployment.'],
      steps: ['Move it in AWS', 'Write the record'],
      problems: [],
    });
    expect(factory.simulator.faults.calls(cloud.moves)).toBe(0);
  });

  it('lies there in its cloud and on its record, with who asked and why, and is moved once', async () => {
    const changes = changesOf(factory.api);
    expect((await changes.send(account(0), 'move', { place: 'production', reason: ' ' })).status).toBe(422);
    factory.simulator.faults.plan(cloud.moves, 'lost');
    const id = await changes.ask(account(0), 'move', { place: 'production' });
    const second = await changes.send(account(0), 'move', { place: 'test' });
    expect([second.status, second.body.error]).toEqual([
      409,
      `Account Move of 'account-0' is under way already: deployment ${id}, which requester@example.com requested. ` +
        'Wait for its end, or cancel it.',
    ]);
    await moved(id);
    factory.simulator.faults.clear();
    expect(cloud.placeOf(cloud.account(0))).toBe('production');
    expect(await recordOf(account(0))).toMatchObject({ place: 'production', environment: 'production' });
    expect(await reasonsOf(account(0))).toEqual({
      reason: 'Its team is another one.',
      by: 'requester@example.com',
    });
    expect(factory.simulator.faults.calls(cloud.moves)).toBe(1);
    const { moments } = await lifeOf(factory.api).read(account(0));
    expect(moments[0]).toMatchObject({ what: 'Moved', deployment: id, reason: 'Its team is another one.' });
    expect((await changes.preview(account(0), 'move', { place: 'production' })).problems).toEqual([
      `'account-0' lies in production already.`,
    ]);
  });

  it('is not moved to where nothing is, to where frozen accounts lie, nor while it is frozen', async () => {
    const changes = changesOf(factory.api);
    const problemsOf = async (place: string) =>
      (await changes.preview(account(1), 'move', { place })).problems;
    expect(await problemsOf('nowhere')).toEqual([
      `Its cloud has no organizational unit 'nowhere'. Choose one of the list.`,
    ]);
    expect(await problemsOf('Quarantine')).toEqual([
      'Frozen accounts lie in Quarantine. Freeze the account instead of moving it there.',
    ]);
    expect((await changes.send(account(1), 'move', { place: 'nowhere' })).status).toBe(409);
    await done(await lifeOf(factory.api).ask(account(1), 'freeze'));
    expect(await problemsOf('test')).toEqual([
      `'account-1' is frozen: only accounts that are in use are moved.`,
    ]);
    expect(cloud.placeOf(cloud.account(1))).toBe('Quarantine');
  });
});

describe('an account that is frozen', () => {
  it('is in use again with the reading that finds it out of its unit, and belongs where it did', async () => {
    const { read } = lifeOf(factory.api);
    await factory.db.query(`UPDATE cloud_parents SET place = 'sandbox' WHERE id = $1`, [account(1)]);
    await differencesOf(factory.api).read();
    expect((await read(account(1))).state).toBe('frozen');
    expect(await differencesOf(factory.api).of(cloud.account(1))).toEqual([]);
    await factory.db.query(
      `UPDATE account_lives SET since = now() - interval '2 hours' WHERE cloud_parent_id = $1`,
      [account(1)],
    );
    cloud.byHand.move(cloud.account(1), 'test');
    await differencesOf(factory.api).read();
    expect((await read(account(1))).state).toBe('in_use');
    expect(await differencesOf(factory.api).of(cloud.account(1))).toMatchObject([
      { kind: 'place', in_inventory: 'sandbox', at_provider: 'test' },
    ]);
  });
});

describe('the tags of an account', () => {
  it('are written as its record says and read back, of what was adopted', async () => {
    const changes = changesOf(factory.api);
    const id = found[8] ?? 0;
    await done(await adoptionOf(factory.api).ask(id));
    expect((await changes.preview(id, 'tags')).problems).toEqual([
      `The tags of 'account-8' say what its record says.`,
    ]);
    await factory.db.query(`UPDATE cloud_parents SET department = 'R&D' WHERE id = $1`, [id]);
    cloud.byHand.tag(cloud.account(8), { Owner: 'former@example.com', Team: 'stays' });
    const preview = await changes.preview(id, 'tags');
    expect(preview.tags).toEqual([
      { name: 'Department', before: 'Cloud Factory', after: 'R+D' },
      { name: 'Owner', before: 'former@example.com', after: OWNER },
    ]);
    expect(preview.steps).toEqual(['Write the tags in AWS', 'Read the tags back']);
    await done(await changes.ask(id, 'tags'));
    expect(cloud.tagsOf(cloud.account(8))).toEqual({
      ...cloud.adopted,
      Department: 'R+D',
      Team: 'stays',
    });
  });

  it('are not written of what nobody requested: it is adopted', async () => {
    const { problems } = await changesOf(factory.api).preview(account(2), 'tags');
    expect(problems).toEqual([
      `'account-2' was neither requested nor adopted. Adopt it, which writes its tags.`,
    ]);
    expect((await lifeOf(factory.api).read(account(2))).offered).toEqual([
      'freeze',
      'close',
      'adopt',
      'move',
    ]);
  });
});

describe('what differs between portal and cloud', () => {
  it('is one list by account, repaired in the clouds or in the inventory, several at once', async () => {
    const list = differencesOf(factory.api);
    const id = found[9] ?? 0;
    await done(await adoptionOf(factory.api).ask(id));
    expect(await list.read()).toMatchObject({ state: 'done' });
    // What the first reading says is where an account belongs.
    expect(await recordOf(account(3))).toMatchObject({ place: 'sandbox' });
    expect(await list.of(cloud.account(3))).toEqual([]);
    expect(await list.of(cloud.account(9))).toEqual([]);

    cloud.byHand.move(cloud.account(3), 'test');
    cloud.byHand.move(cloud.account(9), 'test');
    cloud.byHand.tag(cloud.account(9), { Owner: 'former@example.com' });
    await list.read();
    const one = await list.of(cloud.account(3));
    expect(one).toMatchObject([
      { kind: 'place', in_inventory: 'sandbox', at_provider: 'test', cloud_side: 'move' },
    ]);
    const both = await list.of(cloud.account(9));
    expect(both).toMatchObject([
      { kind: 'owner', in_inventory: OWNER, at_provider: 'former@example.com', cloud_side: 'write' },
      { kind: 'place', in_inventory: 'sandbox', at_provider: 'test', cloud_side: 'move' },
    ]);

    // In the cloud: one thing at a time, and what is left out says why.
    const all = [...one, ...both];
    const before = factory.simulator.faults.calls(cloud.moves);
    const preview = await list.written(all, { dry_run: true });
    expect([preview.status, preview.body.data.map(({ deed, problem }) => [deed, problem])]).toEqual([
      200,
      [
        ['move', null],
        ['move', null],
        ['tag', 'Its tags are written once it is moved: repair them then.'],
      ],
    ]);
    expect(factory.simulator.faults.calls(cloud.moves)).toBe(before);
    expect((await list.written(all, {})).status).toBe(422);
    const begun = await list.written(all, { reason: 'It belongs there.' });
    expect(begun.status, begun.text).toBe(202);
    for (const { deployment } of begun.body.data) if (deployment !== null) await moved(deployment);
    expect([cloud.placeOf(cloud.account(3)), cloud.placeOf(cloud.account(9))]).toEqual([
      'sandbox',
      'sandbox',
    ]);
    expect(await list.of(cloud.account(3))).toEqual([]);

    // In the inventory, with history and a reason.
    const left = await list.of(cloud.account(9));
    const shown = await list.takenOver(left, { dry_run: true });
    expect(shown.body.data).toEqual([
      {
        cloud_parent_id: id,
        account: cloud.account(9),
        label: 'Owner',
        before: OWNER,
        after: 'former@example.com',
      },
    ]);
    expect(await recordOf(id)).toMatchObject({ owner: OWNER, cost_center: CENTER });
    const taken = await list.takenOver(left, { reason: 'The team has told us.' });
    expect(taken.status, taken.text).toBe(200);
    expect(await recordOf(id)).toMatchObject({ owner: 'former@example.com' });
    expect(await reasonsOf(id)).toEqual({
      reason: 'The team has told us.',
      by: 'requester@example.com',
    });
    expect(await list.of(cloud.account(9))).toEqual([]);
    expect((await list.takenOver(left, { reason: 'Again.' })).status).toBe(409);
    expect((await list.written(left, { reason: 'Again.' })).status).toBe(409);
  });
});
