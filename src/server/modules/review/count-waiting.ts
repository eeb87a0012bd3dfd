import type { WaitingWork } from '#calls/overview.ts';
import { countRows } from '#server/engine/waiting.ts';
import type { Database } from '#server/platform/database/database.ts';

/** How many changes wait for a second person. */
export const countWaitingChanges = async (db: Database): Promise<WaitingWork> => ({
  list: 'waiting_changes',
  filter: 'state',
  value: 'waiting',
  label: 'Waiting for a second person',
  tone: 'warning',
  ...(await countRows(db, {
    name: 'waiting-changes',
    rows: "SELECT FROM waiting_changes WHERE state = 'waiting'",
  })),
});
