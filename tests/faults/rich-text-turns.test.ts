import { afterAll, beforeAll, expect, it } from 'vitest';
import { faqs } from '#resources/faqs.ts';
import { withDatabase } from '#tests/support/database.ts';
import { defineRegistry } from '#tests/support/define-registry.ts';
import { startEnginePortal, type EnginePortal } from '#tests/support/engine-portal.ts';
import { turnsOf } from '#tests/support/turns-of-requests.ts';
import { LONGEST_TURN_MS } from './watched-process.ts';

/** As much formatting as a text has room for; the database packs it to a hundredth. */
const LONG = '<b>a</b>'.repeat(6_250);
const RECORDS = 300;
const CHANGES = 120;

const database = withDatabase();
let portal: EnginePortal;
beforeAll(async () => {
  await database.db.query(
    `INSERT INTO faqs (question, answer, category) SELECT 'Question ' || n, $1, 'Long' FROM generate_series(1, $2::integer) n`,
    [LONG, RECORDS],
  );
  // Half of them by one request, which are one change, the others each by one of its own.
  await database.db.query(
    `INSERT INTO record_history (resource, record_id, action, by_email, request_id, lock_version, changes)
     SELECT 'faqs', (SELECT min(id) FROM faqs), 'update', 'ada@example.com', CASE WHEN n % 2 = 0 THEN 'one' ELSE 'r' || n END, n,
       jsonb_build_object('answer', jsonb_build_object('from', $1::text, 'to', $1 || n)) FROM generate_series(1, $2::integer) n`,
    [LONG, CHANGES],
  );
  portal = await startEnginePortal(database.db, defineRegistry([faqs]));
});
afterAll(() => portal.close());

const ask = (path: string) => turnsOf({ url: `${portal.url}/api${path}`, headers: portal.headers });

it.each([
  ['a page of a list', '/faqs?page=1', 25],
  ['the longest page of a list', '/faqs?page=1&per_page=1000', RECORDS],
  ['a whole list', '/faqs', RECORDS],
  ['a page of a history', '/faqs/1/history', 25],
  ['the longest page of a history', '/faqs/1/history?per_page=1000', CHANGES],
  ['the longest page of all activity', '/activity?per_page=500', CHANGES / 2 + 1],
])('serves others while %s goes out that is full of formatted texts', async (_name, path, count) => {
  const [status, text, longest] = await ask(path);
  expect([status, (JSON.parse(text) as { data: unknown[] }).data.length]).toEqual([200, count]);
  expect(longest).toBeLessThan(LONGEST_TURN_MS);
});

it.each(['/faqs.csv', '/activity.csv'])(
  'serves others while the file %s is full of such texts',
  async (path) => {
    const [status, text, longest] = await ask(path);
    expect(status).toBe(200);
    expect(text.length).toBeGreaterThan(1_000_000);
    expect(longest).toBeLessThan(LONGEST_TURN_MS);
  },
);

it('tells in full what changed where that is asked for, some at a time', async () => {
  const { data } = (await portal.api.get<{ id: number; request_id: string; changes: unknown }[]>('/activity'))
    .body;
  expect(data.every(({ changes }) => changes === null)).toBe(true);
  const many = data.find(({ request_id: request }) => request === 'one');
  const [status, text, longest] = await ask(`/activity/${many?.id}/changes?per_page=500`);
  const told = JSON.parse(text) as { data: { changes: { from: string }[] }[]; meta: { next: number | null } };
  expect([status, told.data[0]?.changes[0]?.from === LONG]).toEqual([200, true]);
  expect(told.data.length).toBeLessThan(CHANGES / 2);
  expect(told.meta.next).not.toBeNull();
  expect(longest).toBeLessThan(LONGEST_TURN_MS);
});
