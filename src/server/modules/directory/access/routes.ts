import type { FastifyInstance } from 'fastify';
import type { EngineServices } from '#server/engine/services.ts';
import { schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import { reachRoutes } from './reach/routes.ts';
import { specifiedRoutes } from './specified-routes.ts';

/** Who gets where: the lists of groups and permission sets, and what a person, a group, a set or an account reaches. */
export async function registerDirectoryAccess(app: FastifyInstance, services: EngineServices): Promise<void> {
  await app.register(async (scope) => {
    schemasOnlyTell(scope);
    specifiedRoutes(scope, services);
    reachRoutes(scope, services);
  });
}
