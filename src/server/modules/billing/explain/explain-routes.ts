import { explainPosting as explainPostingCall, readOrigin as readOriginCall } from '#calls/explain.ts';
import { notFound } from '#kernel/errors.ts';
import { parseId } from '#kernel/ids.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve } from '#server/platform/http/serve.ts';
import { readOrigin } from './origin.ts';
import { explainPosting } from './posting.ts';
import { demandRun } from '../runs/run.ts';

/** From a bill to its run and posting, and from a posting to the accounts in it and how each came to be charged there. */
export function explainRoutes(door: Door, db: Database): void {
  serve(door, readOriginCall, ({ params: { id } }) => readOrigin(db, id));
  serve(door, explainPostingCall, async ({ params: { id, posting } }) => {
    await demandRun(db, id);
    const n = parseId(posting);
    if (n === null) throw notFound(`Posting ${posting.slice(0, 60)} of billing run ${id}`);
    return explainPosting(db, id, n);
  });
}
