import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#kernel/errors.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { demandNoFields } from '#server/engine/request-body.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { answerWithSoleJob, emptyBody, soleJobSchema, type SoleJob } from '#server/engine/sole-job.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import { askedBy, schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import { demandAbility } from '#server/policies/roles.ts';
import { INVENTORY_SYNC, inventorySyncJob } from './job.ts';
import type { InventorySource } from './source.ts';

interface SyncRouteParts {
  services: EngineServices;
  queue: Queue;
  jobs: Jobs;
  sources: readonly InventorySource[];
  /** When the clouds are read by themselves; null: never. */
  cron: string | null;
}

const PATH = `/api/${cloudParents.name}/sync`;
const SYNC: SoleJob = {
  kind: INVENTORY_SYNC,
  title: 'Inventory sync',
  underWay: 'The clouds are being read already. Follow that job.',
};

function guard(request: FastifyRequest): Actor {
  const actor = askedBy(request);
  demandAbility(actor, 'sync_inventory');
  return actor;
}

/** `POST /api/cloud_parents/sync` reads all clouds into the inventory; its body is empty. */
export async function registerInventorySync(app: FastifyInstance, parts: SyncRouteParts): Promise<void> {
  const { services, jobs, sources, cron } = parts;
  const resource = services.registry.get(cloudParents.name);
  jobs.define({
    ...inventorySyncJob({ db: services.db, registry: services.registry, sources, cron }),
    guard,
  });
  await app.register(async (scope) => {
    schemasOnlyTell(scope);
    scope.post(
      PATH,
      {
        onRequest: async (request) => void guard(request),
        schema: soleJobSchema({
          tags: [resource.label[1]],
          summary: 'Read accounts and virtual machines of all clouds into the inventory',
          body: emptyBody(resource),
        }),
      },
      async (request, reply) => {
        const actor = guard(request);
        noQuery(request);
        demandNoFields(resource, request.body);
        if (sources.length === 0)
          throw new Refusal(
            503,
            'No cloud is configured. Set AWS_ORGANIZATION_ID, AZURE_TENANT_ID or GCP_ORGANIZATION_ID.',
          );
        return answerWithSoleJob(parts, request, reply, SYNC, { createdBy: actor.email });
      },
    );
  });
}
