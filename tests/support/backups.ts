import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, onTestFinished } from 'vitest';
import { restoreBackup, type RestoreOptions } from '#server/modules/operations/backup/restore-backup.ts';
import { writeBackup } from '#server/modules/operations/backup/write-backup.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

const secretKey = Buffer.alloc(32, 7);

/** A folder for the backups of a test file, which goes with it. */
export function withBackups() {
  const folder = mkdtempSync(path.join(tmpdir(), 'skyledger-backup-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let files = 0;
  const newFile = () => path.join(folder, `${(files += 1)}.tgz`);
  return {
    folder,
    newFile,
    backUp: async ({ connectionString }: TestDatabase, file = newFile()) => {
      const summary = await writeBackup({ connectionString, secretKey, file, version: '1.2.3' });
      return { file, ...summary };
    },
  };
}

/** A database without any table, until the test is over. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const empty = await createTestDatabase({ migrated: false });
  onTestFinished(() => empty.drop());
  return empty;
}

/** Restores a backup that `backUp` made. */
export const restore = (
  { connectionString }: TestDatabase,
  file: string,
  more: Partial<RestoreOptions> = {},
) =>
  restoreBackup({
    connectionString,
    secretKey,
    file,
    replace: false,
    otherKey: false,
    holdMail: false,
    ...more,
  });

/** On how many lines a number or a sum is kept is of no importance. */
const SUMS = new Map([
  [
    'public.record_counts',
    '(SELECT resource, sum(records) FROM record_counts GROUP BY 1 HAVING sum(records) <> 0)',
  ],
  [
    'public.cloud_bill_sums',
    `(SELECT identifier, date, currency, sum(amount), sum(bills) FROM cloud_bill_sums GROUP BY 1, 2, 3
      HAVING sum(bills) <> 0)`,
  ],
]);

/** Every row of every table, by table; over a connection that is closed again, since nobody may be connected. */
export async function everything({ connectionString }: TestDatabase): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname = 'public' OR schemaname = 'pgboss' AND tablename = 'job_common' ORDER BY 1`,
  );
  const found = new Map<string, string[]>();
  for (const { name } of tables) {
    const lines = SUMS.get(name) ?? name;
    const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${lines} t ORDER BY 1`);
    found.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  await client.end();
  return found;
}
