import { beforeAll, describe, expect, it } from 'vitest';
import type { ActivityEntry } from '#calls/activity.ts';
import type { SelectionPreview } from '#calls/selections.ts';
import { apiClient, type Answer, type Api } from '#tests/support/api.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { registry } from '#resources/registry.ts';
import { Factory } from '#tests/support/factories.ts';
import { followJob } from '#tests/support/follow-job.ts';
import {
  addDepartment,
  decide,
  personIn,
  readRecord,
  REVIEW_ROLES,
  setRule,
  waitsOf,
} from '#tests/support/peer-review.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal(REVIEW_ROLES);
const person = personIn(portal);
let admin: Api;
let anna: Api;
let bob: Api;
let viewer: Api;
beforeAll(async () => {
  admin = await person('Admin', 'admin');
  anna = await person('Anna');
  bob = await person('Bob');
  viewer = await person('Vera', 'viewer');
});

describe('every way to write', () => {
  beforeAll(() => setRule(admin, 'departments', false, ['abbreviation']));

  it('is held: each of them leaves the field as it is', async () => {
    const records = await Promise.all([addDepartment(anna), addDepartment(anna)]);
    const [one, two] = records;
    const change = { abbreviation: 'ROUND' };
    const both = records.map(({ id }) => ({ id, ...change }));
    const ways: Record<string, () => Promise<Answer>> = {
      put: () => anna.put(`/departments/${one.id}`, change),
      patch: () => anna.send('PATCH', `/departments/${one.id}`, JSON.stringify(change)),
      wrapped: () => anna.put(`/departments/${one.id}`, { department: change }),
      bulk: () => anna.post('/departments/bulk_update', { records: both }),
      rows: () => anna.post('/departments/save_rows', { records: both }),
      'rows with a new one': () =>
        anna.post('/departments/save_rows', { records: [...both, { name: 'Added beside', ...change }] }),
      import: () =>
        anna.post('/departments/import_json', { data: [{ name: one['name'], ...change }], update: true }),
    };
    const statuses: Record<string, number> = {};
    for (const [way, make] of Object.entries(ways)) {
      const { status, text } = await make();
      statuses[way] = status;
      expect(text, way).toContain(
        status === 202 ? '"waits"' : 'A second person approves changes of Abbreviation.',
      );
    }
    expect(statuses).toEqual({
      put: 202,
      patch: 202,
      wrapped: 202,
      bulk: 202,
      rows: 202,
      'rows with a new one': 422,
      import: 202,
    });
    for (const record of [one, two]) expect(await readRecord(anna, 'departments', record)).toEqual(record);
  });

  it('is one of those above, a creation, a deletion, or a restoration', () => {
    const own = portal.routes.flatMap(({ method, path }) =>
      /^\/api\/departments\/./.test(path) && ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)
        ? [`${method} ${path.slice('/api/departments/'.length)}`]
        : [],
    );
    expect([...new Set(own)].toSorted()).toEqual([
      'DELETE :id',
      'PATCH :id',
      'POST :id',
      'POST :id/restore',
      'POST bulk_delete',
      'POST bulk_restore',
      'POST bulk_update',
      'POST import_json',
      'POST preview_rows',
      'POST save_rows',
      'PUT :id',
    ]);
  });

  it('is held beside the common calls, too: a cost center is not replaced around a rule', async () => {
    const center = await new Factory(admin, registry, portal.db).create(costCenters);
    await setRule(admin, 'cost_centers', false, ['new_cost_center_id']);
    const answer = await anna.post(`/cost_centers/${center.id}/replace`, { identifier: `R${center.id}` });
    expect([answer.status, answer.text]).toEqual([422, answer.text]);
    expect(answer.body.error).toContain('A second person approves changes of');
    expect(await readRecord(anna, 'cost_centers', center)).toEqual(center);
    await setRule(admin, 'cost_centers', false, []);
    const free = await anna.post(`/cost_centers/${center.id}/replace`, { identifier: `R${center.id}` });
    expect(free.status, free.text).toBeLessThan(300);
  });

  it('is held with an API token, too', async () => {
    const record = await addDepartment(anna);
    const made = await anna.post<{ token: string }>('/auth/tokens', {
      name: `Script ${record.id}`,
      role: 'editor',
      days: '30',
    });
    expect(made.status, made.text).toBe(201);
    const { token } = made.body.data;
    const answer = await fetch(`${portal.url}/api/departments/${record.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ abbreviation: 'ROUND' }),
    });
    expect(answer.status).toBe(202);
    expect(await readRecord(anna, 'departments', record)).toEqual(record);
  });

  it('is approved by no token and no other session of who asked', async () => {
    const record = await addDepartment(anna);
    const { id } = waitsOf(await anna.put(`/departments/${record.id}`, { abbreviation: 'ROUND' }));
    const made = await anna.post<{ token: string }>('/auth/tokens', {
      name: `Approves ${record.id}`,
      role: 'editor',
      days: '30',
    });
    const token = apiClient(portal.url, { authorization: `Bearer ${made.body.data.token}` });
    const elsewhere = await portal.signIn({ email: 'anna@example.com', name: 'Another', roles: ['admin'] });
    for (const api of [token, elsewhere]) {
      const { status, body } = await decide(api, id, 'approve');
      expect([status, body.error]).toEqual([
        403,
        'You requested this change yourself. Somebody else has to decide on it.',
      ]);
    }
    expect(await readRecord(anna, 'departments', record)).toEqual(record);
    expect((await decide(bob, id, 'approve')).status).toBe(200);
  });

  it('waits as one change of many, which is approved as one', async () => {
    const records = await Promise.all([addDepartment(anna), addDepartment(anna)]);
    const answer = await anna.post('/departments/bulk_update', {
      records: records.map(({ id }) => ({ id, abbreviation: 'ALL' })),
    });
    expect(answer.status, answer.text).toBe(202);
    const approved = await decide(bob, waitsOf(answer).id, 'approve');
    expect(approved.body.data).toMatchObject({ state: 'approved', total: 2 });
    for (const record of records)
      expect(await readRecord(anna, 'departments', record)).toMatchObject({
        abbreviation: 'ALL',
        lock_version: 2,
      });
    const all = await bob.get(`/waiting_changes/${waitsOf(answer).id}/records`);
    expect(all.body.meta.total).toBe(2);
  });

  it('has a selection wait, and its undo held', async () => {
    const records = await Promise.all([addDepartment(anna), addDepartment(anna)]);
    const ids = records.map(({ id }) => id);
    const changes = { abbreviation: 'SEL' };
    const { body } = await anna.post<{ preview: SelectionPreview }>('/selections/preview', {
      model: 'departments',
      ids,
      changes,
    });
    const { total, state, second_person: second } = body.data.preview;
    expect(second).toEqual(['Abbreviation']);
    const begun = await anna.post<{ job: { id: string } }>('/selections/change', {
      model: 'departments',
      ids,
      changes,
      total,
      state,
    });
    const done = await followJob(anna, begun.body.data.job.id);
    expect(done.result).toMatchObject({ changed: 0, may_undo: false, waits: expect.any(Number) });
    const [record] = records;
    expect(await readRecord(anna, 'departments', record)).toEqual(record);
    const id = Number((done.result as { waits: number }).waits);
    expect((await decide(bob, id, 'approve')).status).toBe(200);
    const changed = (await bob.get<ActivityEntry[]>('/activity?by_model=departments&by_action=update')).body
      .data;
    const undo = await bob.post<{ job: { id: string } }>('/activity/undo', { changes: [changed[0]?.id] });
    const ended = await followJob(bob, undo.body.data.job.id);
    const { waits } = ended.result as { waits: number };
    expect(await readRecord(anna, 'departments', record)).toMatchObject({ abbreviation: 'SEL' });
    expect((await decide(bob, waits, 'approve')).status).toBe(403);
    const back = await decide(anna, waits, 'approve');
    expect(back.body.data).toMatchObject({ state: 'approved', total: 2, undo: { others: 0 } });
    expect(await readRecord(anna, 'departments', record)).toMatchObject({ abbreviation: 'OLD' });
  });
});

describe('what is agreed on about changes', () => {
  it('is changed by administrators, and who did is told', async () => {
    expect((await bob.put('/change_rules/departments', { asks_reason: true, fields: [] })).status).toBe(403);
    const wrong = await admin.put('/change_rules/departments', {
      asks_reason: false,
      fields: ['created_at'],
    });
    expect([wrong.status, wrong.body.errors[0]?.field]).toEqual([422, 'fields']);
    expect((await admin.put('/change_rules/nothing', { asks_reason: false, fields: [] })).status).toBe(404);
    const { lock_version } = await setRule(admin, 'companies', false, ['aws_gl']);
    const late = await admin.put('/change_rules/companies', {
      asks_reason: true,
      fields: [],
      lock_version: 0,
    });
    expect(late.status).toBe(409);
    const none = { asks_reason: false, fields: [], lock_version };
    expect((await admin.put('/change_rules/companies', none)).status).toBe(200);
    const { body } =
      await viewer.get<{ label: string; changes: string[]; by: { email: string } }[]>('/change_rules/events');
    expect(body.data.slice(0, 2)).toMatchObject([
      {
        label: 'Companies',
        by: { email: 'admin@example.com' },
        changes: ['No second person approves AWS GL any more'],
      },
      { label: 'Companies', changes: ['A second person approves AWS GL'] },
    ]);
  });
});
