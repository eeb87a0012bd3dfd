import { beforeAll, describe, expect, it } from 'vitest';
import type { ActivityEntry } from '#calls/activity.ts';
import type { ModelRule, WaitingChange } from '#calls/peer-review.ts';
import type { SelectionPreview } from '#calls/selections.ts';
import type { HistoryEntry } from '#kernel/history.ts';
import type { Mail } from '#kernel/work.ts';
import type { Answer, Api, Row } from '#tests/support/api.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, finance=editor, audit=viewer, owners=owner',
});
const person = (name: string, role: 'admin' | 'editor' | 'viewer' | 'owner' = 'editor') =>
  portal.signIn({ email: `${name.toLowerCase()}@example.com`, name, roles: [role] });
let [admin, anna, bob, viewer]: Api[] = [];
beforeAll(async () => {
  admin = await person('Admin', 'admin');
  anna = await person('Anna');
  bob = await person('Bob');
  viewer = await person('Vera', 'viewer');
});

const because = (reason: string) => ({ 'change-reason': encodeURIComponent(reason) });
const rule = async (model: string, asks_reason: boolean, fields: string[]): Promise<ModelRule> => {
  const { status, body, text } = await admin.put<ModelRule>(`/change_rules/${model}`, {
    asks_reason,
    fields,
  });
  expect(status, text).toBe(200);
  return body.data;
};
let counter = 0;
const department = async (more: object = {}): Promise<Row> => {
  const name = `Reviewed ${++counter}`;
  const { status, body, text } = await anna.post('/departments', { name, abbreviation: 'OLD', ...more });
  expect(status, text).toBe(201);
  return body.data;
};
const read = async (model: string, { id }: Pick<Row, 'id'>) => (await anna.get(`/${model}/${id}`)).body.data;
const history = async (model: string, { id }: Pick<Row, 'id'>) =>
  (await anna.get<HistoryEntry[]>(`/${model}/${id}/history`)).body.data;
const waitsOf = (answer: Answer) =>
  (answer.body as unknown as { waits: { id: number; fields: string[] } }).waits;
const asked = async (record: Row, values: object, more: Record<string, string> = {}): Promise<number> => {
  const answer = await anna.put(`/departments/${record.id}`, values, more);
  expect(answer.status, answer.text).toBe(202);
  return waitsOf(answer).id;
};
const listed = async (api: Api, record: Pick<Row, 'id'>) =>
  (await api.get<WaitingChange[]>(`/waiting_changes?by_model=departments&by_record=${record.id}`)).body.data;
const decide = (api: Api, id: number, what: 'approve' | 'refuse' | 'withdraw', body: object = {}) =>
  api.post<WaitingChange>(`/waiting_changes/${id}/${what}`, body);

describe('a model of which a reason is asked', () => {
  beforeAll(() => rule('business_units', true, []));
  const unit = async () => {
    const name = `Unit ${++counter}`;
    return (await anna.post('/business_units', { name, abbreviation: `U${counter}` })).body.data;
  };

  it('takes no change or deletion without one, and says what to do', async () => {
    const record = await unit();
    const attempts = [
      () => anna.put(`/business_units/${record.id}`, { abbreviation: 'NEW' }),
      () => anna.delete(`/business_units/${record.id}`),
      () => anna.post('/business_units/bulk_update', { records: [{ id: record.id, abbreviation: 'NEW' }] }),
      () => anna.post('/business_units/save_rows', { records: [{ id: record.id, abbreviation: 'NEW' }] }),
      () =>
        anna.post('/business_units/import_json', {
          data: [{ name: record['name'], abbreviation: 'NEW' }],
          update: true,
        }),
    ];
    for (const attempt of attempts) {
      const { status, body, text } = await attempt();
      expect([status, text]).toEqual([422, text]);
      expect(text).toContain('Give a reason for this change.');
      expect(body.data).toBeUndefined();
    }
    expect(await read('business_units', record)).toEqual(record);
  });

  it('keeps it with the history and the activity, and in the file of these', async () => {
    const record = await unit();
    const reason = 'Grüße, 50 % of “it”';
    const changed = await anna.put(`/business_units/${record.id}`, { abbreviation: 'NEW' }, because(reason));
    expect(changed.status, changed.text).toBe(200);
    expect((await history('business_units', record))[0]).toMatchObject({ action: 'update', reason });
    const { body } = await anna.get<ActivityEntry[]>('/activity?by_model=business_units&by_action=update');
    expect(body.data[0]).toMatchObject({ reason, record: { id: record.id } });
    const file = await anna.get('/activity.csv?by_model=business_units');
    expect(file.text.split('\r\n')[0]).toMatch(/,Reason,Approved by$/);
    expect(file.text).toContain('"Grüße, 50 % of “it”"');
    const gone = await anna.send('DELETE', `/business_units/${record.id}`, undefined, because('Not used'));
    expect(gone.status, gone.text).toBe(200);
    expect((await history('business_units', record))[0]).toMatchObject({
      action: 'delete',
      reason: 'Not used',
    });
  });

  it('takes a change that changes nothing, and creations, without one', async () => {
    const record = await unit();
    const same = await anna.put(`/business_units/${record.id}`, { abbreviation: record['abbreviation'] });
    expect(same.status).toBe(200);
    expect((await history('business_units', record))[0]).not.toHaveProperty('reason');
  });

  it('refuses a reason that nobody can read', async () => {
    const record = await unit();
    for (const reason of ['%E4', '%00', 'a'.repeat(501)]) {
      const { status, body } = await anna.put(
        `/business_units/${record.id}`,
        { abbreviation: 'NEW' },
        { 'change-reason': reason },
      );
      expect([status, body.error]).toEqual([
        400,
        'Change-Reason must be a text of at most 500 characters: UTF-8, percent-encoded.',
      ]);
    }
  });
});

