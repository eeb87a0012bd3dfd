import type { FastifyInstance, FastifyRequest } from 'fastify';
import { syncInventory } from '#calls/clouds.ts';
import { Refusal } from '#kernel/errors.ts';
import { openDoor } from '#server/engine/door.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { serveSoleJob, type SoleJob } from '#server/engine/sole-job.ts';
import { actorOf } from '#server/platform/http/request-actor.ts';
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

const SYNC: SoleJob = {
  kind: INVENTORY_SYNC,
  title: 'Inventory sync',
  underWay: 'The clouds are being read already. Follow that job.',
};

/** The job that reads all clouds into the inventory, and the call that enqueues it. */
export async function registerInventorySync(app: FastifyInstance, parts: SyncRouteParts): Promise<void> {
  const { services, jobs, sources, cron } = parts;
  jobs.define({
    ...inventorySyncJob({ db: services.db, registry: services.registry, sources, cron }),
    guard: (request: FastifyRequest) => demandAbility(actorOf(request), 'sync_inventory'),
  });
  await app.register(async (scope) =>
    serveSoleJob(openDoor(scope, services), syncInventory, parts, SYNC, () => {
      if (sources.length === 0)
        throw new Refusal(
          503,
          'No cloud is configured. Set AWS_ORGANIZATION_ID, AZURE_TENANT_ID or GCP_ORGANIZATION_ID.',
        );
    }),
  );
}
