import { afterAll, beforeAll, expect, it } from 'vitest';
import { faqs } from '#resources/faqs.ts';
import { withDatabase } from '#tests/support/database.ts';
import { defineRegistry } from '#tests/support/define-registry.ts';
import { startEnginePortal, type EnginePortal } from '#tests/support/engine-portal.ts';

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

it('tells in full what changed where that is asked for, some at a time', async () => {
  const { data } = (await portal.api.get<{ id: number; request_id: string; changes: unknown }[]>('/activity'))
    .body;
  expect(data.every(({ changes }) => changes === null)).toBe(true);
  const many = data.find(({ request_id: request }) => request === 'one');
  const { status, body: told } = await portal.api.get<{ changes: { from: string }[] }[]>(
    `/activity/${many?.id}/changes?per_page=500`,
  );
  expect([status, told.data[0]?.changes[0]?.from === LONG]).toEqual([200, true]);
  expect(told.data.length).toBeLessThan(CHANGES / 2);
  expect(told.meta).toMatchObject({ next: expect.anything() });
});
