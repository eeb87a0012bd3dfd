import type { PoolClient } from 'pg';

/** Does `work` in a transaction that goes on as if it had not been done, and answers what it found. */
export async function undoneAfter<T>(tx: PoolClient, work: () => Promise<T>): Promise<T> {
  await tx.query('SAVEPOINT rehearsal');
  try {
    return await work();
  } finally {
    await tx.query('ROLLBACK TO SAVEPOINT rehearsal; RELEASE SAVEPOINT rehearsal').catch(() => undefined);
  }
}

/**
 * Does `work` in a transaction that can go on where it fails: what it did is undone then, and only that. Savepoints of one name
 * hide each other, so a failed one is released too: work around it would go back to it, not to its own.
 */
export async function withSavepoint<T>(tx: PoolClient, work: () => Promise<T>): Promise<T> {
  await tx.query('SAVEPOINT attempt');
  try {
    const done = await work();
    await tx.query('RELEASE SAVEPOINT attempt');
    return done;
  } catch (error) {
    // Where the connection is gone, the first error says why.
    await tx.query('ROLLBACK TO SAVEPOINT attempt; RELEASE SAVEPOINT attempt').catch(() => undefined);
    throw error;
  }
}
