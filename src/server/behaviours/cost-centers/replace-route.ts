import type { PoolClient } from 'pg';
import type { DataOf } from '#calls/call.ts';
import { replaceCostCenter } from '#calls/cost-center-replacement.ts';
import { dayAfter } from '#kernel/dates.ts';
import { conflict } from '#kernel/errors.ts';
import { NONE_ID } from '#kernel/ids.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { lockCircles, noRecord } from '#server/engine/records.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Door, Made } from '#server/platform/http/door.ts';
import { serveChange } from '#server/platform/http/serve.ts';

/** The fields that pass from a cost center to the one that replaces it. */
const KEPT = [
  'company_code',
  'companies_id',
  'cloud_contact_id',
  'business_units_id',
  'departments_id',
  'alt_cost_center_id',
] as const;

interface Replaced extends Record<(typeof KEPT)[number], unknown> {
  identifier: string;
  expired_at: string | null;
  today: string;
  /** The id of what replaces it already. */
  replacement: number | null;
}

/** The values stated for the new cost center; it takes all others from the one that it replaces. */
type Stated = Made<typeof replaceCostCenter>['body'];

/** From today, or without a gap from the day after the old one expired. */
const begins = ({ expired_at: expired, today }: Replaced): string =>
  expired !== null && expired < today ? dayAfter(expired, 1) : today;

/**
 * Adds a cost center that is like another one and replaces it.
 * @throws {Refusal} 404, 409 where something replaces it already or has the identifier, 422
 */
async function replace(
  services: EngineServices,
  tx: PoolClient,
  id: number,
  stated: Stated,
  who: Who,
): Promise<DataOf<typeof replaceCostCenter>> {
  // Before the row, as a change of a replacement does: otherwise both could wait for each other without end.
  await lockCircles(tx, costCenters, 'new_cost_center_id');
  const { rows } = await tx.query<Replaced>(
    `SELECT c.identifier, to_char(c.expired_at, 'YYYY-MM-DD') AS expired_at, to_char(today(), 'YYYY-MM-DD') AS today,
       c.new_cost_center_id AS replacement, ${KEPT.map((field) => `c.${field}`).join(', ')}
     FROM cost_centers c WHERE c.id = $1 FOR UPDATE`,
    [id],
  );
  const [old] = rows;
  if (!old) throw noRecord(costCenters, id);
  if (old.replacement !== null) {
    // Read after the lock: with it, an identifier would be looked up as it was before a second click waited.
    const other = await services.find(tx, costCenters.name, old.replacement);
    throw conflict(`Cost Center ${old.identifier} is replaced by ${String(other?.['identifier'])} already.`);
  }
  const kept = Object.fromEntries(KEPT.map((field) => [field, old[field] ?? NONE_ID]));
  const input = { ...kept, ...stated, active_at: stated.active_at ?? begins(old) };
  const added = await services.create(costCenters.name, input, who, tx);
  const replacement = { new_cost_center_id: added.id };
  // Other missing fields of the old one do not matter here; its successor lacks them as well.
  const replaced = await services.updateIncomplete(costCenters.name, id, replacement, who, tx);
  return { cost_center: added, replaced };
}

/** `POST …/{id}/replace`: a new cost center in place of one that expires, both changed or neither. */
export function replaceRoute(door: Door, services: EngineServices): void {
  serveChange(door, replaceCostCenter, (tx, { params: { id }, body, request }) =>
    replace(services, tx, id, body, services.guard(request, 'create', costCenters)),
  );
}
