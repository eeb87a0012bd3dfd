import type { FastifyInstance } from 'fastify';
import type { PoolClient } from 'pg';
import { newSecret as newSecretCall, sendDeliveryAgain, sendTest } from '#calls/webhooks.ts';
import { conflict } from '#kernel/errors.ts';
import { openDoor } from '#server/engine/door.ts';
import { noRecord, parseRow } from '#server/engine/records.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { serve, serveChange } from '#server/platform/http/serve.ts';
import { newSecret } from './signature.ts';
import { changeWebhook, DELIVERIES, WEBHOOKS } from './webhook.ts';

const DELETED = 'The webhook is deleted. Restore it, and make a new secret for it first.';
const SWITCHED_OFF = 'This webhook is not active. Switch it on first.';

/** A delivery as it is now. */
const readDelivery = async (services: EngineServices, tx: PoolClient, id: number) =>
  parseRow(await services.writer(services.registry.get(DELIVERIES)).read(id, tx));

/** Makes a secret, and a delivery that tests the webhook. */
export function webhookRoutes(scope: FastifyInstance, services: EngineServices): void {
  const resource = services.registry.get(WEBHOOKS);
  const door = openDoor(scope, services);

  serve(door, newSecretCall, async ({ params: { id }, request }, reply) => {
    const who = services.guard(request, 'update', resource);
    const secret = newSecret();
    const webhook = await services.db.transaction((tx) => changeWebhook(services, tx, id, { secret }, who));
    if (!webhook) throw noRecord(resource, id);
    // A repeated request makes another one: an answer with a secret is kept nowhere.
    reply.header('cache-control', 'no-store');
    return { secret, webhook };
  });

  serveChange(door, sendTest, async (tx, { params: { id }, actor }) => {
    const { rows } = await tx.query<{ name: string; active: boolean }>(
      'SELECT name, active FROM webhooks WHERE id = $1',
      [id],
    );
    if (!rows[0]) throw noRecord(resource, id);
    if (!rows[0].active) throw conflict(SWITCHED_OFF);
    const details = { id, name: rows[0].name, requested_by: actor.email, at: new Date().toISOString() };
    const made = await tx.query<{ id: number }>(
      `INSERT INTO webhook_deliveries (webhook_id, webhook, event, message_id, state, attempts, next_try, told)
       VALUES ($1, $2, 'webhook.test', 'msg_' || replace(gen_random_uuid()::text, '-', ''), 'waiting', 0, now(), $3)
       RETURNING id`,
      [id, rows[0].name, details],
    );
    return readDelivery(services, tx, made.rows[0]?.id ?? 0);
  });
}

/** Sends a delivery once more that was delivered, given up, or waits. */
export function deliveryRoutes(scope: FastifyInstance, services: EngineServices): void {
  serveChange(openDoor(scope, services), sendDeliveryAgain, async (tx, { params: { id } }) => {
    const { rows } = await tx.query<{ active: boolean | null }>(
      `SELECT w.active FROM webhook_deliveries d LEFT JOIN webhooks w ON w.id = d.webhook_id
       WHERE d.id = $1 FOR UPDATE OF d`,
      [id],
    );
    if (!rows[0]) throw noRecord(services.registry.get(DELIVERIES), id);
    if (!rows[0].active) throw conflict(rows[0].active === null ? DELETED : SWITCHED_OFF);
    await tx.query(
      `UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, next_try = now(), finished_at = NULL,
         updated_at = now(), lock_version = lock_version + 1 WHERE id = $1`,
      [id],
    );
    return readDelivery(services, tx, id);
  });
}
