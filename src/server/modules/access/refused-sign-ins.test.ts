import { expect, test } from 'vitest';
import { withDatabase } from '#tests/support/database.ts';
import { keepRefusal, listRefusals, removeOldRefusals } from './refused-sign-ins.ts';

const database = withDatabase();
const log = { warn: () => expect.fail('It was not kept.') };

test('of one reason from one address the last 100 are kept, and those of others beside them', async () => {
  const { db } = database;
  const kind = 'refused' as const;
  await keepRefusal(db, { id: 'other', ip: '192.0.2.2', log }, { kind, reason: 'another Issuer' });
  for (let n = 1; n <= 103; n += 1)
    await keepRefusal(db, { id: `req-${n}`, ip: '192.0.2.1', log }, { kind, reason: 'another Issuer' });
  const { rows, total } = await listRefusals(db, '');
  expect(total).toBe(101);
  expect(rows.map((row) => row.request_id)).toEqual([
    ...Array.from({ length: 100 }, (_, at) => `req-${103 - at}`),
    'other',
  ]);
  expect(await listRefusals(db, '192.0.2.2')).toMatchObject({ total: 1, rows: [{ request_id: 'other' }] });
});

test('of all reasons and addresses the last 5,000 are kept, for 90 days', async () => {
  const { db } = database;
  await db.query(
    `INSERT INTO refused_sign_ins (kind, reason, request_id, address, at)
     SELECT 'refused', 'another Issuer', n::text, n::text, now() - make_interval(days => CASE n WHEN 5009 THEN 91 ELSE 89 END)
     FROM generate_series(1, 5010) AS g (n) ORDER BY g.n`,
  );
  await removeOldRefusals(db);
  const { rows } = await db.query('SELECT request_id FROM refused_sign_ins ORDER BY id');
  expect(rows).toHaveLength(4999);
  expect(rows.at(0)).toEqual({ request_id: '11' });
  expect(rows.slice(-2)).toEqual([{ request_id: '5008' }, { request_id: '5010' }]);
});

test('a failure to keep one is logged, and whoever signs in is answered all the same', async () => {
  const { db } = database;
  const logged: unknown[] = [];
  const watched = { warn: (...words: unknown[]) => void logged.push(words) };
  await db.query('ALTER TABLE refused_sign_ins RENAME TO elsewhere');
  await keepRefusal(
    db,
    { id: 'req', ip: '192.0.2.1', log: watched },
    { kind: 'refused', reason: 'no Subject' },
  );
  expect(logged).toEqual([[{ err: expect.any(Error) }, 'the refused sign-in was not kept']]);
});
