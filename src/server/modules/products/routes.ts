import type { FastifyInstance, FastifyRequest } from 'fastify';
import { updateProduct } from '#calls/products.ts';
import { serviceCatalogProducts } from '#resources/service-catalog-products.ts';
import { openDoor } from '#server/engine/door.ts';
import { parseRow } from '#server/engine/records.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { serveChange } from '#server/platform/http/serve.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import type { HandOn } from './hand-on.ts';
import { PRODUCT_UPDATE, productUpdateJob } from './update-job.ts';

interface ProductParts {
  services: EngineServices;
  queue: Queue;
  jobs: Jobs;
  /** Null where no cloud is connected that has products. */
  handOn: HandOn | null;
}

/** `POST …/update-product/{id}` stores the text of a product and hands it on to where the product is deployed. */
export async function registerProducts(app: FastifyInstance, parts: ProductParts): Promise<void> {
  const { services, queue, jobs, handOn } = parts;
  const resource = services.registry.get(serviceCatalogProducts.name);
  const writer = services.writer(resource);
  const guard = (request: FastifyRequest) => services.guard(request, 'update', resource);
  jobs.define({ ...productUpdateJob(services), guard });
  await app.register(async (scope) => {
    serveChange(
      openDoor(scope, services),
      updateProduct,
      async (tx, { params: { id }, body: { lock_version: version, ...values }, request }) => {
        const who = guard(request);
        const data = parseRow(await writer.update(id, values, version, who, tx));
        if (handOn) {
          const { job, deployment } = await handOn.begin(tx, data, who);
          return { data, meta: { job: presentJob(job), cloud_deployment: deployment } };
        }
        const job = await jobs.enqueue(tx, {
          kind: PRODUCT_UPDATE,
          title: `Update ${String(data['name'])} wherever it is deployed`,
          input: { product: id },
          createdBy: who.actor.email,
          requestId: request.id,
        });
        return { data, meta: { job: presentJob(job) } };
      },
      async (change) => {
        await queue.ready();
        const reply = await change();
        if (handOn) handOn.wake();
        else jobs.wake(PRODUCT_UPDATE);
        return reply;
      },
    );
  });
}
