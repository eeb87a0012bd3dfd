import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#kernel/errors.ts';
import { askedBy, schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import { answers } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { workVisibleTo } from '#server/policies/own-work.ts';
import type { EventHub } from './hub.ts';

const EVENT_STREAM = 'text/event-stream';

/** A browser has one for all of its tabs; what is more belongs to other browsers and devices. */
const limits = fairUse({ atOnce: 8, perMinute: 120, noun: 'streams of events' });

interface EventsParts {
  events: EventHub;
  /** Whether what a request came with still counts. */
  stillCounts: (request: FastifyRequest) => Promise<boolean>;
}

/**
 * The stream that tells of jobs, mails and cloud deployments as they change, to those who may see them. It names what changed; what it
 * is now is asked for by its own route, with its rights.
 */
export async function registerEvents(
  app: FastifyInstance,
  { events, stillCounts }: EventsParts,
): Promise<void> {
  await app.register(async (scope) => {
    schemasOnlyTell(scope);
    scope.get(
      '/api/events',
      {
        exposeHeadRoute: false,
        config: { ...limits.config, endless: true },
        onRequest: limits.onRequest,
        schema: {
          tags: ['Jobs'],
          summary: 'Be told when jobs and mails change',
          description:
            'Server-sent events for a request that accepts text/event-stream. `ready` comes first; `changed` has ' +
            '`{ "what": "job" | "mail" | "deployment", "id": … }`, to be read at /api/jobs/{id}, /api/outbox/{id} or ' +
            '/api/cloud_deployments/{id}; `alive` comes ' +
            'every twenty seconds. The stream ends with the session, and when the portal ends. Whoever connects ' +
            'again reads what they show anew: events are not kept.',
          response: answers(
            200,
            'The stream',
            { content: { [EVENT_STREAM]: { schema: { type: 'string' } } } },
            [406, 429],
          ),
        },
      },
      async (request, reply) => {
        noQuery(request);
        const actor = askedBy(request);
        if (!(request.headers.accept ?? '').includes(EVENT_STREAM))
          throw new Refusal(406, `This address answers ${EVENT_STREAM} only; the request must accept it.`);
        const stream = await events.open({
          visible: workVisibleTo(actor),
          opened:
            request.sessionId === null
              ? { what: 'token', id: request.tokenId }
              : { what: 'session', id: request.sessionId },
          stillCounts: () => stillCounts(request),
        });
        return (
          reply
            .header('content-type', `${EVENT_STREAM}; charset=utf-8`)
            .header('cache-control', 'no-store, no-transform')
            .header('x-accel-buffering', 'no')
            // Nothing follows on it: the end of the portal need not wait for an idle connection.
            .header('connection', 'close')
            .send(stream)
        );
      },
    );
  });
}
