import type { PoolClient } from 'pg';
import { holdLock } from '#server/platform/database/hold-lock.ts';

/**
 * Whoever writes people, groups, who is in them, permission sets or their derived columns waits here for the others, until
 * the transaction ends: each of them writes many of these rows, in an order of its own, so that two could wait for each
 * other without end. To be called before the first of them is written.
 */
export async function holdSnapshot(tx: PoolClient): Promise<void> {
  await holdLock(tx, 'directory snapshot');
}
