import { describe, expect, it } from 'vitest';
import type { ActivityEntry } from '#calls/activity.ts';
import type { Comment } from '#calls/comments.ts';
import type { SearchAnswer } from '#calls/search.ts';
import type { HistoryEntry } from '#kernel/history.ts';
import type { Mail } from '#kernel/work.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import { apiClient, type Api, type Row } from '#tests/support/api.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk } from '#tests/support/billing/billing-desk.ts';
import { openEventStream } from '#tests/support/event-stream.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, ops=operator, finance=editor, audit=viewer',
});
const as = (name: string, role: 'admin' | 'operator' | 'editor' | 'viewer' = 'editor') =>
  portal.signIn({ email: `${name}@example.com`, name, roles: [role] });

let counter = 0;
const unique = (start: string) => `${start}${Date.now()}${++counter}`;

const department = async (api: Api): Promise<Row> => {
  const made = await api.post('/departments', { name: unique('Department '), abbreviation: unique('D') });
  expect(made.status, made.text).toBe(201);
  return made.body.data;
};
const say = async (
  api: Api,
  record: Pick<Row, 'id'>,
  text: string,
  more: Record<string, string> = {},
): Promise<Comment> => {
  const body = { comment: { model: 'departments', record_id: record.id, text } };
  const answer = await api.post<Comment>('/comments', body, more);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
};
const on = async (api: Api, record: Pick<Row, 'id'>, more = '', model = 'departments') =>
  api.get<Comment[]>(`/comments?by_model=${model}&by_record=${record.id}${more}`);
const history = async (api: Api, { id }: Pick<Row, 'id'>) =>
  (await api.get<HistoryEntry[]>(`/departments/${id}/history`)).body.data;
const member = async (name: string, more: object = {}) => {
  const admin = await as('members', 'admin');
  const made = await admin.post('/members', {
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
    departments_id: -9999,
    business_units_id: -9999,
    ...more,
  });
  expect(made.status, made.text).toBe(201);
  return String(made.body.data['email']);
};
const mailsTo = async (email: string) => {
  const operator = await as('looks', 'operator');
  const found = await operator.get<Mail[]>(`/outbox?q=${encodeURIComponent(email)}&per_page=100`);
  return found.body.data.filter(({ to }) => to === email);
};

