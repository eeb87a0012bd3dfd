import type { FastifyInstance } from 'fastify';
import { conflict } from '#kernel/errors.ts';
import type { Resource } from '#kernel/resource.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { cloudRequests } from '#resources/cloud-requests/all.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { noRecord, readId } from '#server/engine/records.ts';
import { recordParams } from '#server/engine/openapi/route-schemas.ts';
import type { Database } from '#server/platform/database/database.ts';
import { answers, arrayOf, object, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { guardFactory, tags, type FactoryParts } from '../parts.ts';
import { copyOf } from './copied.ts';
import { likeAccount, likeDeployment } from './source.ts';

const copySchema = object({
  request: { type: 'string', enum: cloudRequests.map(({ name }) => name) },
  name: text('What the request is like'),
  values: { type: 'object', additionalProperties: true, description: 'By field of the request.' },
  notes: {
    ...arrayOf(
      object({
        field: text('Its name in the request'),
        message: text('What is the matter with it'),
        is: { type: 'string', enum: ['left out', 'to be looked at'] },
      }),
    ),
    description: 'What no longer holds and is left out, or stands there and is to be looked at.',
  },
});

/** `GET /api/{cloud_parents,cloud_deployments}/{id}/request_copy`: what a request begins with that is like one of them. */
export function registerCopies(scope: FastifyInstance, { db, clouds }: FactoryParts): void {
  const serve = (
    resource: Resource,
    like: (runner: Database, id: number) => ReturnType<typeof likeAccount>,
  ) => {
    const path = `/api/${resource.name}/:id/request_copy`;
    scope.get<{ Params: { id: string } }>(
      path,
      {
        onRequest: async (request) => void guardFactory(request),
        schema: {
          tags,
          summary: `Tell what a request begins with that is like a ${resource.label[0].toLowerCase()}`,
          description:
            'All that may be the same in two accounts. What names the account is left out, and what no longer holds: each such ' +
            'value has a sentence.',
          params: recordParams,
          response: answers(200, 'What the request begins with', object({ data: copySchema }), [404, 409]),
        },
      },
      async (request) => {
        noQuery(request);
        const id = readId(resource, request.params.id);
        const source = await like(db, id);
        if (source === null) throw noRecord(resource, id);
        if (source.request === null)
          throw conflict(`'${source.name}' is none of what can be asked for here, so no request is like it.`);
        const { cloud } = source.request;
        const recipe = clouds.find((one) => one.cloud === cloud)?.recipe;
        return { data: await copyOf(db, source, recipe ? (values) => recipe.check(values) : async () => []) };
      },
    );
    refuseOtherMethods(scope, path, ['GET']);
  };
  serve(cloudParents, likeAccount);
  serve(cloudDeployments, likeDeployment);
}
