import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';
import { migrate, readMigrations } from '#server/platform/database/migrations.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { newDataDir } from './portal-process.ts';

/**
 * A database as an earlier version left it: its migrations, then what it wrote.
 * @param last the number of its last migration, such as `0003`; its rows are in tests/fixtures/filled-at-<last>.sql
 */
export async function earlierDatabase(last: string): Promise<TestDatabase> {
  const database = await createTestDatabase({ migrated: false });
  onTestFinished(() => database.drop());
  const folder = path.join(newDataDir(), 'migrations');
  mkdirSync(folder);
  for (const { name } of readMigrations())
    if (name.slice(0, last.length) <= last)
      copyFileSync(path.join(projectRoot, 'migrations', name), path.join(folder, name));
  expect((await migrate(database.connectionString, folder)).at(-1)?.slice(0, last.length)).toBe(last);
  const fill = path.join(projectRoot, `tests/fixtures/filled-at-${last}.sql`);
  await database.db.query(readFileSync(fill, 'utf8'));
  return database;
}

/** The columns of each table that are written, by table; what the database computes is left out. */
type Columns = Map<string, string[]>;

/** Every table of the portal with its columns, as the database itself tells them. */
export async function columnsOf({ db }: TestDatabase): Promise<Columns> {
  const { rows } = await db.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND a.attgenerated = ''
      GROUP BY 1 ORDER BY 1`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Every row of these tables with these columns, as texts, in the order of the texts. */
export async function rowsOf({ db }: TestDatabase, columns: Columns): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const [name, names] of columns) {
    const list = names.map((column) => `"${column}"`).join(', ');
    const { rows } = await db.query<{ row: string }>(
      `SELECT ROW(${list})::text AS row FROM "${name}" ORDER BY 1`,
    );
    found.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return found;
}
