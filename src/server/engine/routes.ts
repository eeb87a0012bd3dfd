import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { importOf } from '#kernel/csv/csv-import.ts';
import { resourcePath, type Action, type Resource } from '#kernel/resource.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import type { Behaviour } from './behaviour.ts';
import { openDoor } from './door.ts';
import { importRoute } from './import/route.ts';
import { uploadRoute } from './import/uploads/upload.ts';
import { groupRoutes } from './lists/group-routes.ts';
import { listRoutes } from './lists/list-routes.ts';
import { refuseOtherMethods } from './other-methods.ts';
import { changingRoutes, readingRoutes } from './record-routes.ts';
import type { EngineServices } from './services.ts';
import { bulkRoutes } from './writes/bulk-routes.ts';

/** Of a plugin without a name Fastify looks for its file, among all modules that are loaded. */
const named = (name: string, plugin: FastifyPluginAsync): FastifyPluginAsync =>
  Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name });

/** A file of a whole table costs as much as hundreds of pages. */
const downloads = fairUse({ atOnce: 4, perMinute: 120, noun: 'downloads' });

/** Every route of one model, below its address such as /api/cost_centers. */
export async function resourceRoutes(
  app: FastifyInstance,
  services: EngineServices,
  resource: Resource,
  behaviour: Behaviour | undefined,
): Promise<void> {
  const may = (action: Action) => resource.actions.includes(action);
  const isTable = resource.source === 'table';
  const opened = (scope: FastifyInstance) => openDoor(scope, services, { heavy: downloads });
  await app.register(
    named(resource.name, async (scope) => {
      const door = opened(scope);
      listRoutes({ list: door, file: opened(app) }, services, resource);
      groupRoutes(door, services, resource);
      if (isTable) {
        readingRoutes(door, services, resource);
        changingRoutes(door, services, resource);
        bulkRoutes(scope, services, resource);
      }
      if (importOf(resource)) importRoute(scope, services, resource);
      for (const upload of behaviour?.uploads ?? []) uploadRoute(scope, services, resource, upload);
      await behaviour?.routes?.(scope, services);
      refuseOtherMethods(scope, '/', ['GET', may('create') ? 'POST' : null]);
      const change = may('update') ? ['PUT', 'PATCH'] : [];
      refuseOtherMethods(scope, '/:id', isTable ? ['GET', ...change, may('delete') ? 'DELETE' : null] : []);
    }),
    { prefix: `/api${resourcePath(resource.name)}` },
  );
}
