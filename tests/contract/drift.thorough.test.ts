import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DriftChanged } from '#calls/drift.ts';
import type { HistoryEntry } from '#kernel/history.ts';
import type { WaitingWork } from '#calls/overview.ts';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { registry } from '#resources/registry.ts';
import type { Api, Row } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({ SAML_ROLES_ATTRIBUTE: 'groups', SAML_ROLE_MAP: 'ccoe=admin, audit=viewer' });
let api: Api;
let factory: Factory;
beforeAll(async () => {
  api = await portal.signIn({ email: 'grace@example.com', name: 'Grace', roles: ['admin'] });
  factory = new Factory(api, registry, portal.db);
});

let count = 0;
let left: string;
let heir: string;
/** Somebody who left the directory and was a cloud contact, and somebody who is there. */
beforeEach(async () => {
  count += 1;
  left = `left-${count}@example.com`;
  heir = `heir-${count}@example.com`;
  await person(left, { gone: true });
  for (const email of [left, heir]) await factory.create(cloudContacts, { email, terminated: false });
});

const person = (email: string, { gone = false, enabled = true } = {}) =>
  portal.db.query(
    `INSERT INTO ad_people (external_id, name, email, user_principal_name, enabled, gone, group_count, account_count, left_at)
     VALUES (gen_random_uuid(), 'Lee ' || $1, $1, $1, $2, $3, 0, 0, CASE WHEN $3 OR NOT $2 THEN '2026-05-01T00:00:00Z'::timestamptz END)`,
    [email, enabled, gone],
  );
const account = (identifier: string, owner: string, given: object = {}) =>
  factory.create(cloudParents, { identifier, terminated: false, cloud_contact_email: owner, ...given });
const costCenter = async (identifier: string, email: string) => {
  const { body } = await api.get<Row[]>(`/cloud_contacts?by_email=${email}`);
  return factory.create(costCenters, { identifier, cloud_contact_id: body.data[0]?.id, expired_at: null });
};
const findings = async (owner = left) =>
  (await api.get<Row[]>(`/drift_findings?by_owner=${owner}&sort=kind`)).body.data;
async function finding(owner = left): Promise<Row> {
  const [row, ...others] = await findings(owner);
  if (!row || others.length > 0) throw new Error(`${owner} has not one finding.`);
  return row;
}
interface Repaired {
  records: DriftChanged[];
}
const repair = ({ id }: Row, body: object, as = api) =>
  as.post<Repaired>(`/drift_findings/${id}/repair`, body);
const takeBack = (records: DriftChanged[]) => api.post<Repaired>('/drift_findings/take_back', { records });

describe('a finding of drift', () => {
  it('is each valid cost center and each account in use of somebody who left the directory', async () => {
    await costCenter(`CC-${count}`, left);
    await account(`acc-${count}`, ` ${left.toUpperCase()}`, { name: 'player-insights' });
    await account(`ended-${count}`, left, { terminated: true });
    expect(await findings()).toMatchObject([
      {
        kind: 'left_owns_account',
        subject: `acc-${count}`,
        subject_name: 'player-insights',
        about: `Lee ${left} left the directory`,
      },
      {
        kind: 'left_owns_cost_center',
        subject: `CC-${count}`,
        subject_name: null,
        owner: left,
        since: '2026-05-01T00:00:00.000Z',
        contact_in_use: true,
      },
    ]);
  });

  it('is an account of somebody who may no longer sign in, and none of who came back under the same address', async () => {
    await person(`off-${count}@example.com`, { enabled: false });
    await account(`off-${count}`, `off-${count}@example.com`);
    expect(await finding(`off-${count}@example.com`)).toMatchObject({
      about: `Lee off-${count}@example.com may no longer sign in`,
    });
    await person(`off-${count}@example.com`);
    expect(await findings(`off-${count}@example.com`)).toEqual([]);
  });

  it('is an account in use of a terminated contact', async () => {
    await account(`of-terminated-${count}`, heir);
    expect(await findings(heir)).toEqual([]);
    await portal.db.query('UPDATE cloud_contacts SET terminated = true WHERE email = $1', [heir]);
    expect(await finding(heir)).toMatchObject({ kind: 'terminated_owns_account' });
  });

  it('is counted among the work that waits', async () => {
    const waiting = async () => {
      const { body } = await api.get<WaitingWork[]>('/waiting');
      return body.data.find(({ list }) => list === 'drift_findings')?.count ?? 0;
    };
    const before = await waiting();
    await account(`waits-${count}`, left);
    expect(await waiting()).toBe(before + 1);
  });
});

