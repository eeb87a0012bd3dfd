import type { FastifyInstance } from 'fastify';
import { StartError } from '#server/platform/base/start-error.ts';
import type { Behaviour } from './behaviour.ts';
import { pruneKeys } from './idempotency.ts';
import { activityRoutes } from './activity/routes.ts';
import { uploadJob } from './import/uploads/upload-job.ts';
import { servedUpload } from './import/uploads/upload-spec.ts';
import { qualityRoute } from './quality/routes.ts';
import { resourceRoutes } from './routes.ts';
import { compareSchema } from './schema/schema-compare.ts';
import { searchRoute } from './search/search.ts';
import { selectionJob } from './selections/selection-job.ts';
import { selectionRoutes } from './selections/selection-routes.ts';
import { undoJob } from './undo/undo-job.ts';
import { undoRoutes } from './undo/undo-routes.ts';
import { EngineServices, type EngineParts } from './services.ts';

/** The parts of the engine, with the routes that models have beside the common ones. */
export interface ServedParts extends EngineParts {
  behaviours: readonly Behaviour[];
}

const ADVICE =
  'Where a declaration was changed, a migration is to follow it (docs/adding-a-model.md, Changing a model). Where the database was changed by hand, change it back.';

/**
 * Serves every model of the registry under /api, and answers what else can be done with them.
 * Models come from the registry alone: what is not in it has no route.
 * @throws {StartError} where the database has another form than the models demand.
 */
export async function registerEngine(app: FastifyInstance, parts: ServedParts): Promise<EngineServices> {
  const { registry, db, behaviours, background } = parts;
  const services = new EngineServices(parts);
  if (background) {
    const uploads = behaviours.flatMap(({ resource, uploads: specs = [] }) =>
      specs.map((spec) => servedUpload(registry, registry.get(resource), spec)),
    );
    background.jobs.define(uploadJob(services, background, uploads));
    background.jobs.define(selectionJob(services));
    background.jobs.define(undoJob(services));
  }
  const differences = await compareSchema(registry, db);
  if (differences.length > 0) {
    const list = differences.map((difference) => `  - ${difference}`).join('\n');
    throw new StartError(`The database has not the form that this version needs:\n${list}\n${ADVICE}`);
  }
  app.decorateRequest('guarded', null);
  await app.register(async (scope) => {
    for (const resource of registry.all) {
      const behaviour = behaviours.find((one) => one.resource === resource.name);
      await resourceRoutes(scope, services, resource, behaviour);
    }
    searchRoute(scope, services);
    activityRoutes(scope, services);
    qualityRoute(scope, services);
    if (!background) return;
    selectionRoutes(scope, services, background);
    undoRoutes(scope, services, background);
  });
  const pruning = pruneKeys(db, (error) => app.log.warn({ err: error }, 'old idempotency keys were kept'));
  app.addHook('onClose', async () => pruning.stop());
  return services;
}
