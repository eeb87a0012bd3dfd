import type { WaitingWork } from '#calls/overview.ts';
import { countRows } from '#server/engine/waiting.ts';
import type { Database } from '#server/platform/database/database.ts';
import { leaseDay } from './change.ts';
import { DUE_LEASES } from './store.ts';

/** How many leases need a look: they end soon, or are over while the account is not frozen. */
export const countLeases = async (db: Database): Promise<WaitingWork> => ({
  list: 'account_leases',
  filter: 'state',
  value: 'due',
  label: 'Ending soon',
  tone: 'warning',
  ...(await countRows(db, { name: 'account-leases', rows: DUE_LEASES, values: [leaseDay()] })),
});
