import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#kernel/errors.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { demandNoFields } from '#server/engine/request-body.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import { askedBy, schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import { answers, keyHeader, object } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import { can } from '#server/policies/roles.ts';
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
/** One reading at a time: a second would read the same. */
const RUN_KEY = 'all';

function guard(request: FastifyRequest): Actor {
  const actor = askedBy(request);
  if (!can(actor, 'sync_inventory'))
    throw new Refusal(
      403,
      'You have no right to read the clouds into the inventory. Ask an administrator for it.',
    );
  return actor;
}

/** `POST /api/cloud_parents/sync` reads all clouds into the inventory; its body is empty. */
export async function registerInventorySync(app: FastifyInstance, parts: SyncRouteParts): Promise<void> {
  const { services, queue, jobs, sources, cron } = parts;
  const resource = services.registry.get(cloudParents.name);
  jobs.define(inventorySyncJob({ db: services.db, registry: services.registry, sources, cron }));
  const nothing = object({});
  await app.register(async (scope) => {
    schemasOnlyTell(scope);
    scope.post(
      PATH,
      {
        onRequest: async (request) => void guard(request),
        schema: {
          tags: [resource.label[1]],
          summary: 'Read accounts and virtual machines of all clouds into the inventory',
          description: 'Answers 202 with a job; follow it at /api/jobs/{id}. 409 while one is under way.',
          headers: keyHeader,
          body: { anyOf: [nothing, object({ [resource.singular]: nothing })] },
          response: answers(
            202,
            'They are read',
            object({ data: object({ job: { $ref: 'job#' } }) }),
            [409, 422],
          ),
        },
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
        await queue.ready();
        const answer = await services.once(request, reply, async (tx) => {
          if (await jobs.isUnderWay(tx, INVENTORY_SYNC, RUN_KEY))
            throw new Refusal(409, 'The clouds are being read already. Follow that job.');
          const job = await jobs.ask(
            tx,
            {
              kind: INVENTORY_SYNC,
              title: 'Inventory sync',
              input: {},
              createdBy: actor.email,
              requestId: request.id,
              runKey: RUN_KEY,
            },
            randomUUID(),
          );
          return { status: 202, body: { data: { job: presentJob(job) } } };
        });
        jobs.wake(INVENTORY_SYNC);
        return answer;
      },
    );
  });
}
