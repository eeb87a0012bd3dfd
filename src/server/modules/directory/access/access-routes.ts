import type { FastifyInstance } from 'fastify';
import { accessReview, specifiedGroups, specifiedSets } from '#calls/directory.ts';
import { openDoor } from '#server/engine/door.ts';
import { refuseOthersThan } from '#server/engine/other-methods.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Config } from '#server/platform/config/config.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { reachRoutes } from './reach/reach-routes.ts';
import { reviewRoute } from './review/review-route.ts';
import { specifiedRoutes } from './specified-routes.ts';

const fairReviews = fairUse({ atOnce: 2, perMinute: 60, noun: 'reviews' });

/**
 * Who gets where: the lists of groups and permission sets, what a person, a group, a set or an account reaches, and the
 * review of groups that lead nowhere.
 */
export async function registerDirectoryAccess(
  app: FastifyInstance,
  services: EngineServices,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Promise<void> {
  const { db } = services;
  await app.register(async (scope) => {
    const door = openDoor(scope, services);
    specifiedRoutes(door, services);
    reachRoutes(door, db);
    reviewRoute(openDoor(scope, services, { heavy: fairReviews }), db, publicUrl);
    refuseOthersThan(scope, [specifiedGroups, specifiedSets, accessReview]);
  });
}
