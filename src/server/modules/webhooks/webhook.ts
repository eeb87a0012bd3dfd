import type { PoolClient } from 'pg';
import type { Values } from '#kernel/input.ts';
import { parseRow, type RowObject } from '#server/engine/records.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { Statements } from '#server/engine/statements.ts';
import { WriteStatements, type Who } from '#server/engine/writes/write-statements.ts';

export const WEBHOOKS = 'webhooks';
export const DELIVERIES = 'webhook_deliveries';

/** The actor that switches off webhooks which want no more deliveries. */
const PORTAL = { email: 'webhooks', name: null };

/**
 * Changes fields of a webhook that no request may write, with a line of history.
 * @throws {Error} where there is no such webhook
 */
export async function changeWebhook(
  services: EngineServices,
  tx: PoolClient,
  id: number,
  values: Values,
  who: Who,
): Promise<RowObject | null> {
  const { registry, vault } = services;
  const statements = new WriteStatements(registry, registry.get(WEBHOOKS), new Statements(), vault);
  const { rows } = await tx.query<{ row: string }>(statements.update(id, values, null, who));
  return rows[0] ? parseRow(rows[0].row) : null;
}

/** Sends a webhook nothing any more; what waits for it is given up. */
export async function switchOff(services: EngineServices, id: number, trouble: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const who = { actor: PORTAL, requestId: `webhook-${id}` };
    await changeWebhook(services, tx, id, { active: false, trouble }, who);
    await giveUp(tx, id, trouble);
  });
}

/** Gives up the waiting deliveries of a webhook, unless somebody sends them again. */
export async function giveUp(tx: PoolClient, id: number, why: string): Promise<void> {
  await tx.query(
    `UPDATE webhook_deliveries SET state = 'given_up', error = $2, next_try = NULL, finished_at = now(),
       updated_at = now(), lock_version = lock_version + 1 WHERE webhook_id = $1 AND state = 'waiting'`,
    [id, why],
  );
}

/** The secret of a webhook; null where it has none, or it cannot be read. @param sealed as it is kept, encrypted */
export function openSecret(vault: EngineServices['vault'], sealed: string | null): string | null {
  if (sealed === null) return null;
  try {
    return vault.open(sealed, `${WEBHOOKS}.secret`);
  } catch {
    return null;
  }
}
