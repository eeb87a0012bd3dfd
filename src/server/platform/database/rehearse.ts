import type { PoolClient } from 'pg';
import type { Database } from './database.ts';

/** The result of a rehearsal, on its way out of its transaction. */
class Rehearsed<T> extends Error {
  readonly found: T;

  constructor(found: T) {
    super('Nothing is kept.');
    this.found = found;
  }
}

/**
 * Does `work` in a transaction that is undone, and answers what it found: whether the database would take it, and what would be.
 * @throws what `work` throws
 */
export async function rehearse<T>(db: Database, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      throw new Rehearsed(await work(tx));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.found as T;
    throw error;
  }
}
