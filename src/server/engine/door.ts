import type { FastifyInstance } from 'fastify';
import { actorOf } from '#server/platform/http/request-actor.ts';
import type { Door } from '#server/platform/http/door.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import type { EngineServices } from './services.ts';

const fair = fairUse({ atOnce: 4, perMinute: 120, noun: 'large answers' });
const fairUploads = fairUse({ atOnce: 4, perMinute: 60, noun: 'uploads' });

/**
 * The door through which the calls of a module come.
 * @param own the limits of its heavy calls and its uploads, where they are its own
 */
export const openDoor = (
  scope: FastifyInstance,
  services: EngineServices,
  own: Partial<Pick<Door, 'heavy' | 'uploads'>> = {},
): Door => ({
  scope,
  demand: (request, right) => {
    if (right === 'public') return;
    if (right === 'signed_in') actorOf(request);
    else if (right === 'see_records') services.readable(request);
    else if (typeof right !== 'object') services.demand(actorOf(request), right);
    else if ('report' in right)
      throw new Error(`Who may ask for ${right.report}, the module of reports says.`);
    else
      for (const { model, action } of 'every' in right ? right.every : [right])
        services.guard(request, action, services.registry.get(model));
  },
  once: (request, reply, change) => services.once(request, reply, change),
  onceAfter: (request, reply, work) => services.onceAfter(request, reply, work),
  heavy: fair,
  uploads: { ...fairUploads, bodyLimit: services.importLimit },
  ...own,
  checksAnswers: services.checksAnswers,
});
