import { beforeEach, describe, expect, it } from 'vitest';
import type { SpincoSgChange } from '#resources/spinco-sg-changes.ts';
import { idOf, withGroups } from '#tests/support/security-groups.ts';

const groups = withGroups();
beforeEach(() => groups.reset());

const GROUP = 'SG_SPINCO_ONE';
const GROUP_ID = idOf(100_001);
/** Waits until one more call is held; those of the tests before count as well. */
let holds = 0;
const held = () => groups.graph.faults.held((holds += 1));

async function begin(deed: 'add' | 'remove', people: readonly number[]): Promise<number> {
  const { status, body, text } = await groups.api.post<{ spinco_sg_change: SpincoSgChange }>(
    `/spinco_sgs/${deed}`,
    { securityGroupName: GROUP, users: people.map((n) => `person-${n}@example.com`).join('; ') },
  );
  expect(status, text).toBe(202);
  return body.data.spinco_sg_change.id;
}
const stateOf = async (id: number) =>
  (await groups.api.get<SpincoSgChange>(`/spinco_sg_changes/${id}`)).body.data.state;
async function comesTo(id: number, state: string): Promise<void> {
  await expect.poll(() => stateOf(id)).toBe(state);
}
async function retry(id: number) {
  const { rows } = await groups.db.query<{ id: string }>(
    `SELECT id FROM jobs WHERE kind = 'spinco_sg_change' AND (input ->> 'change')::integer = $1`,
    [id],
  );
  const { status, body } = await groups.api.post(`/jobs/${rows[0]?.id}/retry`);
  return [status, body.error];
}

/** A change that failed because its group was called otherwise for a while. */
async function failed(deed: 'add' | 'remove', people: readonly number[]): Promise<number> {
  groups.graph.directory.changeGroup(GROUP_ID, { name: 'SG_SPINCO_OTHER' });
  const id = await begin(deed, people);
  await comesTo(id, 'failed');
  groups.graph.directory.changeGroup(GROUP_ID, { name: GROUP });
  return id;
}

describe('a change of a group that failed and is tried again', () => {
  it('waits for the end of another one that is under way and about the same people', async () => {
    const first = await failed('remove', [3, 4]);
    groups.graph.faults.plan('groups.members.add', 'held-before');
    const second = await begin('add', [4, 5]);
    await held();
    expect(await retry(first)).toEqual([
      409,
      `Change ${second} of ${GROUP}, which operator@example.com requested, is under way and about one of these users. Wait for its end.`,
    ]);
    expect(await stateOf(first)).toBe('failed');
    groups.graph.faults.release();
    await comesTo(second, 'done');
    expect(await retry(first)).toEqual([202, undefined]);
    await comesTo(first, 'done');
    const members = groups.graph.directory.groups.get(GROUP_ID)?.members;
    expect(members).not.toContain(idOf(4));
    expect(members).toContain(idOf(5));
  });

  it('keeps others about the same people waiting as soon as it goes on', async () => {
    const first = await failed('add', [3]);
    const second = await failed('remove', [3]);
    groups.graph.faults.plan('groups.members.add', 'held-before');
    expect(await retry(first)).toEqual([202, undefined]);
    expect(await retry(second)).toEqual([409, expect.stringContaining(`Change ${first} of ${GROUP}`)]);
    await held();
    groups.graph.faults.release();
    await comesTo(first, 'done');
  });

  it('goes on beside one that is about people whom it has reached before', async () => {
    groups.graph.faults.plan('groups.members.add', 'none', 4);
    groups.graph.faults.plan('groups.members.add', 'failing', 500);
    const first = await begin('add', [3, 4, 5, 6, 7]);
    await comesTo(first, 'failed');
    groups.graph.faults.clear();
    const { rows } = await groups.db.query<{ external_id: string }>(
      `SELECT external_id FROM spinco_sg_change_users WHERE change_id = $1 AND state = 'added' ORDER BY place LIMIT 1`,
      [first],
    );
    const reached = Number(rows[0]?.external_id.slice(-6));
    groups.graph.faults.plan('groups.members.remove', 'held-before');
    const second = await begin('remove', [reached]);
    await held();
    expect(await retry(first)).toEqual([202, undefined]);
    await comesTo(first, 'done');
    groups.graph.faults.release();
    await comesTo(second, 'done');
  });
});
