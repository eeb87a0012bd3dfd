import type { FastifyInstance, FastifyRequest } from 'fastify';
import { costCenters } from '#resources/cost-centers.ts';
import { noRecord, readId } from '#server/engine/records.ts';
import { recordParams } from '#server/engine/openapi/route-schemas.ts';
import type { EngineServices } from '#server/engine/services.ts';
import {
  answers,
  arrayOf,
  integer,
  object,
  orNull,
  text,
  textOrNull,
} from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { expiryOf } from './expiry.ts';

const counted = (description: string) => ({ ...integer, description });

const schema = object({
  from: { ...textOrNull, description: 'The first day on which it is not valid; null: it has no last day.' },
  expired: { type: 'boolean', description: 'That day has come.' },
  goes_to: {
    ...orNull(
      object({ id: integer, identifier: text('Identifier'), as: { enum: ['replacement', 'backup'] } }),
    ),
    description: 'Who is charged in its place from then on; null: nobody is.',
  },
  accounts: counted('Cloud parents in use that name it.'),
  networks: counted('Networks of it.'),
  valid_networks: counted('Those of them that are valid then.'),
  project_ids: counted('Project ids of these networks.'),
  valid_project_ids: counted('Those of them that are valid then.'),
  copilot_seats: counted('Seats of GitHub Copilot that name it.'),
  replaced: counted('Cost centers that it replaces itself.'),
  forecast: {
    ...orNull(
      object({
        month: text('YYYY-MM'),
        sums: arrayOf(object({ amount: text('A decimal.'), currency: text('ISO 4217'), bills: integer })),
      }),
    ),
    description:
      'What may be charged in a month: what was in the last one with bills before this; null without any.',
  },
});

/** `GET …/{id}/expiry`: what happens when a cost center expires. */
export function expiryRoute(scope: FastifyInstance, services: EngineServices): void {
  const resource = services.registry.get(costCenters.name);
  scope.get<{ Params: { id: string } }>(
    '/:id/expiry',
    {
      onRequest: async (request: FastifyRequest) => void services.guard(request, 'read', resource),
      schema: {
        tags: [resource.label[1]],
        summary: 'Tell what happens when a cost center expires',
        description:
          'Accounts, networks, project ids and seats that it pays for, what a month of them costs, and who is charged then.',
        params: recordParams,
        response: answers(200, 'What happens', object({ data: schema }), [404]),
      },
    },
    async (request) => {
      noQuery(request);
      const id = readId(resource, request.params.id);
      const data = await expiryOf(services.db, id);
      if (data === null) throw noRecord(resource, id);
      return { data };
    },
  );
}