describe('the repair of a finding', () => {
  it('gives an account to another contact, which the history has, and back', async () => {
    const parent = await account(`given-${count}`, left);
    const { status, body } = await repair(await finding(), { take: 'give', to: ` ${heir.toUpperCase()}` });
    expect([status, body.data.records]).toEqual([
      200,
      [{ model: 'cloud_parents', id: parent.id, lock_version: 2 }],
    ]);
    expect(await findings()).toEqual([]);
    const { body: history } = await api.get<HistoryEntry[]>(`/cloud_parents/${parent.id}/history`);
    expect(history.data).toMatchObject([
      {
        by: { email: 'grace@example.com' },
        changes: [{ field: 'cloud_contact_email', from: left, to: heir }],
      },
    ]);
    expect((await takeBack(body.data.records)).status).toBe(200);
    expect(await finding()).toMatchObject({ subject: `given-${count}` });
    expect((await takeBack(body.data.records)).status).toBe(409);
  });

  it('gives a cost center to another contact, and back', async () => {
    const center = await costCenter(`CCG-${count}`, left);
    const { body } = await repair(await finding(), { take: 'give', to: heir });
    const owned = async () => (await api.get(`/cost_centers/${center.id}`)).body.data['cloud_contact_email'];
    expect(await owned()).toBe(heir);
    expect((await takeBack(body.data.records)).status).toBe(200);
    expect(await owned()).toBe(left);
  });

  it('terminates the contact, after which that is no longer offered, and takes that back', async () => {
    await account(`kept-${count}`, left);
    const row = await finding();
    const { body } = await repair(row, { take: 'terminate' });
    expect(body.data.records).toMatchObject([{ model: 'cloud_contacts' }]);
    const after = await finding();
    expect(after).toMatchObject({ contact_in_use: false });
    expect((await repair(after, { take: 'terminate' })).status).toBe(422);
    expect((await takeBack(body.data.records)).status).toBe(200);
    expect(await finding()).toMatchObject({ contact_in_use: true });
  });

  it('is refused where somebody has repaired it meanwhile, and changes nothing', async () => {
    const parent = await account(`stale-${count}`, left);
    const row = await finding();
    expect((await repair(row, { take: 'give', to: heir })).status).toBe(200);
    const { status, body } = await repair(row, { take: 'give', to: heir });
    expect([status, body.error]).toEqual([
      409,
      'Somebody has repaired it or changed it meanwhile. Look at the list again.',
    ]);
    expect((await api.get(`/cloud_parents/${parent.id}`)).body.data.lock_version).toBe(2);
  });

  it('gives nothing to who is no contact, is terminated, or left as well', async () => {
    await account(`nobody-${count}`, left);
    const row = await finding();
    await factory.create(cloudContacts, { email: `ended-${count}@example.com`, terminated: true });
    for (const to of [undefined, '', 'stranger@example.com', `ended-${count}@example.com`, left]) {
      const { status, body } = await repair(row, { take: 'give', to });
      expect([to, status, body.errors.map(({ field }) => field)]).toEqual([to, 422, ['to']]);
    }
    expect((await repair(row, { take: 'burn' })).body.errors).toMatchObject([{ field: 'take' }]);
    expect((await repair(row, { take: 'give', to: heir, more: 1 })).body.errors).toMatchObject([
      { field: 'more' },
    ]);
  });

  it('is not for a viewer, who sees the list', async () => {
    await account(`seen-${count}`, left);
    const row = await finding();
    const viewer = await portal.signIn({ email: 'viewer@example.com', roles: ['viewer'] });
    expect((await viewer.get('/drift_findings')).status).toBe(200);
    for (const [path, body] of [
      [`/drift_findings/${row.id}/repair`, { take: 'give', to: heir }],
      ['/drift_findings/hand_over', { from: left, to: heir }],
      ['/drift_findings/take_back', { records: [] }],
    ] as const)
      expect([path, (await viewer.post(path, body)).status]).toEqual([path, 403]);
  });

  it.each(['none', 'left_owns_account-0-0123456789ab', 'left_owns_account-2000000000-0123456789ab'])(
    'needs the record of the id %s',
    async (id) => {
      const { status } = await api.post(`/drift_findings/${id}/repair`, { take: 'give', to: heir });
      expect(status).toBe(404);
    },
  );
});

