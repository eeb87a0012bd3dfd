import type { FastifyInstance, FastifyRequest } from 'fastify';
import { followEvents } from '#calls/events.ts';
import { Refusal } from '#kernel/errors.ts';
import { openDoor } from '#server/engine/door.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { serveFile } from '#server/platform/http/serve.ts';
import { workVisibleTo } from '#server/policies/own-work.ts';
import type { EventHub } from './hub.ts';

const EVENT_STREAM = followEvents.file;

/** A browser has one for all of its tabs; what is more belongs to other browsers and devices. */
const limits = fairUse({ atOnce: 8, perMinute: 120, noun: 'streams of events' });

interface EventsParts {
  services: EngineServices;
  events: EventHub;
  /** Whether what a request came with still counts. */
  stillCounts: (request: FastifyRequest) => Promise<boolean>;
}

/**
 * The stream of changes of jobs, mails and cloud deployments, for those who may see them. It names what changed; the
 * new state is read by its own route, with its rights.
 */
export async function registerEvents(
  app: FastifyInstance,
  { services, events, stillCounts }: EventsParts,
): Promise<void> {
  await app.register(async (scope) => {
    const { config, onRequest } = limits;
    const options = { exposeHeadRoute: false, config: { ...config, endless: true }, onRequest };
    serveFile({ ...openDoor(scope, services), options }, followEvents, async ({ actor, request }, reply) => {
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
    });
  });
}
