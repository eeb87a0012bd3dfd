import { listUnallocated } from '#calls/exceptions.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveWhole } from '#server/platform/http/serve.ts';
import { readUnallocated } from './queue.ts';

/** `GET /api/billing_exceptions`: the accounts that nobody is charged for, in one run or in all that are open. */
export function unallocatedRoute(door: Door, db: Database): void {
  serveWhole(door, listUnallocated, ({ query }) => readUnallocated(db, query));
}
