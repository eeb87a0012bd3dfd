import type pg from 'pg';

const HELD_MAIL = 'Held back when a backup was restored. Send it again if it is still wanted.';
const SWITCHED_OFF =
  'Switched off when a backup was restored. Switch it on if it is still to be told; what waited can be sent again.';

/**
 * Leaves what a restored database would send out by itself to people: mail that has not left, and what webhooks are told
 * or will be. A backup of before there were webhooks has none.
 */
export async function holdBack(client: pg.Client): Promise<void> {
  await client.query(
    `UPDATE outbox SET state = 'failed', ticket = NULL, claim = NULL, next_try = NULL, last_error = $1
      WHERE state IN ('queued', 'sending')`,
    [HELD_MAIL],
  );
  const { rowCount } = await client.query(`SELECT WHERE to_regclass('webhooks') IS NOT NULL`);
  if (!rowCount) return;
  await client.query('UPDATE webhooks SET active = false, trouble = $1 WHERE active', [SWITCHED_OFF]);
  await client.query(
    `UPDATE webhook_deliveries SET state = 'given_up', error = $1, next_try = NULL, finished_at = now()
      WHERE state = 'waiting'`,
    [SWITCHED_OFF],
  );
}
