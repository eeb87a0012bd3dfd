import type { WaitingWork } from '#calls/overview.ts';
import { MOST_COUNTED } from '#kernel/overview.ts';
import type { Database } from '#server/platform/database/database.ts';
import { UNPLACED } from './queue.ts';

/** How many accounts of open runs nobody is charged for. */
export async function countUnallocated(db: Database): Promise<WaitingWork> {
  const { rows } = await db.query<{ count: number }>({
    name: 'unallocated-accounts',
    text: `SELECT count(*)::integer AS count FROM (
      SELECT FROM (${UNPLACED}) e GROUP BY key, own LIMIT ${MOST_COUNTED + 1}) found`,
  });
  const count = rows[0]?.count ?? 0;
  return {
    list: 'billing_exceptions',
    filter: 'provider',
    value: 'All',
    label: 'Unallocated',
    tone: 'warning',
    count: Math.min(count, MOST_COUNTED),
    more: count > MOST_COUNTED,
  };
}