describe('a field that a second person approves', () => {
  beforeAll(() => rule('departments', false, ['abbreviation']));

  it('waits, is shown beside the record, and is one entry of the history once it is approved', async () => {
    const record = await department();
    const answer = await anna.put(
      `/departments/${record.id}`,
      { abbreviation: 'NEW', name: `${String(record['name'])} renamed` },
      because('Merged'),
    );
    expect(answer.status, answer.text).toBe(202);
    expect(answer.body.data).toEqual(record);
    const { id, fields } = waitsOf(answer);
    expect(fields).toEqual(expect.arrayContaining(['Name', 'Abbreviation']));
    expect(await read('departments', record)).toEqual(record);
    const [change] = await listed(bob, record);
    expect(change).toMatchObject({
      id,
      state: 'waiting',
      by: { email: 'anna@example.com' },
      reason: 'Merged',
      may_decide: true,
      may_withdraw: false,
    });
    expect(change?.records[0]?.changes).toContainEqual(
      expect.objectContaining({ label: 'Abbreviation', from_shown: 'OLD', to_shown: 'NEW' }),
    );
    const approved = await decide(bob, id, 'approve', { decision: 'As agreed' });
    expect(approved.status, approved.text).toBe(200);
    expect(await read('departments', record)).toMatchObject({ abbreviation: 'NEW', lock_version: 2 });
    const [entry, ...before] = await history('departments', record);
    expect(before).toHaveLength(1);
    expect(entry).toMatchObject({
      by: { email: 'anna@example.com' },
      approved_by: { email: 'bob@example.com', name: 'Bob' },
      reason: 'Merged',
    });
    const mails = await admin.get<Mail[]>('/outbox?q=anna@example.com');
    expect(mails.text).toContain(`Your change of Department ${String(record['name'])}`);
  });

  it('is decided by somebody else who may change the model, and withdrawn by who asked', async () => {
    const record = await department();
    const id = await asked(record, { abbreviation: 'NEW' });
    const own = await decide(anna, id, 'approve');
    expect([own.status, own.body.error]).toEqual([
      403,
      'You asked for this change yourself. Somebody else has to decide on it.',
    ]);
    expect((await decide(anna, id, 'refuse', { decision: 'No' })).status).toBe(403);
    expect((await decide(viewer, id, 'approve')).status).toBe(403);
    expect((await decide(bob, id, 'withdraw')).status).toBe(403);
    expect((await decide(bob, id, 'refuse')).status).toBe(422);
    const refused = await decide(bob, id, 'refuse', { decision: 'Keep it' });
    expect(refused.body.data).toMatchObject({ state: 'refused', decided: { decision: 'Keep it' } });
    const again = await decide(bob, id, 'approve');
    expect([again.status, again.body.error]).toEqual([
      409,
      'This change does not wait any more: it was refused by Bob.',
    ]);
    const second = await asked(record, { abbreviation: 'NEW' });
    expect((await decide(anna, second, 'withdraw')).body.data.state).toBe('withdrawn');
    expect(await read('departments', record)).toEqual(record);
  });

  it('is not written over what was changed meanwhile, and leaves what it does not touch', async () => {
    const record = await department();
    const name = `${String(record['name'])} by Bob`;
    // The form sends all that it shows; only what differs waits.
    const first = await asked(record, { name: record['name'], abbreviation: 'A' });
    expect((await bob.put(`/departments/${record.id}`, { name })).status).toBe(200);
    const second = await asked(record, { abbreviation: 'B' });
    expect((await decide(bob, first, 'approve')).status).toBe(200);
    expect(await read('departments', record)).toMatchObject({ name, abbreviation: 'A' });
    const conflict = await decide(bob, second, 'approve');
    expect(conflict.status).toBe(409);
    expect(conflict.body.error).toContain('Abbreviation was ‘OLD’ and is ‘A’ now.');
    expect(conflict.body).toMatchObject({
      differences: [{ label: 'Abbreviation', from_shown: 'OLD', now_shown: 'A', to_shown: 'B' }],
    });
    expect(await read('departments', record)).toMatchObject({ abbreviation: 'A' });
  });

  it('ends where its record is deleted meanwhile', async () => {
    const record = await department();
    const id = await asked(record, { abbreviation: 'NEW' });
    expect((await bob.delete(`/departments/${record.id}`)).status).toBe(200);
    expect((await listed(bob, record))[0]).toMatchObject({ state: 'ended', may_decide: false });
    const late = await decide(bob, id, 'approve');
    expect([late.status, late.body.error]).toEqual([
      409,
      'This change does not wait any more: what it changes was deleted meanwhile.',
    ]);
  });

  it('is made once where two approve it at the same time', async () => {
    const carl = await person('Carl');
    const record = await department();
    const id = await asked(record, { abbreviation: 'NEW' });
    const answers = await Promise.all([bob, carl, bob, carl].map((api) => decide(api, id, 'approve')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await read('departments', record)).toMatchObject({ lock_version: 2 });
  });

  it('keeps the answer of a request that comes again', async () => {
    const record = await department();
    const key = { 'idempotency-key': `review-${record.id}` };
    const id = await asked(record, { abbreviation: 'NEW' }, key);
    expect(await asked(record, { abbreviation: 'NEW' }, key)).toBe(id);
    expect(await listed(anna, record)).toHaveLength(1);
  });

  it('refuses at once what could never be made', async () => {
    const record = await department();
    const other = await department();
    const twice = await anna.put(`/departments/${record.id}`, { name: other['name'], abbreviation: 'NEW' });
    expect([twice.status, twice.text]).toEqual([409, twice.text]);
    const stale = await anna.put(`/departments/${record.id}`, { abbreviation: 'NEW', lock_version: 7 });
    expect(stale.status).toBe(409);
    expect(await listed(anna, record)).toEqual([]);
  });

  it('is nothing of which owners are told', async () => {
    const owner = await person('Olga', 'owner');
    for (const path of ['/waiting_changes', '/change_rules', '/change_rules/events'])
      expect((await owner.get(path)).status).toBe(403);
  });
});

describe('every way to write', () => {
  beforeAll(() => rule('departments', false, ['abbreviation']));

  it('is held: each of them leaves the field as it is', async () => {
    const records = await Promise.all([department(), department()]);
    const [one, two] = records as [Row, Row];
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
      import: 422,
    });
    for (const record of [one, two]) expect(await read('departments', record)).toEqual(record);
  });

  it('is one of those above, a creation, a deletion, or a restoration', () => {
    const own = portal.routes.filter(
      ({ method, path }) =>
        /^\/api\/departments(\/|$)/.test(path) && ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method),
    );
    expect([...new Set(own.map(({ method, path }) => `${method} ${path}`))].toSorted()).toEqual([]);
  });

  it('is held with an API token, too', async () => {
    const record = await department();
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
    expect(await read('departments', record)).toEqual(record);
  });

  it('waits as one change of many, which is approved as one', async () => {
    const records = await Promise.all([department(), department()]);
    const answer = await anna.post('/departments/bulk_update', {
      records: records.map(({ id }) => ({ id, abbreviation: 'ALL' })),
    });
    expect(answer.status, answer.text).toBe(202);
    const approved = await decide(bob, waitsOf(answer).id, 'approve');
    expect(approved.body.data).toMatchObject({ state: 'approved', total: 2 });
    for (const record of records)
      expect(await read('departments', record)).toMatchObject({ abbreviation: 'ALL', lock_version: 2 });
    const all = await bob.get(`/waiting_changes/${waitsOf(answer).id}/records`);
    expect(all.body.meta.total).toBe(2);
  });

  it('has a selection wait, and its undo held', async () => {
    const records = await Promise.all([department(), department()]);
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
    const [record] = records as [Row];
    expect(await read('departments', record)).toEqual(record);
    const id = Number((done.result as { waits: number }).waits);
    expect((await decide(bob, id, 'approve')).status).toBe(200);
    const changed = (await bob.get<ActivityEntry[]>('/activity?by_model=departments&by_action=update')).body
      .data;
    const undo = await bob.post<{ job: { id: string } }>('/activity/undo', { changes: [changed[0]?.id] });
    const ended = await followJob(bob, undo.body.data.job.id);
    expect(JSON.stringify(ended)).toContain('A second person approves changes of Abbreviation.');
    expect(await read('departments', record)).toMatchObject({ abbreviation: 'SEL' });
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
    const { lock_version } = await rule('companies', false, ['aws_gl']);
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
