import type { FastifyInstance } from 'fastify';
import { askedBy } from '#server/platform/http/asked-by.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import type { Door } from '#server/platform/http/serve.ts';
import type { EngineServices } from './services.ts';

const fair = fairUse({ atOnce: 4, perMinute: 120, noun: 'large answers' });

/**
 * The door through which the calls of a module come.
 * @param heavy the limits of its limited and heavy calls, where they are its own
 */
export const openDoor = (
  scope: FastifyInstance,
  services: EngineServices,
  heavy: Door['heavy'] = fair,
): Door => ({
  scope,
  demand: (request, right) => {
    if (right === 'public') return;
    if (right === 'signed_in') askedBy(request);
    else if (right === 'see_records') services.readable(request);
    else if (typeof right !== 'object') services.demand(askedBy(request), right);
    else if ('model' in right) services.guard(request, right.action, services.registry.get(right.model));
    else throw new Error(`Who may ask for ${right.report}, the module of reports says.`);
  },
  once: (request, reply, change) => services.once(request, reply, change),
  onceAfter: (request, reply, work) => services.onceAfter(request, reply, work),
  heavy,
  checksAnswers: services.checksAnswers,
});
