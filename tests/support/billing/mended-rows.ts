import { readFile } from 'node:fs/promises';
import type { TestPortal } from '#tests/support/portal.ts';

/** Has a migration mend rows that a version before has left, which a test has put down. */
export async function mendRows({ db }: Pick<TestPortal, 'db'>, migration: string): Promise<void> {
  const sql = await readFile(new URL(`../../../migrations/${migration}.sql`, import.meta.url), 'utf8');
  const statements = sql
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .filter((each) => /^\s*UPDATE\b/i.test(each));
  for (const statement of statements) await db.query(statement);
}
