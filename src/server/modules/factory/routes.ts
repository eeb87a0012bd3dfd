import type { FastifyInstance } from 'fastify';
import { openDoor } from '#server/engine/door.ts';
import { accountProcedure } from './account-procedure.ts';
import { batchRoutes } from './batches/batch-routes.ts';
import { answerRoute } from './baseline/answer-route.ts';
import { chargedRoute } from './charged.ts';
import { cloudRoutes } from './cloud-routes.ts';
import { copyRoutes } from './copy/copy-routes.ts';
import { lookForLeases } from './leases/due.ts';
import { leaseRoutes, myLeaseRoutes } from './leases/routes.ts';
import { adoptManyRoute } from './life/adopt-many.ts';
import { adoptionRoute } from './life/adopt-routes.ts';
import { adoptionProcedure } from './life/adopt-steps.ts';
import { changeProcedures } from './life/change-procedures.ts';
import { changeRoutes } from './life/change-routes.ts';
import { closureRoutes } from './life/decide.ts';
import { writeDifferencesRoute } from './life/write-differences.ts';
import { lifeProcedures } from './life/procedure.ts';
import { lifeRoutes } from './life/routes.ts';
import { deploymentRoutes } from './deployment-routes.ts';
import { Deployments } from './ledger/deployments.ts';
import { guardFactory, type FactoryParts } from './parts.ts';
import { requestRoutes } from './request-routes.ts';

/** How often it is looked whether a clock that was set back keeps deployments waiting. */
const UNSTICK_MS = 30_000;

/** The cloud factory: requests, their deployments, and the clouds that it talks to. */
export async function registerFactory(app: FastifyInstance, parts: FactoryParts): Promise<Deployments> {
  const { services, clouds, config } = parts;
  const deployments = new Deployments({ ...parts, publicUrl: config.publicUrl, guard: guardFactory });
  for (const cloud of clouds) {
    if (cloud.recipe === null) continue;
    deployments.define(accountProcedure({ ...parts, publicUrl: config.publicUrl }, cloud.recipe));
    for (const procedure of cloud.procedures ?? []) deployments.define(procedure);
  }
  for (const procedure of lifeProcedures(parts)) deployments.define(procedure);
  deployments.define(adoptionProcedure(parts));
  for (const procedure of changeProcedures(parts)) deployments.define(procedure);
  const looking = setInterval(() => void deployments.unstick().catch(() => undefined), UNSTICK_MS).unref();
  app.addHook('onClose', async () => clearInterval(looking));
  lookForLeases(app, { ...parts, deployments });
  await app.register(async (scope) => {
    const door = openDoor(scope, services);
    cloudRoutes(door, parts);
    chargedRoute(door, parts.db);
    requestRoutes(door, { ...parts, deployments });
    deploymentRoutes(door, { ...parts, deployments });
    copyRoutes(door, parts);
    batchRoutes(door, { ...parts, deployments });
    lifeRoutes(door, { ...parts, deployments });
    adoptionRoute(door, { ...parts, deployments });
    changeRoutes(door, { ...parts, deployments });
    writeDifferencesRoute(door, { ...parts, deployments });
    adoptManyRoute(door, { ...parts, deployments });
    closureRoutes(door, { ...parts, deployments });
    leaseRoutes(door, { ...parts, deployments });
    myLeaseRoutes(door, { ...parts, deployments });
  });
  await app.register(async (scope) => answerRoute(scope, { ...parts, deployments }));
  return deployments;
}
