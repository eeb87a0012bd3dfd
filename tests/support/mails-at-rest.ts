import { vi } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';

const PATIENCE_MS = 120_000;

/**
 * Waits until no mail and no work of the queue is under way or waits for another try: what has not happened by then does not
 * happen any more.
 */
export async function mailsAtRest(db: Database): Promise<void> {
  const look = async () => {
    const { rows } = await db.query(
      `SELECT 'mail ' || id AS what FROM outbox WHERE state IN ('queued', 'sending')
       UNION ALL SELECT name FROM pgboss.job WHERE state < 'completed'`,
    );
    if (rows.length > 0) throw new Error(`Under way: ${JSON.stringify(rows)}`);
  };
  await vi.waitFor(look, { timeout: PATIENCE_MS, interval: 50 });
}
