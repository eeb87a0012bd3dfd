import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { conflict } from '#kernel/errors.ts';
import { noRecord, parseRow, readId } from '#server/engine/records.ts';
import { demandNoFields } from '#server/engine/request-body.ts';
import { recordParams } from '#server/engine/openapi/route-schemas.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { answers, keyHeader, object, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { newSecret } from './signature.ts';
import { changeWebhook, DELIVERIES, WEBHOOKS } from './webhook.ts';

type WithId = { Params: { id: string } };

const delivery = object({ data: { $ref: 'webhook_delivery#' } });
const DELETED = 'The webhook is deleted. Restore it, and make a new secret for it first.';
const SWITCHED_OFF = 'This webhook is not active. Switch it on first.';

/** A delivery as it is now, in the shape of an answer. */
const answerOf = async (services: EngineServices, tx: PoolClient, id: number) => ({
  status: 202,
  body: { data: parseRow(await services.writer(services.registry.get(DELIVERIES)).read(id, tx)) },
});

/** Makes a secret, and a delivery that tells nothing but that it works. */
export function webhookRoutes(scope: FastifyInstance, services: EngineServices): void {
  const resource = services.registry.get(WEBHOOKS);
  const tags = [resource.label[1]];
  const guard = (request: FastifyRequest) => services.guard(request, 'update', resource);
  const onRequest = async (request: FastifyRequest) => void guard(request);

  scope.post<WithId>(
    '/:id/new_secret',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Make a new secret for a webhook; the one that it had counts no more',
        description: 'This answer is the only one that has it.',
        params: recordParams,
        response: answers(
          201,
          'The secret',
          object({ data: object({ secret: text('Begins with whsec_'), webhook: { $ref: 'webhook#' } }) }),
          [404],
        ),
      },
    },
    async (request, reply) => {
      const who = guard(request);
      noQuery(request);
      const id = readId(resource, request.params.id);
      demandNoFields(resource, request.body);
      const secret = newSecret();
      const webhook = await services.db.transaction((tx) => changeWebhook(services, tx, id, { secret }, who));
      if (!webhook) throw noRecord(resource, id);
      // A repeated request makes another one: an answer with a secret is kept nowhere.
      return reply.status(201).header('cache-control', 'no-store').send({ data: { secret, webhook } });
    },
  );

  scope.post<WithId>(
    '/:id/send_test',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Send a webhook an event that tells nothing but that it works',
        description: 'Answers 202 with a delivery; follow it at /api/webhook_deliveries/{id}.',
        params: recordParams,
        headers: keyHeader,
        response: answers(202, 'It waits', delivery, [404, 409, 422]),
      },
    },
    async (request, reply) => {
      const { actor } = guard(request);
      noQuery(request);
      demandNoFields(resource, request.body);
      const id = readId(resource, request.params.id);
      return services.once(request, reply, async (tx) => {
        const { rows } = await tx.query<{ name: string; active: boolean }>(
          'SELECT name, active FROM webhooks WHERE id = $1',
          [id],
        );
        if (!rows[0]) throw noRecord(resource, id);
        if (!rows[0].active) throw conflict(SWITCHED_OFF);
        const told = { id, name: rows[0].name, requested_by: actor.email, at: new Date().toISOString() };
        const made = await tx.query<{ id: number }>(
          `INSERT INTO webhook_deliveries (webhook_id, webhook, event, message_id, state, attempts, next_try, told)
           VALUES ($1, $2, 'webhook.test', 'msg_' || replace(gen_random_uuid()::text, '-', ''), 'waiting', 0, now(), $3)
           RETURNING id`,
          [id, rows[0].name, told],
        );
        return answerOf(services, tx, made.rows[0]?.id ?? 0);
      });
    },
  );
}

/** Sends once more what was delivered, given up, or waits. */
export function deliveryRoutes(scope: FastifyInstance, services: EngineServices): void {
  const resource = services.registry.get(DELIVERIES);
  const guard = (request: FastifyRequest) => services.guard(request, 'update', resource);
  scope.post<WithId>(
    '/:id/send_again',
    {
      onRequest: async (request) => void guard(request),
      schema: {
        tags: [resource.label[1]],
        summary: 'Send a webhook delivery again, with the id that it had',
        params: recordParams,
        headers: keyHeader,
        response: answers(202, 'It waits', delivery, [404, 409, 422]),
      },
    },
    async (request, reply) => {
      guard(request);
      noQuery(request);
      demandNoFields(resource, request.body);
      const id = readId(resource, request.params.id);
      return services.once(request, reply, async (tx) => {
        const { rows } = await tx.query<{ active: boolean | null }>(
          `SELECT w.active FROM webhook_deliveries d LEFT JOIN webhooks w ON w.id = d.webhook_id
           WHERE d.id = $1 FOR UPDATE OF d`,
          [id],
        );
        if (!rows[0]) throw noRecord(resource, id);
        if (!rows[0].active) throw conflict(rows[0].active === null ? DELETED : SWITCHED_OFF);
        await tx.query(
          `UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, next_try = now(), finished_at = NULL,
             updated_at = now(), lock_version = lock_version + 1 WHERE id = $1`,
          [id],
        );
        return answerOf(services, tx, id);
      });
    },
  );
}
