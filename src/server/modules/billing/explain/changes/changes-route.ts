import { readChanges as readChangesCall } from '#calls/changes.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve } from '#server/platform/http/serve.ts';
import { readChanges } from './changes.ts';

/** `GET …/changes`: what of a run is otherwise than it was the month before. */
export function changesRoute(door: Door, db: Database): void {
  serve(door, readChangesCall, async ({ params: { id }, query }) => readChanges(db, id, query));
}
