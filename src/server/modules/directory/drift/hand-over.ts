import type { PoolClient } from 'pg';
import type { DriftChanged, Owned } from '#calls/drift.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { MOST_HANDED_OVER } from '#resources/drift-repairs.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { changeOwned, ownership } from './repair.ts';
import { findOwner } from './subject.ts';

/** The records that somebody owns, in the order of changes: accounts that are in use, and valid cost centers. */
const OWNED: Record<keyof Owned, string> = {
  cloud_parents: `SELECT t.id FROM cloud_parents t
    WHERE lower(btrim(t.cloud_contact_email)) = lower(btrim($1)) AND NOT t.terminated`,
  cost_centers: `SELECT t.id FROM cost_centers t JOIN cloud_contacts k ON k.id = t.cloud_contact_id
    WHERE lower(btrim(k.email)) = lower(btrim($1)) AND (t.expired_at IS NULL OR t.expired_at >= today())`,
};

/** How much somebody owns. */
export async function countOwned(runner: Runner, email: string): Promise<Owned> {
  const { rows } = await runner.query<Owned>({
    text: `SELECT (SELECT count(*) FROM (${OWNED.cost_centers}) owned)::integer AS cost_centers,
        (SELECT count(*) FROM (${OWNED.cloud_parents}) owned)::integer AS cloud_parents`,
    values: [email],
  });
  return rows[0] ?? { cost_centers: 0, cloud_parents: 0 };
}

/** Records that somebody owns, as many as are handed over at a time, locked until the transaction ends. */
async function holdOwned(tx: PoolClient, email: string): Promise<{ model: keyof Owned; id: number }[]> {
  const held: { model: keyof Owned; id: number }[] = [];
  for (const model of ['cloud_parents', 'cost_centers'] as const) {
    const { rows } = await tx.query<{ id: number }>({
      text: `${OWNED[model]} ORDER BY t.id LIMIT ${MOST_HANDED_OVER - held.length} FOR NO KEY UPDATE OF t`,
      values: [email],
    });
    for (const { id } of rows) held.push({ model, id });
  }
  return held;
}

/**
 * Gives everything of somebody to somebody else, each with its history; of more than a thousand, so many.
 * @throws {Refusal} 409 where they own nothing, 422
 */
export async function handOverAll(
  tx: PoolClient,
  services: EngineServices,
  { from, to }: { from: string; to: string },
  who: Who,
): Promise<DriftChanged[]> {
  const owner = await findOwner(tx, to);
  if (owner.email.trim().toLowerCase() === from.toLowerCase())
    throw invalid([{ field: 'to', message: 'Name somebody else than who owns it now.' }]);
  const held = await holdOwned(tx, from);
  if (held.length === 0)
    throw conflict(
      `${from} owns no valid cost center and no account in use any more. Look at the list again.`,
    );
  const changed: DriftChanged[] = [];
  for (const one of held)
    changed.push(await changeOwned(tx, services, one, ownership(one.model, owner), who));
  return changed;
}
