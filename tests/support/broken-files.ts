import type { PoolClient } from 'pg';
import type { Database } from '#server/platform/database.ts';

/** Lets whatever keeps a file wait; answers the connection with which that ends. */
export async function holdBackFiles(db: Database): Promise<PoolClient> {
  const held = await db.pool.connect();
  await held.query('BEGIN; LOCK TABLE file_chunks IN SHARE MODE');
  return held;
}

/** From now on the database takes no files; answers how to let it take them again. */
export async function refuseFiles(db: Database, held?: PoolClient): Promise<() => Promise<void>> {
  const change = 'ALTER TABLE file_chunks ADD CONSTRAINT no_files CHECK (false) NOT VALID';
  if (held) {
    await held.query(`${change}; COMMIT`);
    held.release();
  } else await db.query(change);
  return async () => void (await db.query('ALTER TABLE file_chunks DROP CONSTRAINT no_files'));
}
