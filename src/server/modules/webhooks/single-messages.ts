import type { PoolClient } from 'pg';
import type { EngineServices } from '#server/engine/services.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { isSignedWith } from './signature.ts';
import { openSecret } from './webhook.ts';

/** A message that somebody sends to the portal as a webhook, as its headers and its body have it. */
interface Incoming {
  id: string;
  timestamp: string;
  signature: string;
  body: Buffer;
}

/** Messages to a single webhook, for work that waits for its answer. */
export const singleMessages = ({ db, vault }: Pick<EngineServices, 'db' | 'vault'>) => ({
  /** Sends a message, whichever events the webhook has chosen. Returns the id of the message, or why none is sent. */
  send: async (tx: PoolClient, id: number, event: string, details: object) => {
    const { rows } = await tx.query<{ name: string; active: boolean; has_secret: boolean }>(
      'SELECT name, active, secret IS NOT NULL AS has_secret FROM webhooks WHERE id = $1',
      [id],
    );
    const [webhook] = rows;
    if (!webhook) return { refused: 'The webhook that is waited for was deleted. Restore it, then retry.' };
    const called = `The webhook '${webhook.name}'`;
    if (!webhook.active) return { refused: `${called} is switched off. Switch it on, then retry.` };
    if (!webhook.has_secret)
      return { refused: `${called} has no secret. Make one, give it to its receiver, then retry.` };
    const { rows: made } = await tx.query<{ message_id: string }>(
      `INSERT INTO webhook_deliveries (webhook_id, webhook, event, message_id, state, attempts, next_try, told)
       VALUES ($1, $2, $3, 'msg_' || replace(gen_random_uuid()::text, '-', ''), 'waiting', 0, now(), $4)
       RETURNING message_id`,
      [id, webhook.name, event, details],
    );
    return { message: made[0]?.message_id ?? '' };
  },

  /** Gives up a message that was not delivered yet. */
  withdraw: async (tx: PoolClient, message: string, why: string): Promise<void> => {
    await tx.query(
      `UPDATE webhook_deliveries SET state = 'given_up', error = $2, next_try = NULL, finished_at = now(),
         updated_at = now(), lock_version = lock_version + 1 WHERE message_id = $1 AND state = 'waiting'`,
      [message, why],
    );
  },

  /** Why a message was not delivered so far; null where it was, or was not tried. */
  troubleOf: async (message: string): Promise<string | null> => {
    const { rows } = await db.query<{ error: string | null }>(
      `SELECT error FROM webhook_deliveries WHERE message_id = $1 AND state <> 'delivered'`,
      [message],
    );
    return rows[0]?.error ?? null;
  },

  /** Whether somebody with the secret of a webhook signed a message a short time ago. */
  isSigned: async (runner: Runner, id: number, { signature, ...signed }: Incoming): Promise<boolean> => {
    const { rows } = await runner.query<{ secret: string | null }>({
      text: 'SELECT secret FROM webhooks WHERE id = $1',
      values: [id],
    });
    const secret = openSecret(vault, rows[0]?.secret ?? null);
    return secret !== null && isSignedWith(secret, signed, signature, Date.now() / 1000);
  },
});
