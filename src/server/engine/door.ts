import type { FastifyInstance } from 'fastify';
import { askedBy } from '#server/platform/http/asked-by.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import type { Door } from '#server/platform/http/serve.ts';
import type { EngineServices } from './services.ts';

const fair = fairUse({ atOnce: 4, perMinute: 120, noun: 'large answers' });
const fairUploads = fairUse({ atOnce: 4, perMinute: 60, noun: 'uploads' });

/**
 * The door through which the calls of a module come.
 * @param limits those of its heavy calls and its uploads, where they are its own
 */
export const openDoor = (
  scope: FastifyInstance,
  services: EngineServices,
  limits: Partial<Pick<Door, 'heavy' | 'uploads'>> = {},
): Door => ({
  scope,
  demand: (request, right) => {
    if (right === 'public') return;
    if (typeof right === 'object') services.guard(request, right.action, services.registry.get(right.model));
    else if (right === 'signed_in') askedBy(request);
    else services.demand(askedBy(request), right);
  },
  once: (request, reply, change) => services.once(request, reply, change),
  onceAfter: (request, reply, work) => services.onceAfter(request, reply, work),
  heavy: fair,
  uploads: { ...fairUploads, bodyLimit: services.importLimit },
  ...limits,
  checksAnswers: services.checksAnswers,
});
