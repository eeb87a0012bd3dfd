import { listCommitments } from '#calls/commitments.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveWhole } from '#server/platform/http/serve.ts';
import { demandRun } from '../runs/run.ts';
import { readCommitments } from './read-commitments.ts';

/** `GET …/commitments`: who bears reservations and savings plans, and why what is billed is not what is amortised. */
export function commitmentsRoute(door: Door, db: Database): void {
  serveWhole(door, listCommitments, async ({ params: { id }, query }) => {
    await demandRun(db, id);
    return readCommitments(db, id, query);
  });
}
