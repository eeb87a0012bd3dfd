import { readExpiry } from '#calls/cost-center-expiry.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { noRecord } from '#server/engine/records.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve } from '#server/platform/http/serve.ts';
import { expiryOf } from './expiry.ts';

/** `GET …/{id}/expiry`: what happens when a cost center expires. */
export function expiryRoute(door: Door, db: Database): void {
  serve(door, readExpiry, async ({ params: { id } }) => {
    const expiry = await expiryOf(db, id);
    if (expiry === null) throw noRecord(costCenters, id);
    return expiry;
  });
}
