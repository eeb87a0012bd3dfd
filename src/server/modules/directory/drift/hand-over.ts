import type { PoolClient } from 'pg';
import { conflict, invalid } from '#kernel/errors.ts';
import { MOST_HANDED_OVER, type DriftChanged, type DriftModel } from '#resources/drift-repairs.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { changeOwned, ownership } from './repair.ts';
import { findOwner } from './subject.ts';

/** What somebody owns: valid cost centers, and accounts that are in use; some more than are handed over at a time. */
const OWNED = `SELECT 'cost_centers' AS model, c.id FROM cost_centers c JOIN cloud_contacts k ON k.id = c.cloud_contact_id
    WHERE lower(btrim(k.email)) = lower(btrim($1)) AND (c.expired_at IS NULL OR c.expired_at >= current_date)
  UNION ALL
  SELECT 'cloud_parents', p.id FROM cloud_parents p
    WHERE lower(btrim(p.cloud_contact_email)) = lower(btrim($1)) AND NOT p.terminated`;

export interface Owned {
  cost_centers: number;
  cloud_parents: number;
}

/** How much somebody owns. */
export async function countOwned(runner: Runner, email: string): Promise<Owned> {
  const { rows } = await runner.query<Owned>({
    text: `SELECT (count(*) FILTER (WHERE model = 'cost_centers'))::integer AS cost_centers,
        (count(*) FILTER (WHERE model = 'cloud_parents'))::integer AS cloud_parents
      FROM (${OWNED}) owned`,
    values: [email],
  });
  return rows[0] ?? { cost_centers: 0, cloud_parents: 0 };
}

/**
 * Gives everything of somebody to somebody else, each with its history; of more than a thousand, so many.
 * @throws {Refusal} 409 where they own nothing, 422
 */
export async function handOver(
  tx: PoolClient,
  services: EngineServices,
  { from, to }: { from: unknown; to: unknown },
  who: Who,
): Promise<DriftChanged[]> {
  if (typeof from !== 'string' || from.trim() === '' || from.length > 254)
    throw invalid([{ field: 'from', message: 'Say whose things are handed over, by an address.' }]);
  const owner = await findOwner(tx, to);
  if (owner.email.trim().toLowerCase() === from.trim().toLowerCase())
    throw invalid([{ field: 'to', message: 'Name somebody else than who owns it now.' }]);
  const { rows } = await tx.query<{ model: DriftModel; id: number }>({
    text: `SELECT * FROM (${OWNED}) owned ORDER BY model, id LIMIT ${MOST_HANDED_OVER}`,
    values: [from],
  });
  if (rows.length === 0)
    throw conflict(
      `${from.trim()} owns no valid cost center and no account in use any more. Look at the list again.`,
    );
  const changed: DriftChanged[] = [];
  for (const one of rows)
    changed.push(await changeOwned(tx, services, one, ownership(one.model, owner), who));
  return changed;
}
