import type { WaitingWork } from '#calls/overview.ts';
import { countRows } from '#server/engine/waiting.ts';
import type { Database } from '#server/platform/database/database.ts';

/** How many findings of drift wait for a repair. */
export const countDrift = async (db: Database): Promise<WaitingWork> => ({
  list: 'drift_findings',
  filter: 'kind',
  value: 'All',
  label: 'Nobody answers for it',
  tone: 'warning',
  ...(await countRows(db, { name: 'drift-findings', rows: 'SELECT FROM drift_findings' })),
});
