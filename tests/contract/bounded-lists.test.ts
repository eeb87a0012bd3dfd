import { beforeAll, describe, expect, it } from 'vitest';
import type { HistoryEntry } from '#kernel/history.ts';
import type { Api } from '#tests/support/api.ts';
import { withPortal } from '#tests/support/portal.ts';

const MANY = 60;
const portal = withPortal();
let api: Api;
let record: number;

beforeAll(async () => {
  api = await portal.signIn({ email: 'ada@example.com' });
  const { rows } = await portal.db.query<{ id: number }>(
    `INSERT INTO departments (name) VALUES ('Much changed') RETURNING id`,
  );
  record = rows[0]?.id ?? 0;
  await portal.db.query(
    `INSERT INTO record_history (resource, record_id, action, by_email, request_id, lock_version, changes)
     SELECT 'departments', $1, 'update', 'ada@example.com', 'r' || n, n, '{}' FROM generate_series(1, $2::integer) n`,
    [record, MANY],
  );
  await portal.db.query(
    `INSERT INTO record_history (resource, record_id, action, by_email, request_id, lock_version, changes, snapshot)
     SELECT 'departments', 100000 + n, 'delete', 'ada@example.com', 'r', 1, '{}', jsonb_build_object('name', 'Gone ' || n)
     FROM generate_series(1, $1::integer) n`,
    [MANY],
  );
  await portal.db.query(
    `INSERT INTO comments (model, record_id, text, by_email)
     SELECT 'departments', $1, 'Comment ' || n, 'ada@example.com' FROM generate_series(1, $2::integer) n`,
    [record, MANY],
  );
  await portal.db.query(
    `INSERT INTO jobs (kind, title, input, state, created_by, request_id, finished_at)
     SELECT 'old', 'Job ' || n, '{}', 'done', 'ada@example.com', 'r', now() FROM generate_series(1, $1::integer) n`,
    [MANY],
  );
  await portal.db.query(
    `INSERT INTO outbox (message_id, recipient, subject, body_text, state, created_by, request_id)
     SELECT 'm' || n, 'ada@example.com', 'Mail ' || n, '', 'kept', 'ada@example.com', 'r'
     FROM generate_series(1, $1::integer) n`,
    [MANY],
  );
});

const lists: [string, () => string][] = [
  ['jobs', () => '/jobs'],
  ['the outbox', () => '/outbox'],
  ['the history of a record', () => `/departments/${record}/history`],
  ['the comments on a record', () => `/comments?by_model=departments&by_record=${record}`],
  ['the deleted records of a model', () => '/departments/deleted'],
];

const asked = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;

describe.each(lists)('%s', (_name, path) => {
  it('comes in pages though nobody asks for one, and tells how many there are in all', async () => {
    const { body } = await api.get<{ id: number | string }[]>(path());
    expect(body.data).toHaveLength(25);
    expect(body.meta).toMatchObject({ total: MANY, page: 1, per_page: 25 });
    const all = [];
    for (const page of [1, 2, 3]) {
      const { data } = (await api.get<{ id: number | string }[]>(asked(path(), `page=${page}`))).body;
      all.push(...data.map(({ id }) => id));
    }
    expect(new Set(all).size).toBe(MANY);
  });

  it('takes a size up to 1,000, and says of a page behind the end how many there are', async () => {
    expect((await api.get<unknown[]>(asked(path(), 'per_page=1000'))).body.data).toHaveLength(MANY);
    const { body } = await api.get<unknown[]>(asked(path(), 'page=99&per_page=10'));
    expect(body).toMatchObject({ data: [], meta: { total: MANY, page: 99, per_page: 10 } });
    for (const wrong of ['page=0', 'per_page=1001', 'per_page=x', 'page=1&page=2', 'unknown=1'])
      expect((await api.get(asked(path(), wrong))).status, wrong).toBe(400);
  });
});

it('the history of a record is the newest first, page by page', async () => {
  const { body } = await api.get<HistoryEntry[]>(`/departments/${record}/history?page=2&per_page=20`);
  expect(body.data.map(({ lock_version }) => lock_version)).toEqual(
    Array.from({ length: 20 }, (_, at) => MANY - 20 - at),
  );
});

it.each(['/jobs', '/outbox', '/departments', '/search'])(
  'a search of %s for what is no text is refused as one that cannot be understood',
  async (path) => {
    for (const q of ['%00', 'a%00b', '%EF%BF%BD'])
      expect((await api.get(`${path}?q=${q}`)).status, `${path} ${q}`).toBe(q.includes('00') ? 400 : 200);
  },
);
