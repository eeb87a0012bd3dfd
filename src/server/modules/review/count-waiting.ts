import type { WaitingWork } from '#calls/overview.ts';
import { MOST_COUNTED } from '#kernel/overview.ts';
import type { Database } from '#server/platform/database/database.ts';

/** How many changes wait for a second person. */
export async function countWaitingChanges(db: Database): Promise<WaitingWork> {
  const { rows } = await db.query<{ count: number }>({
    name: 'waiting-changes',
    text: `SELECT count(*)::integer AS count FROM (
      SELECT FROM waiting_changes WHERE state = 'waiting' LIMIT ${MOST_COUNTED + 1}) found`,
  });
  const count = rows[0]?.count ?? 0;
  return {
    list: 'waiting_changes',
    filter: 'state',
    value: 'waiting',
    label: 'Waiting for a second person',
    tone: 'warning',
    count: Math.min(count, MOST_COUNTED),
    more: count > MOST_COUNTED,
  };
}
