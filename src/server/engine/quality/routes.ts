import type { FastifyInstance } from 'fastify';
import { countBroken } from '#calls/quality.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { serveWhole } from '#server/platform/http/serve.ts';
import { openDoor } from '../door.ts';
import { refuseOtherMethods } from '../other-methods.ts';
import type { EngineServices } from '../services.ts';

/** One call is a pass through every table. */
const counting = fairUse({ atOnce: 4, perMinute: 60, noun: 'counts' });

/** The faults of the records that the person may see. */
export function qualityRoute(scope: FastifyInstance, services: EngineServices): void {
  serveWhole(openDoor(scope, services, { heavy: counting }), countBroken, async ({ request }) => {
    const data = await services.quality.count(services.readable(request));
    return { data, meta: { total: data.length } };
  });
  refuseOtherMethods(scope, `/api${countBroken.path}`, ['GET']);
}
