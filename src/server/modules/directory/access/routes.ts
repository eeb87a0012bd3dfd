import type { FastifyInstance } from 'fastify';
import type { EngineServices } from '#server/engine/services.ts';
import type { Config } from '#server/platform/config/config.ts';
import { schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import { reachRoutes } from './reach/routes.ts';
import { reviewRoute } from './review/review-route.ts';
import { specifiedRoutes } from './specified-routes.ts';

/**
 * Who gets where: the lists of groups and permission sets, what a person, a group, a set or an account reaches, and the
 * review of groups that lead nowhere.
 */
export async function registerDirectoryAccess(
  app: FastifyInstance,
  services: EngineServices,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Promise<void> {
  await app.register(async (scope) => {
    schemasOnlyTell(scope);
    specifiedRoutes(scope, services);
    reachRoutes(scope, services);
    reviewRoute(scope, services, publicUrl);
  });
}
