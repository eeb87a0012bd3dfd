import { beforeAll, describe, expect, it } from 'vitest';
import type { ActivityEntry, ActivityLine, listActivity } from '#calls/activity.ts';
import type { AnswerOf } from '#calls/call.ts';
import type { Author, HistoryEntry } from '#kernel/history.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { departments } from '#resources/departments.ts';
import { githubOrganizationApps } from '#resources/github-organization-apps.ts';
import { members } from '#resources/members.ts';
import { registry } from '#resources/registry.ts';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { apiClient, type Api } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { followJob, type FollowedJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';
import { addWorld, importJson } from '#tests/support/worksheets.ts';

const portal = withPortal();
let api: Api;
let factory: Factory;
beforeAll(async () => {
  api = await portal.signIn();
  factory = new Factory(api, registry, portal.db);
});

interface Told<Data> {
  data: Data[];
  meta: AnswerOf<typeof listActivity>['meta'];
}
async function ask<Data>(path: string, headers = {}): Promise<Told<Data>> {
  const { status, body, text } = await api.get<Data[]>(path, headers);
  expect(status, text).toBe(200);
  return body as unknown as Told<Data>;
}
const activity = (query = '', headers = {}) => ask<ActivityEntry>(`/activity${query}`, headers);
const changesOf = (id: number, query = '') => ask<ActivityLine>(`/activity/${id}/changes${query}`);
const newest = async (query = '') => {
  const [entry] = (await activity(query)).data;
  if (!entry) throw new Error('Nothing was changed.');
  return entry;
};
const ada = { email: 'ada.lovelace@example.com', name: 'Ada Lovelace' };

/** Lines of history as they may stand in a table that was filled long ago. */
const lines = (more: { by?: string; at?: string; request?: string; count?: number }) =>
  portal.db.query(
    `INSERT INTO record_history (resource, record_id, action, at, by_email, request_id, lock_version, changes)
     SELECT 'departments', 800000 + n, 'update', coalesce($1::timestamptz, clock_timestamp()), $2,
       coalesce($3, 'r' || $2 || n), 2, '{"name": {"from": "Old", "to": "New"}}' FROM generate_series(1, $4::integer) n`,
    [more.at ?? null, more.by ?? 'many@example.com', more.request ?? null, more.count ?? 1],
  );

describe('what was changed', () => {
  it('is told with who did it to what, and what was there before', async () => {
    const first = await factory.create(costCenters, { identifier: 'ACT-1' });
    const second = await factory.create(costCenters, { identifier: 'ACT-2' });
    await api.put(`/cost_centers/${first.id}`, { new_cost_center_id: second.id, company_code: '77' });
    const entry = await newest();
    expect(entry).toMatchObject({
      by: ada,
      via: [],
      action: 'update',
      model: 'cost_centers',
      count: 1,
      record: { id: first.id, title: 'ACT-1', is: 'there' },
      restorable: false,
    });
    expect(entry.fields).toContain('Company Code');
    expect(entry.changes).toContainEqual(
      expect.objectContaining({ label: 'Company Code', to_shown: '77', from_shown: first['company_code'] }),
    );
    // By its name and not by its number.
    expect(entry.changes?.find(({ to }) => to === second.id)).toMatchObject({ to_shown: 'ACT-2' });
  });

  it('of many records by one request is one entry, which tells each of them in turn', async () => {
    const made = [];
    for (const name of ['Bulk A', 'Bulk B', 'Bulk C'])
      made.push(await factory.create(departments, { name, abbreviation: `${name.at(-1)}1` }));
    const records = made.map(({ id, lock_version }) => ({ id, lock_version, abbreviation: null }));
    expect((await api.post('/departments/bulk_update', { records })).status).toBe(200);
    const entry = await newest();
    expect(entry).toMatchObject({ action: 'update', count: 3, changes: null, fields: [] });
    const { data, meta } = await changesOf(entry.id, '?per_page=2');
    expect(meta).toMatchObject({ total: 3, next: data[1]?.id });
    expect(data).toMatchObject([
      { record: { title: 'Bulk A' }, changes: [{ label: 'Abbreviation', from_shown: 'A1', to_shown: null }] },
      { record: { title: 'Bulk B' } },
    ]);
    const rest = await changesOf(entry.id, `?per_page=2&after=${meta.next}`);
    expect(rest).toMatchObject({ data: [{ record: { title: 'Bulk C' } }], meta: { next: null } });
  });

  it('is not mixed up with what others did between the lines of one request', async () => {
    await lines({ by: 'slow@example.com', request: 'slow' });
    await lines({ by: 'quick@example.com', request: 'quick' });
    await lines({ by: 'slow@example.com', request: 'slow' });
    const entry = await newest('?by_person=slow@example.com');
    const { data, meta } = await changesOf(entry.id);
    expect(meta.total).toBe(2);
    expect(data.map(({ by }) => by.email)).toEqual(['slow@example.com', 'slow@example.com']);
  });

  it('of one record again and again, by work that goes on, is of one record, with all that it changed', async () => {
    const { id } = await factory.create(departments, { name: 'Again and again' });
    for (const field of ['name', 'abbreviation', 'name'])
      await portal.db.query(
        `INSERT INTO record_history (resource, record_id, action, by_email, request_id, lock_version, changes)
         VALUES ('departments', $1, 'update', 'again@example.com', 'again', 2, jsonb_build_object($2::text, '{}'::jsonb))`,
        [id, field],
      );
    const entry = await newest('?by_person=again@example.com');
    expect(entry).toMatchObject({
      count: 1,
      changes: null,
      fields: ['Name', 'Abbreviation'],
      record: { id },
    });
    expect((await changesOf(entry.id)).meta.total).toBe(3);
    // A file has a line for each of them nevertheless.
    const { text } = await api.get('/activity.csv?by_person=again@example.com');
    expect(text.match(/Again and again/g)).toHaveLength(3);
  });

  it('by somebody whose name was not at hand, as in a job, is told by their name, in the history of the record too', async () => {
    const { id } = await factory.create(departments, { name: 'Named in a job' });
    await portal.db.query(
      `INSERT INTO record_history (resource, record_id, action, by_email, request_id, lock_version, changes, via)
       VALUES ('departments', $1, 'update', $2, 'named', 2, '{}', '[{"kind": "job", "name": null}]')`,
      [id, ada.email],
    );
    expect((await newest()).by).toEqual(ada);
    const { body } = await api.get<HistoryEntry[]>(`/departments/${id}/history`);
    expect(body.data.map(({ by }) => by)).toEqual([ada, ada]);
  });

  it('comes in pages that follow one another without a gap, in the order of the days', async () => {
    const days = ['2021-05-03', '2021-05-01', '2021-05-02', '2021-05-05', '2021-05-04'];
    for (const day of days) await lines({ by: 'days@example.com', at: `${day}T12:00:00Z`, request: day });
    const found: string[] = [];
    let next = '';
    for (;;) {
      const { data, meta } = await activity(`?by_person=days@example.com&per_page=2${next}`);
      expect(meta.total).toBe(5);
      found.push(...data.map(({ at }) => at.slice(0, 10)));
      if (meta.next === null) break;
      next = `&before=${meta.next}`;
    }
    expect(found).toEqual(days.toSorted().toReversed());
  });

  it('is counted up to a bound, and says that there is more', async () => {
    await lines({ by: 'busy@example.com', count: 1001 });
    const { meta, data } = await activity('?by_person=busy@example.com');
    expect(meta).toMatchObject({ total: 1000, total_is: 'at_least', next: data.at(-1)?.id });
    expect(data).toHaveLength(50);
  });

  it('that is long is told when it is asked for', async () => {
    const text = Array.from({ length: 9000 }, (_, at) => at.toString(36)).join('');
    const { id } = await factory.create(registry.get('faqs'));
    const changed = await api.put(`/faqs/${id}`, { answer: `<p>${text}</p>` });
    expect(changed.status, changed.text).toBe(200);
    const entry = await newest();
    expect(entry).toMatchObject({ count: 1, changes: null, fields: [expect.any(String)] });
    expect((await changesOf(entry.id)).data[0]?.changes[0]?.to_shown).toContain(text.slice(0, 1000));
  });
});

describe('the way by which a change came', () => {
  it('is told of an API token, with the name of its person', async () => {
    const created = await createApiToken(portal.db, { email: ada.email, name: 'nightly', roles: [] });
    const machine = apiClient(portal.url, { authorization: `Bearer ${created?.token}` });
    const made = await machine.post('/departments', { name: 'Made by a machine' });
    expect(made.status).toBe(201);
    const entry = await newest();
    expect(entry).toMatchObject({ by: ada, via: [{ kind: 'token', name: 'nightly' }], action: 'create' });
    const history = await api.get<HistoryEntry[]>(`/departments/${made.body.data.id}/history`);
    expect(history.body.data[0]?.via).toEqual(entry.via);
  });

  it('is told of an import, also of the records that it changes', async () => {
    await addWorld(api);
    const row = (more: object) => ({
      identifier: 'ACT-I1',
      companies_code: '1000',
      business_unit_name: 'Gaming',
      department_name: 'Finance',
      cloud_contact_email: 'amelia.hart@example.com',
      active_at: '2026-01-01',
      ...more,
    });
    for (const more of [{}, { active_at: '2026-02-02' }]) {
      const sent = await importJson(api, { data: [row(more)], update: true });
      expect(sent.status, sent.text).toBeLessThan(202);
    }
    const via = [{ kind: 'import', name: null }];
    expect((await activity('?by_model=cost_centers')).data.slice(0, 2)).toMatchObject([
      { action: 'update', via, changes: [{ from: '2026-01-01', to: '2026-02-02' }] },
      { action: 'import', via },
    ]);
  });

  it('is told of an upload, and of one that a job takes over', async () => {
    const file = Buffer.from('Network\nACT-N1\n').toString('base64');
    expect((await api.post('/cost_center_networks/upload', { file })).status).toBe(201);
    expect(await newest('?by_model=cost_center_networks')).toMatchObject({
      via: [{ kind: 'upload', name: null }],
    });
    const many = ['Network', ...Array.from({ length: 25_001 }, (_, at) => `ACT-M${at}`), ''].join('\n');
    const asked = await api.post<{ job: FollowedJob }>('/cost_center_networks/upload', {
      file: Buffer.from(many).toString('base64'),
    });
    await followJob(api, asked.body.data.job.id);
    const entry = await newest('?by_model=cost_center_networks');
    expect(entry).toMatchObject({ count: 25_001, via: [{ kind: 'job' }, { kind: 'upload' }] });
  });

  it('is told of the link by which members update themselves', async () => {
    const unit = await factory.create(registry.get('business_units'));
    const department = await factory.create(departments);
    const member = await factory.create(members, { blacklist: false });
    const sent = await api.post<{ mail: number }>(`/members/${member.id}/update_link/send`, {});
    const { rows } = await portal.db.query<{ text: string }>(
      'SELECT body_text AS text FROM outbox WHERE id = $1',
      [sent.body.data.mail],
    );
    const credential = /credential=(\S+)/.exec(rows[0]?.text ?? '')?.[1];
    const used = await apiClient(portal.url).post(
      `/members/update-restricted/${member.id}?credential=${credential}`,
      { department: department['name'], business_unit: unit['name'] },
    );
    expect(used.status, used.text).toBe(200);
    const entry = await newest('?by_model=members');
    expect(entry).toMatchObject({ action: 'update', via: [{ kind: 'link', name: null }] });
    expect(entry.by.email).toBe(member['email']);
  });
});

describe('filters', () => {
  it('leave what one person did, found by a part of the name', async () => {
    const grace = await portal.signIn({ email: 'grace@example.com', name: 'Grace Hopper' });
    await grace.post('/departments', { name: 'Compilers' });
    const { data: people } = await ask<Author>('/activity/people?q=hop');
    expect(people).toEqual([{ email: 'grace@example.com', name: 'Grace Hopper' }]);
    const { data, meta } = await activity('?by_person=Grace@Example.com');
    expect(data).toMatchObject([{ by: people[0], record: { title: 'Compilers' } }]);
    expect(meta).toEqual({ total: 1, next: null });
    expect((await activity('?by_person=nobody@example.com')).data).toEqual([]);
    expect((await ask<Author>('/activity/people?q=%25')).data).toEqual([]);
  });

  it('leave one model, one thing that was done, and all where they say so', async () => {
    const made = await factory.create(departments);
    await api.delete(`/departments/${made.id}`);
    const { data } = await activity('?by_model=departments&by_action=delete');
    expect(data[0]).toMatchObject({ record: { id: made.id, is: 'deleted' } });
    expect(new Set(data.map(({ model, action }) => `${model} ${action}`))).toEqual(
      new Set(['departments delete']),
    );
    const all = await activity('?by_model=All&by_action=&by_person=All&by_at=');
    expect(all.data[0]?.id).toBe(data[0]?.id);
  });

  it('leave the days of the calendar of who asks', async () => {
    await lines({ by: 'night@example.com', at: '2020-02-10T23:30:00Z', request: 'night' });
    const onDay = async (day: string, zone: string) =>
      (await activity(`?by_person=night@example.com&by_at=${day}`, { 'time-zone': zone })).meta.total;
    expect(await onDay('2020-02-10', 'UTC')).toBe(1);
    expect(await onDay('2020-02-10', 'Europe/Berlin')).toBe(0);
    expect(await onDay('2020-02-11', 'Europe/Berlin')).toBe(1);
    expect(await onDay('2020-02', 'UTC')).toBe(1);
    expect(await onDay('2020-01..2020-02-10', 'UTC')).toBe(1);
    expect(await onDay('..2020-02-09', 'UTC')).toBe(0);
    expect(await onDay('2020-02-11..', 'UTC')).toBe(0);
  });

  it.each([
    'by_model=sessions',
    'by_model=__proto__',
    'by_model=record_history',
    'by_action=drop',
    'by_at=yesterday',
    'by_at=2026-02-30',
    'by_person=a%00b',
    'by_person=a&by_person=b',
    `by_person=${'a'.repeat(501)}`,
    'before=0',
    'before=-1',
    'before=1e3',
    'before=999999999999',
    'before=9223372036854775808',
    `before=1'--`,
    'per_page=0',
    'per_page=501',
    'per_page=all',
    'q=text',
    'page=2',
    '__proto__=1',
  ])('that make no sense are refused: %s', async (query) => {
    const { status, body, text } = await api.get(`/activity?${query}`);
    expect(status, text).toBe(400);
    expect(body.error).toMatch(/\.$/);
    expect(text).not.toMatch(/SELECT|change_sets|node_modules/);
  });

  it('of text that looks like SQL find nothing, and break nothing', async () => {
    for (const odd of [`'; DROP TABLE change_sets; --`, '%', '_', '\\', '‮'])
      expect((await activity(`?by_person=${encodeURIComponent(odd)}`)).data).toEqual([]);
    expect((await activity()).data.length).toBeGreaterThan(0);
  });

  it.each(['0', '-1', '1e3', 'x', '999999999999', '9223372036854775808', '__proto__'])(
    'what no change is called is not found: %s',
    async (id) => {
      expect((await api.get(`/activity/${id}/changes`)).status).toBe(404);
    },
  );
});

describe('a deleted record', () => {
  it('is restorable by its last deletion alone, until it is back', async () => {
    const { id } = await factory.create(departments, { name: 'Phoenix' });
    await api.delete(`/departments/${id}`);
    const deletion = await newest();
    expect(deletion).toMatchObject({
      action: 'delete',
      restorable: true,
      record: { title: 'Phoenix', is: 'deleted' },
    });
    await api.post(`/departments/${id}/restore`);
    const [back, before] = (await activity()).data;
    expect(back).toMatchObject({ action: 'restore', record: { is: 'there' } });
    expect(before).toMatchObject({ id: deletion.id, restorable: false, record: { is: 'there' } });
    await api.delete(`/departments/${id}`);
    const [again, , former] = (await activity()).data;
    expect([again?.restorable, former?.restorable, former?.id]).toEqual([true, false, deletion.id]);
  });

  it('that left without a trace is told as gone', async () => {
    const { id } = await factory.create(departments, { name: 'Vanished' });
    await portal.db.query('DELETE FROM departments WHERE id = $1', [id]);
    expect(await newest()).toMatchObject({ record: { id, title: null, is: 'gone' }, restorable: false });
  });
});

describe('a secret', () => {
  it('appears in no entry, no change and no file', async () => {
    const secret = '-----BEGIN PRIVATE KEY----- activity';
    const { id } = await factory.create(githubOrganizationApps, { private_key: secret });
    await api.put(`/github_organization_apps/${id}`, { private_key: `${secret} two` });
    await api.delete(`/github_organization_apps/${id}`);
    const entries = await api.get<ActivityEntry[]>('/activity?by_model=github_organization_apps');
    const texts = [entries.text, (await api.get('/activity.csv?by_model=github_organization_apps')).text];
    for (const entry of entries.body.data) texts.push((await api.get(`/activity/${entry.id}/changes`)).text);
    expect(entries.body.data.length).toBeGreaterThanOrEqual(3);
    for (const text of texts) {
      expect(text).toContain('Private Key');
      expect(text).not.toContain('BEGIN PRIVATE KEY');
    }
  });
});

describe('the file', () => {
  it('has a line for each field of each record, and takes the filters', async () => {
    const who = await portal.signIn({ email: 'file@example.com', name: '=cmd|A1' });
    const first = await who.post('/departments', { name: 'File "A"', abbreviation: 'FA' });
    const second = await who.post('/departments', { name: '=1+1', abbreviation: 'FB' });
    const records = [first, second].map(({ body: { data } }) => ({ id: data.id, abbreviation: 'FC' }));
    const changed = await who.post('/departments/bulk_update', { records });
    expect(changed.status, changed.text).toBe(200);
    const { status, text, headers } = await api.get('/activity.csv?by_person=file@example.com');
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="activity_2.+\.csv"$/);
    const [head, ...rows] = text.replace('﻿', '').trimEnd().split('\r\n');
    expect(head).toBe(
      'At,Name,Email,How,Action,Model,Id,Record,Field,Before,After,Request,Reason,Approved by',
    );
    // Nobody gave a reason, or approved it.
    expect(rows.map((row) => row.slice(25).replace(/,[^,]+,,$/, ''))).toEqual([
      expect.stringMatching(/,update,Department,\d+,"File ""A""",Abbreviation,FA,FC$/),
      expect.stringMatching(/,update,Department,\d+,'=1\+1,Abbreviation,FB,FC$/),
      expect.stringMatching(/,create,Department,\d+,'=1\+1,Name,,'=1\+1$/),
      expect.stringMatching(/,create,Department,\d+,'=1\+1,Abbreviation,,FB$/),
      expect.stringMatching(/,create,Department,\d+,"File ""A""",Name,,"File ""A"""$/),
      expect.stringMatching(/,create,Department,\d+,"File ""A""",Abbreviation,,FA$/),
    ]);
    expect(rows[0]).toContain(`,'=cmd|A1,file@example.com,`);
    expect((await api.get('/activity.csv?before=1')).status).toBe(400);
  });
});
