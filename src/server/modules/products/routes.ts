import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkInput } from '#kernel/input.ts';
import { serviceCatalogProducts } from '#resources/service-catalog-products.ts';
import { parseRow, readId } from '#server/engine/records.ts';
import { readBody, refuseAll, takeVersion } from '#server/engine/request-body.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import { answers, keyHeader, object, orNull, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
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

const body = object(
  {
    identifier: text('Product id'),
    name: text('Name'),
    description: orNull(text('HTML')),
    lock_version: { type: 'integer' },
  },
  ['identifier', 'name', 'description', 'lock_version'],
);

const deploymentRef = { $ref: 'cloud_deployment#' };

/** `POST …/update-product/{id}` stores the text of a product and hands it on to where the product is deployed. */
export async function registerProducts(app: FastifyInstance, parts: ProductParts): Promise<void> {
  const { services, queue, jobs, handOn } = parts;
  const resource = services.registry.get(serviceCatalogProducts.name);
  const guard = (request: FastifyRequest) => services.guard(request, 'update', resource);
  jobs.define({ ...productUpdateJob(services), guard });
  await app.register(async (scope) => {
    schemasOnlyTell(scope);
    scope.post<{ Params: { id: string } }>(
      `/api/${resource.name}/update-product/:id`,
      {
        onRequest: async (request) => void guard(request),
        schema: {
          tags: [resource.label[1]],
          summary: `Update a ${resource.label[0]} wherever it is deployed`,
          description:
            'Stores what is given and answers 202 with the record and a job that hands it on; follow it at /api/jobs/{id}. Where ' +
            'the cloud with the products is connected, its steps are those of a deployment at /api/cloud_deployments/{id}.',
          params: object({ id: text('The id of the product.') }),
          headers: keyHeader,
          body: {
            anyOf: [body, object({ [resource.singular]: body }), object({ [resource.name]: body })],
          },
          response: answers(
            202,
            'It is stored, and handed on',
            object({
              data: { $ref: `${resource.singular}#` },
              meta: object({ job: { $ref: 'job#' }, cloud_deployment: deploymentRef }, ['cloud_deployment']),
            }),
            [404, 409, 422],
          ),
        },
      },
      async (request, reply) => {
        const who = guard(request);
        noQuery(request);
        const id = readId(resource, request.params.id);
        const { values, version, errors } = takeVersion(readBody(resource, request.body));
        const writer = services.writer(resource);
        refuseAll(errors, () => checkInput(resource, values, 'update'));
        await queue.ready();
        await services.once(request, reply, async (tx) => {
          const data = parseRow(await writer.update(id, values, version, who, tx));
          if (handOn) {
            const { job, deployment } = await handOn.begin(tx, data, who);
            return {
              status: 202,
              body: { data, meta: { job: presentJob(job), cloud_deployment: deployment } },
            };
          }
          const job = await jobs.ask(tx, {
            kind: PRODUCT_UPDATE,
            title: `Update ${String(data['name'])} wherever it is deployed`,
            input: { product: id },
            createdBy: who.actor.email,
            requestId: request.id,
          });
          return { status: 202, body: { data, meta: { job: presentJob(job) } } };
        });
        if (handOn) handOn.wake();
        else jobs.wake(PRODUCT_UPDATE);
        return reply;
      },
    );
  });
}
