import type { Database } from '#server/platform/database/database.ts';
import type { DeliverySource } from './body.ts';

/** After how many seconds a failed delivery is tried again; after the last try it is given up. */
const PAUSES = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

const DAYS_KEPT = 30;

/** A delivery whose time has come, with where it goes. */
export interface Due extends DeliverySource {
  id: number;
  webhook_id: number;
  message_id: string;
  attempts: number;
  url: string;
  /** As it is kept, encrypted. */
  secret: string | null;
}

/** The result of a try. */
export interface Outcome {
  delivered: boolean;
  status: number | null;
  answer: string | null;
  error: string | null;
  /** Another try would fail as well. */
  isFinal: boolean;
}

/** Whether there is anything to deliver. */
export async function isAnyDue(db: Database): Promise<boolean> {
  const { rows } = await db.query<{ due: boolean }>({
    name: 'webhooks-due',
    text: `SELECT EXISTS (SELECT FROM webhooks w WHERE w.active AND EXISTS (
      SELECT FROM webhook_deliveries d
      WHERE d.webhook_id = w.id AND d.state = 'waiting' AND d.next_try <= now())) AS due`,
  });
  return rows[0]?.due ?? false;
}

/**
 * The deliveries that are due, for each webhook those that wait the longest.
 * @param flying ids of those that are being delivered
 * @param each most for one webhook
 */
export async function readDue(db: Database, flying: readonly number[], each: number): Promise<Due[]> {
  const { rows } = await db.query<Due>({
    name: 'webhooks-read-due',
    text: `SELECT d.id, d.webhook_id, d.event, d.message_id, d.attempts, d.line, d.told, w.url, w.secret
      FROM webhooks w CROSS JOIN LATERAL (
        SELECT * FROM webhook_deliveries d
        WHERE d.webhook_id = w.id AND d.state = 'waiting' AND d.next_try <= now() AND d.id <> ALL($1::integer[])
        ORDER BY d.next_try, d.id LIMIT $2) d
      WHERE w.active ORDER BY d.next_try, d.id`,
    values: [flying, each],
  });
  return rows;
}

/** Stores the result of a try: once, whoever else has tried the same meanwhile. */
export async function settle(db: Database, { id, attempts }: Due, outcome: Outcome): Promise<void> {
  const { delivered, status, answer, error, isFinal } = outcome;
  const pause = isFinal ? undefined : PAUSES[attempts];
  const state = delivered ? 'delivered' : pause === undefined ? 'given_up' : 'waiting';
  await db.query({
    name: 'webhooks-settle',
    text: `UPDATE webhook_deliveries SET state = $3, attempts = attempts + 1, status_code = $4, answer = $5, error = $6,
        next_try = CASE WHEN $3 = 'waiting' THEN now() + make_interval(secs => $7) END,
        finished_at = CASE WHEN $3 <> 'waiting' THEN now() END, updated_at = now(), lock_version = lock_version + 1
      WHERE id = $1 AND attempts = $2 AND state = 'waiting'`,
    values: [id, attempts, state, status, answer || null, error, pause ?? 0],
  });
}

/** Forgets deliveries of long ago. */
export async function removeOldDeliveries(db: Database): Promise<void> {
  await db.query(`DELETE FROM webhook_deliveries WHERE created_at < now() - interval '${DAYS_KEPT} days'`);
}
