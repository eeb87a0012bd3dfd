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

it(
  'Microsoft approvals are fed by a file, also what people may not change',
  { timeout: 60_000 },
  async () => {
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
  },
);
