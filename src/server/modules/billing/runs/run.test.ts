import { expect, it } from 'vitest';
import { withDatabase } from '#tests/support/database.ts';
import { addStep, endRun, readRun } from './run.ts';

const test = withDatabase();

it('is another version after each change, also of one moment', async () => {
  await test.db.query(
    `INSERT INTO billing_rules (version, rules, created_by) VALUES (900, '{}', 'maya.okafor@example.com')`,
  );
  const { rows } = await test.db.query<{ id: number }>(
    `INSERT INTO billing_runs (provider, month, posting_day, state, file_name, file_digest, file_size, rules_version,
       job_id, created_by, request_id)
     VALUES ('azure', '2026-03-01', '2026-03-31', 'processing', 'march.csv', 'digest', 1, 900, gen_random_uuid(),
       'maya.okafor@example.com', 'request') RETURNING id`,
  );
  const id = rows[0]?.id ?? 0;
  const versions = [(await readRun(test.db, id)).changed_at];
  // All that a transaction writes has the moment at which it began.
  await test.db.transaction(async (tx) => {
    await addStep(tx, id, { name: 'Allocate the lines' });
    versions.push((await readRun(tx, id)).changed_at);
    await endRun(tx, id, 'ready');
    versions.push((await readRun(tx, id)).changed_at);
  });
  const moments = versions.map(String);
  expect(new Set(moments).size).toBe(3);
  expect(moments).toEqual(moments.toSorted((a, b) => Date.parse(a) - Date.parse(b)));
});
