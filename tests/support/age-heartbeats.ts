import type { Database } from '#server/platform/database/database.ts';

/**
 * Has the queue notice a process that was killed at once: the last sign of life of all deliveries is an hour old. To be called
 * when no process is left that works, since its deliveries would be given to another as well.
 */
export async function ageHeartbeats(db: Database): Promise<void> {
  await db.query(
    `WITH looked AS (UPDATE pgboss.queue SET monitor_claim_on = monitor_claim_on - interval '1 hour')
     UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 hour' WHERE state = 'active'`,
  );
}