describe('a comment', () => {
  it('is read by everybody who reads the record, the newest first, page by page', async () => {
    const ada = await as('reads.ada');
    const viewer = await as('reads.vic', 'viewer');
    const record = await department(ada);
    expect((await on(ada, record)).body).toEqual({
      data: [],
      meta: { total: 0, page: 1, per_page: 25, may_write: true },
    });
    await say(ada, record, ' **First** <b>words</b>\r\n');
    const second = await say(viewer, record, 'Second');
    const { body } = await on(viewer, record, '&per_page=1');
    expect(body.meta).toMatchObject({ total: 2, page: 1, per_page: 1 });
    expect(body.data).toEqual([second]);
    expect(second).toMatchObject({
      model: 'departments',
      record_id: record.id,
      text: 'Second',
      by: { email: 'reads.vic@example.com', name: 'reads.vic' },
      changed_at: null,
      deleted: null,
      mentions: [],
      may_change: true,
      may_delete: true,
    });
    const [first] = (await on(viewer, record, '&per_page=1&page=2')).body.data;
    // As it was typed: whoever shows it makes no HTML of it.
    expect(first).toMatchObject({ text: '**First** <b>words</b>', may_change: false, may_delete: false });
  });

  it('is refused with what is wrong with it', async () => {
    const ada = await as('wrong.ada');
    const record = await department(ada);
    const body = { model: 'departments', record_id: record.id, text: 'x' };
    for (const [wrong, field] of [
      [{ ...body, text: '  ' }, 'text'],
      [{ ...body, text: 'x'.repeat(10_001) }, 'text'],
      [{ ...body, text: 'a\u0000' }, 'text'],
      [{ ...body, record_id: 'x' }, 'record_id'],
      [{ ...body, more: 1 }, 'more'],
    ] as const) {
      const answer = await ada.post('/comments', wrong);
      expect(answer.status, answer.text).toBe(422);
      expect(answer.body.errors.map((error) => error.field)).toEqual([field]);
    }
    expect((await ada.post('/comments', { ...body, model: 'no_model' })).status).toBe(404);
    expect((await ada.post('/comments', { ...body, record_id: 999_999_999 })).status).toBe(404);
    expect((await on(ada, { id: 999_999_999 })).status).toBe(404);
    expect((await on(ada, record)).body.meta.total).toBe(0);
  });

  it('is written once, however often it is sent with one key', async () => {
    const ada = await as('once.ada');
    const record = await department(ada);
    const email = await member('Once Mailed');
    const key = { 'idempotency-key': unique('key-') };
    const [one, other] = [
      await say(ada, record, `@${email} look`, key),
      await say(ada, record, `@${email} look`, key),
    ];
    expect(other).toEqual(one);
    expect((await on(ada, record)).body.meta.total).toBe(1);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('is changed by its writer alone, from the version that they saw, and says so', async () => {
    const [ada, bob, admin] = [await as('edits.ada'), await as('edits.bob'), await as('edits.root', 'admin')];
    const record = await department(ada);
    const comment = await say(ada, record, 'Befroe');
    const path = `/comments/${comment.id}`;
    for (const other of [bob, admin]) expect((await other.put(path, { text: 'Mine' })).status).toBe(403);
    const changed = await ada.put<Comment>(path, { text: 'Before', lock_version: comment.lock_version });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({ text: 'Before', lock_version: 2 });
    expect(changed.body.data.changed_at).not.toBeNull();
    expect((await ada.put(path, { text: 'Late', lock_version: 1 })).status).toBe(409);
    expect((await ada.put(path, { text: '' })).status).toBe(422);
    expect((await ada.put('/comments/999999999', { text: 'x' })).status).toBe(404);
    const [line] = await history(ada, record);
    expect(line).toMatchObject({
      action: 'change_comment',
      by: { email: 'edits.ada@example.com' },
      changes: [{ label: 'Comment', from_shown: 'Befroe', to_shown: 'Before' }],
    });
  });

  it('is deleted by its writer or an administrator; who did stays, and its text in the history', async () => {
    const [ada, bob, admin] = [await as('gone.ada'), await as('gone.bob'), await as('gone.root', 'admin')];
    const record = await department(ada);
    const [mine, other] = [await say(ada, record, 'Mine'), await say(ada, record, 'Rude words')];
    expect((await bob.delete(`/comments/${mine.id}`)).status).toBe(403);
    expect((await ada.delete(`/comments/${mine.id}`)).status).toBe(200);
    expect((await ada.delete(`/comments/${mine.id}`)).status).toBe(404);
    expect((await ada.put(`/comments/${mine.id}`, { text: 'Back' })).status).toBe(404);
    expect((await admin.delete(`/comments/${other.id}`)).status).toBe(200);
    const { text, body } = await on(bob, record);
    expect(text).not.toContain('Rude words');
    expect(body.data[0]).toMatchObject({
      id: other.id,
      text: null,
      by: { email: 'gone.ada@example.com' },
      deleted: { by: { email: 'gone.root@example.com', name: 'gone.root' } },
      may_change: false,
      may_delete: false,
    });
    const lines = await history(bob, record);
    expect(lines.map(({ action, by }) => [action, by.email])).toEqual([
      ['delete_comment', 'gone.root@example.com'],
      ['delete_comment', 'gone.ada@example.com'],
      ['comment', 'gone.ada@example.com'],
      ['comment', 'gone.ada@example.com'],
      ['create', 'gone.ada@example.com'],
    ]);
    expect(lines[0]?.changes).toMatchObject([{ label: 'Comment', from_shown: 'Rude words', to_shown: null }]);
  });
});

describe('a record with comments', () => {
  it('keeps its version, and tells who changed it, not who commented, when two edit it', async () => {
    const [ada, bob, eve] = [await as('both.ada'), await as('both.bob'), await as('both.eve')];
    const record = await department(ada);
    const path = `/departments/${record.id}`;
    await bob.put(path, { name: unique('By Bob '), lock_version: 1 });
    await say(eve, record, 'Well done');
    const late = await ada.put(path, { name: unique('By Ada '), lock_version: 1 });
    expect(late.status).toBe(409);
    expect(late.body.conflict).toMatchObject({ lock_version: 2, by: { email: 'both.bob@example.com' } });
    expect((await ada.put(path, { name: unique('By Ada '), lock_version: 2 })).status).toBe(200);
  });

  it('keeps them while it is deleted, takes no more, and has them when it is back', async () => {
    const ada = await as('kept.ada');
    const record = await department(ada);
    const comment = await say(ada, record, 'Still needed');
    expect((await ada.delete(`/departments/${record.id}`)).status).toBe(200);
    const gone = await on(ada, record);
    expect(gone.body.meta).toMatchObject({ total: 1, may_write: false });
    expect(gone.body.data[0]).toMatchObject({ text: 'Still needed', may_change: false, may_delete: false });
    const late = { model: 'departments', record_id: record.id, text: 'Late' };
    expect((await ada.post('/comments', late)).status).toBe(404);
    expect((await ada.put(`/comments/${comment.id}`, { text: 'Late' })).status).toBe(404);
    expect((await ada.delete(`/comments/${comment.id}`)).status).toBe(404);
    const deleted = await ada.get<Row[]>('/departments/deleted?per_page=100');
    expect(deleted.body.data.map(({ id }) => id)).toContain(record.id);
    expect((await ada.post(`/departments/${record.id}/restore`)).status).toBe(200);
    expect((await on(ada, record)).body.data).toEqual([comment]);
  });

  it('is in the activity with what was said, and its webhooks are told', async () => {
    const [ada, admin] = [await as('told.ada'), await as('told.root', 'admin')];
    const record = await department(ada);
    const made = await admin.post('/webhooks', {
      name: unique('Told '),
      url: 'https://receiver.example.com/hook',
      events: ['departments.*'],
      active: true,
    });
    expect(made.status, made.text).toBe(201);
    const comment = await say(ada, record, 'Heard?');
    await ada.put(`/comments/${comment.id}`, { text: 'Heard!' });
    await ada.delete(`/comments/${comment.id}`);
    const { rows } = await portal.db.query<{ event: string }>({
      text: 'SELECT event FROM webhook_deliveries WHERE record_id = $1 ORDER BY id',
      values: [record.id],
    });
    expect(rows.map(({ event }) => event)).toEqual([
      'departments.commented',
      'departments.comment_changed',
      'departments.comment_deleted',
    ]);
    const activity = await ada.get<ActivityEntry[]>(
      '/activity?by_person=told.ada@example.com&by_action=comment',
    );
    expect(activity.body.data).toMatchObject([
      { action: 'comment', model: 'departments', record: { id: record.id }, changes: [{ to: 'Heard?' }] },
    ]);
  });

  it('is found by them, and by nobody who may not read it', async () => {
    const [ada, admin] = [await as('finds.ada'), await as('finds.root', 'admin')];
    const record = await department(ada);
    const comment = await say(ada, record, 'About the **quokka migration** plan');
    const webhook = await admin.post('/webhooks', {
      name: unique('Secret '),
      url: 'https://receiver.example.com/hook',
      events: ['record.*'],
      active: false,
    });
    const secret = { model: 'webhooks', record_id: webhook.body.data.id, text: 'A quokka of webhooks' };
    expect((await admin.post('/comments', secret)).status).toBe(201);
    const find = async (api: Api, q: string) =>
      ((await api.get(`/search?q=${encodeURIComponent(q)}`)).body as unknown as SearchAnswer).data;
    const hit = {
      model: 'departments',
      id: record.id,
      title: String(record['name']),
      about: [],
      found_in: { field: 'comment', label: 'Comment', text: 'About the quokka migration plan' },
    };
    expect(await find(ada, 'QUOKKA migr')).toEqual([hit]);
    expect(await find(ada, 'quokka')).toEqual([hit]);
    expect((await find(admin, 'quokka')).map(({ model }) => model).toSorted()).toEqual([
      'departments',
      'webhooks',
    ]);
    // Who may not read the model reads none of its comments, writes none, and is told of none.
    expect((await on(ada, webhook.body.data, '', 'webhooks')).status).toBe(403);
    expect((await ada.post('/comments', secret)).status).toBe(403);
    await ada.delete(`/comments/${comment.id}`);
    expect(await find(ada, 'quokka')).toEqual([]);
  });

  it('is a billing run as well, which has no history: a comment that is deleted says by whom', async () => {
    const desk = billingDesk({ db: portal.db, api: await as('runs.ops', 'operator') });
    const bill = azureMca([{ account: 'runs-account', amount: '5', invoice: 'runs' }]);
    const run = await desk.run('azure', bill, { month: '2026-03' });
    const viewer = await as('runs.vic', 'viewer');
    const email = await member('Run Reader');
    const body = { model: 'billing_runs', record_id: run.id, text: `@${email} odd` };
    const made = await viewer.post<Comment>('/comments', body);
    expect(made.status, made.text).toBe(201);
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe(`runs.vic mentioned you in a comment on Billing Run ${run.id}`);
    expect(mail?.text).toContain(`/auth/billing-automation/runs/${run.id}`);
    const found = async (api: Api) => (await api.get<SearchAnswer['data']>('/search?q=odd')).body.data;
    const hit = { model: 'billing_runs', id: run.id, title: `Billing Run ${run.id}` };
    expect(await found(viewer)).toMatchObject([{ ...hit, found_in: { field: 'comment' } }]);
    const owns = await portal.signIn({ email: 'runs.owner@example.com', roles: ['owner'] });
    expect(await found(owns)).toEqual([]);
    await viewer.delete(`/comments/${made.body.data.id}`);
    expect(await found(viewer)).toEqual([]);
    expect((await on(viewer, run, '', 'billing_runs')).body.data).toMatchObject([
      { id: made.body.data.id, text: null, deleted: { by: { email: 'runs.vic@example.com' } } },
    ]);
    expect((await on(viewer, { id: 999_999_999 }, '', 'billing_runs')).status).toBe(404);
    const nobody = await portal.signIn({ email: 'runs.none@example.com', roles: [] });
    expect((await on(nobody, run, '', 'billing_runs')).status).toBe(403);
  });
});

describe('a mention', () => {
  it('mails a member once for a comment, with what was said as plain words', async () => {
    const ada = await as('says.ada');
    const record = await department(ada);
    const [email, later] = [await member('Grace Hopper'), await member('Alan Turing')];
    const text = `Hello **@${email.toUpperCase()}**, see [the plan](https://example.com/plan).\n\n@${email} again`;
    const comment = await say(ada, record, text);
    expect(comment.mentions).toEqual([{ email, name: 'Grace Hopper' }]);
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: `says.ada mentioned you in a comment on Department ${String(record['name'])}`,
      created_by: 'says.ada@example.com',
    });
    expect(mail?.text).toContain('Hello Grace Hopper,');
    expect(mail?.text).toContain('see the plan (https://example.com/plan).');
    expect(mail?.text).not.toContain('**');
    expect(mail?.text).toContain(`/auth/view/departments/${record.id}`);
    // Whoever is mentioned anew is mailed, and nobody a second time.
    const changed = await ada.put<Comment>(`/comments/${comment.id}`, {
      text: `@${email} and @${later}`,
    });
    expect(changed.body.data.mentions.map((one) => one.email).toSorted()).toEqual([later, email].toSorted());
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await mailsTo(later)).toHaveLength(1);
    const without = await ada.put<Comment>(`/comments/${comment.id}`, { text: 'Nobody' });
    expect(without.body.data.mentions).toEqual([]);
    await ada.put(`/comments/${comment.id}`, { text: `@${email}` });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('of the writer, of a stranger, of a blacklisted member and in code mails nobody', async () => {
    const blocked = await member('Blocked Member', { blacklist: true });
    const coded = await member('Coded Member');
    const self = await member('Self Mentioned');
    const me = await portal.signIn({ email: self, name: 'Self', roles: ['viewer'] });
    const record = await department(await as('none.ada'));
    const comment = await say(me, record, `@${self} @${blocked} @stranger@example.com \`@${coded}\``);
    expect(comment.mentions).toEqual([{ email: self, name: 'Self Mentioned' }]);
    for (const email of [self, blocked, coded, 'stranger@example.com'])
      expect(await mailsTo(email), email).toEqual([]);
  });

  it('of more people than one comment may mail is refused', async () => {
    const ada = await as('many.ada');
    const record = await department(ada);
    const text = Array.from({ length: 21 }, (_, at) => `@person${at}@example.com`).join(' ');
    const answer = await ada.post('/comments', { model: 'departments', record_id: record.id, text });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ field: 'text' }]);
    expect((await on(ada, record)).body.meta.total).toBe(0);
  });

  it('on what not everybody sees says only where the comment is', async () => {
    const admin = await as('shy.root', 'admin');
    const email = await member('Shy Reader');
    const webhook = await admin.post('/webhooks', {
      name: 'Hidden name',
      url: 'https://receiver.example.com/hook',
      events: ['record.*'],
      active: false,
    });
    const { id } = webhook.body.data;
    await admin.post('/comments', { model: 'webhooks', record_id: id, text: `@${email} hidden words` });
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('shy.root mentioned you in a comment');
    expect(mail?.text).not.toMatch(/hidden/i);
    expect(mail?.text).toContain(`/auth/view/webhooks/${id}`);
  });

  it('is offered by a part of a name or an address, but for who gets no mail', async () => {
    const viewer = await as('offers.vic', 'viewer');
    const email = await member('Zoë Offered', { email: 'zoe.offered@example.com' });
    await member('Offered Blocked', { blacklist: true });
    const people = async (q: string) =>
      (await viewer.get(`/comments/people?q=${encodeURIComponent(q)}`)).body.data;
    expect(await people('zoë')).toEqual([{ email, name: 'Zoë Offered' }]);
    expect(await people('OFFERED')).toEqual([{ email, name: 'Zoë Offered' }]);
    expect(await people('zoe.offered@ex')).toEqual([{ email, name: 'Zoë Offered' }]);
    // All addresses of a company end alike.
    expect(await people('example.com')).toEqual([]);
    expect(await people('%')).toEqual([]);
  });
});

it('an open page is told that there is a comment, and not where', async () => {
  const session = {
    ...(await createSession(portal.db, { email: 'open.page@example.com', name: null, roles: ['viewer'] })),
  };
  const stream = await openEventStream(portal.url, session);
  await expect.poll(() => stream.events.length).toBeGreaterThan(0);
  const record = await department(await as('opens.ada'));
  const { id } = await say(apiClient(portal.url, session), record, 'Here');
  await expect.poll(() => stream.events).toContainEqual({ event: 'changed', data: { what: 'comment', id } });
});
