import type { FastifyInstance } from 'fastify';
import type { CloudStanding } from '#kernel/cloud/cloud-factory.ts';
import { clouds as allClouds } from '#kernel/cloud/cloud-request.ts';
import { cloudRequests } from '#resources/cloud-requests/all.ts';
import { askedBy, schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import { answers, arrayOf, object, text, textOrNull } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { accountProcedure } from './account-procedure.ts';
import { registerAzureGroups } from './azure-groups-route.ts';
import { registerCopies } from './copy/copy-routes.ts';
import { registerDeployments } from './deployment-routes.ts';
import type { CloudAtHand } from './ledger/cloud.ts';
import { Deployments } from './ledger/deployments.ts';
import { registerGcpFolders } from './gcp-folders-route.ts';
import { guardFactory, isApproved, tags, type FactoryParts } from './parts.ts';
import { registerRequests } from './request-routes.ts';

const CLOUDS = '/api/clouds';
/** How often it is looked whether a clock that was set back keeps deployments waiting. */
const UNSTICK_MS = 30_000;

const cloudSchema = object({
  cloud: { type: 'string', enum: [...allClouds] },
  simulated: { type: 'boolean', description: 'Whether nothing is made outside of the portal.' },
  name: { ...textOrNull, description: 'The organization or tenant, as people know it, or Simulator.' },
  refused: { ...textOrNull, description: 'Why nothing can be asked for there, with what to do.' },
  approvals: arrayOf(text('A kind of request of which somebody else than the requester decides')),
});

/** The cloud factory: what may be asked for, what became of it, and which clouds it talks to. */
export async function registerFactory(app: FastifyInstance, parts: FactoryParts): Promise<Deployments> {
  const { services, clouds, config } = parts;
  const deployments = new Deployments({ ...parts, publicUrl: config.publicUrl, guard: guardFactory });
  for (const cloud of clouds) {
    if (cloud.recipe === null) continue;
    deployments.define(accountProcedure(services, cloud.recipe));
    for (const procedure of cloud.procedures ?? []) deployments.define(procedure);
  }
  const looking = setInterval(() => void deployments.unstick().catch(() => undefined), UNSTICK_MS).unref();
  app.addHook('onClose', async () => clearInterval(looking));
  await app.register(async (scope) => {
    schemasOnlyTell(scope);
    scope.get(
      CLOUDS,
      {
        onRequest: async (request) => void askedBy(request),
        schema: {
          tags,
          summary: 'Tell which clouds the portal talks to',
          response: answers(200, 'The clouds', object({ data: arrayOf(cloudSchema) })),
        },
      },
      async (request) => {
        noQuery(request);
        return {
          data: clouds.map((cloud) => standingOf(cloud, config.approvals)),
        };
      },
    );
    refuseOtherMethods(scope, CLOUDS, ['GET']);
    registerGcpFolders(scope, parts);
    registerRequests(scope, { ...parts, deployments });
    registerDeployments(scope, { ...parts, deployments });
    registerAzureGroups(scope, clouds);
    registerCopies(scope, parts);
  });
  return deployments;
}

/** A cloud as people are told of it. */
function standingOf(at: CloudAtHand, approvals: readonly string[]): CloudStanding {
  const kinds = cloudRequests.filter(({ cloud }) => cloud === at.cloud).map(({ name }) => name);
  return {
    cloud: at.cloud,
    simulated: at.recipe !== null && at.reached.simulated,
    name: at.recipe === null ? null : at.reached.place,
    refused: at.recipe === null ? at.missing : null,
    approvals: kinds.filter((kind) => isApproved(approvals, kind)),
  };
}