describe('a whole hand-over', () => {
  it('gives everything of somebody to somebody else at once, and back', async () => {
    await costCenter(`CCH-${count}`, left);
    for (const at of [1, 2]) await account(`hand-${count}-${at}`, left);
    const owned = await api.get<object>(`/drift_findings/owned?email=${left}`);
    expect(owned.body.data).toEqual({ cost_centers: 1, cloud_parents: 2 });
    const { status, body } = await api.post<Repaired>('/drift_findings/hand_over', { from: left, to: heir });
    expect([status, body.data.records.length]).toEqual([200, 3]);
    expect(await findings()).toEqual([]);
    expect((await api.post('/drift_findings/hand_over', { from: left, to: heir })).status).toBe(409);
    expect((await takeBack(body.data.records)).body.data.records).toHaveLength(3);
    expect(await findings()).toHaveLength(3);
  });

  it('leaves what somebody else gives away while it waits', async () => {
    const other = `other-${count}@example.com`;
    const [kept, taken] = [await account(`race-${count}-1`, left), await account(`race-${count}-2`, left)];
    const waiting = await portal.db.transaction(async (tx) => {
      await tx.query(
        'UPDATE cloud_parents SET cloud_contact_email = $1, lock_version = lock_version + 1 WHERE id = $2',
        [other, taken.id],
      );
      const answer = api.post<Repaired>('/drift_findings/hand_over', { from: left, to: heir });
      const held = `SELECT count(*)::integer AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(async () => (await portal.db.query<{ count: number }>(held)).rows[0]?.count).toBe(1);
      return { answer };
    });
    const { status, body } = await waiting.answer;
    expect([status, body.data.records.map(({ id }) => id)]).toEqual([200, [kept.id]]);
    const { data } = (await api.get(`/cloud_parents/${taken.id}`)).body;
    expect(data['cloud_contact_email']).toBe(other);
  });

  it('takes nothing back where one of the records was changed since', async () => {
    for (const at of [1, 2]) await account(`mixed-${count}-${at}`, left);
    const { body } = await api.post<Repaired>('/drift_findings/hand_over', { from: left, to: heir });
    const [first] = body.data.records;
    await portal.db.query('UPDATE cloud_parents SET lock_version = lock_version + 1 WHERE id = $1', [
      first?.id,
    ]);
    expect((await takeBack(body.data.records)).status).toBe(409);
    expect(await findings()).toEqual([]);
  });

  it('goes to somebody else than before', async () => {
    await account(`same-${count}`, heir);
    const { status, body } = await api.post('/drift_findings/hand_over', { from: heir, to: heir });
    expect([status, body.errors.map(({ field }) => field)]).toEqual([422, ['to']]);
  });
});

describe('the mail to owners of terminated accounts', () => {
  it('goes to nobody whom drift says to have left', async () => {
    await account(`mail-${count}`, left, { terminated: true });
    const { body } = await api.post<{ recipients: { to: string }[]; left_out: string[] }>(
      '/cloud_parents/send_email_to_terminated_cloud_accounts',
      { dry_run: true },
    );
    expect(body.data.recipients.map(({ to }) => to)).not.toContain(left);
    expect(body.data.left_out).toContain(
      `1 terminated account that belongs to ${left}, who left the directory or may no longer sign in.`,
    );
  });
});
