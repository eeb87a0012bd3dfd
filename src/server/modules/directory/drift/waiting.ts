import type { WaitingWork } from '#calls/overview.ts';
import { MOST_COUNTED } from '#kernel/overview.ts';
import type { Database } from '#server/platform/database/database.ts';

/** How many findings of drift wait for a repair. */
export async function countDrift(db: Database): Promise<WaitingWork> {
  const { rows } = await db.query<{ count: number }>({
    name: 'drift-findings',
    text: `SELECT count(*)::integer AS count FROM (SELECT FROM drift_findings LIMIT ${MOST_COUNTED + 1}) found`,
  });
  const count = rows[0]?.count ?? 0;
  return {
    list: 'drift_findings',
    filter: 'kind',
    value: 'All',
    label: 'Nobody answers for it',
    tone: 'warning',
    count: Math.min(count, MOST_COUNTED),
    more: count > MOST_COUNTED,
  };
}
