import { describe, expect, it } from 'vitest';
import { createTestDatabase, withDatabase } from './database.ts';

describe('a database of a test', () => {
  const database = withDatabase();

  it('has the whole schema and belongs to this test alone', async () => {
    const other = await createTestDatabase();
    try {
      const count = 'SELECT count(*)::int AS n FROM schema_migrations';
      expect((await database.db.query<{ n: number }>(count)).rows[0]?.n).toBeGreaterThan(0);
      await database.db.query('DELETE FROM schema_migrations');
      expect((await database.db.query<{ n: number }>(count)).rows[0]?.n).toBe(0);
      expect((await other.db.query<{ n: number }>(count)).rows[0]?.n).toBeGreaterThan(0);
    } finally {
      await other.drop();
    }
  });

  it('is gone after its removal', async () => {
    const gone = await createTestDatabase();
    await gone.drop();
    const found = await database.db.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      new URL(gone.connectionString).pathname.slice(1),
    ]);
    expect(found.rowCount).toBe(0);
  });

  it('is empty when asked for without the schema', async () => {
    const empty = await createTestDatabase({ migrated: false });
    const tables = await empty.db.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'");
    await empty.drop();
    expect(tables.rowCount).toBe(0);
  });
});
