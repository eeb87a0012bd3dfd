import type { WaitingWork } from '#calls/overview.ts';
import { countRows } from '#server/engine/waiting.ts';
import type { Database } from '#server/platform/database/database.ts';
import { UNPLACED } from './queue.ts';

/** How many accounts of open runs nobody is charged for. */
export const countUnallocated = async (db: Database): Promise<WaitingWork> => ({
  list: 'billing_exceptions',
  filter: 'provider',
  value: 'All',
  label: 'Unallocated',
  tone: 'warning',
  ...(await countRows(db, {
    name: 'unallocated-accounts',
    rows: `SELECT FROM (${UNPLACED}) e GROUP BY key, own`,
  })),
});
