import type { Database } from '#server/platform/database/database.ts';

/** Lets what waits for its next try be tried now: the pauses of the queue are over, however long they were. */
export async function endPauses(db: Database): Promise<void> {
  await db.query(`UPDATE pgboss.job SET start_after = now() WHERE state IN ('created', 'retry')`);
}
