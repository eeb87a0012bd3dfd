import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { skyledger } from '#tests/support/command-line.ts';
import { withDatabase } from '#tests/support/database.ts';

const database = withDatabase();
const folder = mkdtempSync(path.join(tmpdir(), 'skyledger-approvals-'));
afterAll(() => rmSync(folder, { recursive: true }));

const feed = (...rows: string[]) => {
  const file = path.join(folder, 'approvals.csv');
  const header = 'approval_id,status,approval_type,title,assigned_to,requested_by,created_at,updated_at';
  writeFileSync(file, [header, ...rows].join('\r\n'));
  const settings = { DATABASE_URL: database.connectionString, DATA_DIR: folder };
  return skyledger(settings, 'inventory', 'import', file, '--model', 'microsoft_approvals');
};

const stored = async () =>
  (
    await database.db.query(
      `SELECT approval_id, status, approval_type, assigned_to, requested_by, created_at::text, lock_version
       FROM microsoft_approvals ORDER BY approval_id`,
    )
  ).rows;

it('Microsoft approvals are fed by a file, also what people may not change', async () => {
  const first = await feed(
    'A-1,Pending,Role,Reader of vaults,Ada ; Grace,Charles,2026-01-02T03:04:05Z,2026-01-02T03:04:05Z',
    'A-2,Pending,Role,Reader of bills,,,,',
  );
  expect(first.output).toContain('Microsoft Approvals: 2 created, 0 updated, 0 unchanged.');
  const [one, other] = await stored();
  expect(one).toMatchObject({
    status: 'Pending',
    approval_type: 'Role',
    assigned_to: ['Ada', 'Grace'],
    requested_by: 'Charles',
    created_at: expect.stringContaining('2026-01-02 03:04:05'),
  });
  expect(other).toMatchObject({ assigned_to: [], requested_by: null });

  const again = await feed(
    'A-1,Approved,Group,Reader of vaults,Grace,Charles,2026-01-02T03:04:05Z,2026-03-04T05:06:07Z',
    'A-2,Pending,Role,Reader of bills,,,,',
  );
  expect(again.output).toContain('Microsoft Approvals: 0 created, 1 updated, 1 unchanged.');
  const [changed, same] = await stored();
  expect(changed).toMatchObject({
    status: 'Approved',
    approval_type: 'Group',
    assigned_to: ['Grace'],
    created_at: expect.stringContaining('2026-01-02 03:04:05'),
    lock_version: 2,
  });
  expect(same).toMatchObject({ lock_version: 1 });
});

it('a moment that a file tells again beside a change stays, and the history tells one that is another', async () => {
  const told = async (approval: string) => {
    const { rows } = await database.db.query(
      `SELECT a.status, to_char(a.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS updated, a.lock_version,
         (SELECT array_agg(key ORDER BY key) FROM record_history h, jsonb_object_keys(h.changes) AS key
          WHERE h.resource = 'microsoft_approvals' AND h.record_id = a.id AND h.lock_version = a.lock_version
            AND h.action = 'update') AS changed
       FROM microsoft_approvals a WHERE approval_id = $1`,
      [approval],
    );
    return rows[0];
  };
  await feed('B-1,Pending,Role,Bills,,,,2026-01-02T03:04:05Z', 'B-2,Pending,Role,Bills,,,,');
  const changed = ['B-1,Approved,Role,Bills,,,,2026-01-02T03:04:05Z', 'B-2,Approved,Role,Bills,,,,'];
  await feed(...changed);
  expect(await told('B-1')).toEqual({
    status: 'Approved',
    updated: '2026-01-02',
    lock_version: 2,
    changed: ['status'],
  });
  expect(await told('B-2')).toMatchObject({ lock_version: 2, changed: ['status'] });
  expect((await feed(...changed)).output).toContain('0 created, 0 updated, 2 unchanged.');
  await feed('B-1,Done,Role,Bills,,,,2026-03-04T05:06:07Z');
  expect(await told('B-1')).toMatchObject({ updated: '2026-03-04', changed: ['status', 'updated_at'] });
}, 120_000);
