import type { FastifyRequest } from 'fastify';
import { conflict, invalid } from '#kernel/errors.ts';
import { parseId } from '#kernel/ids.ts';
import type { Values } from '#kernel/input.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { inventoryDifferences } from '#resources/inventory-differences.ts';
import { isRepaired, REPAIRED, repairsOf, TAKES } from '#resources/inventory-repairs.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { noRecord, parseRow } from '#server/engine/records.ts';
import { readBody } from '#server/engine/request-body.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { answers, integer, keyHeader, object, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { formerValues } from '#server/engine/former-values.ts';

interface ById {
  Params: { id: string };
}

const params = object({ id: text('The id of the difference.') });

/** The difference by its id. @throws {Refusal} 404 for what is none */
function readDifference(id: string): { id: string; parent: number; field: string } {
  const [, kind, written = ''] = /^([a-z_]+)-(\d{1,10})-[0-9a-f]{12}$/.exec(id) ?? [];
  const parent = parseId(written);
  if (!isRepaired(kind) || parent === null) throw noRecord(inventoryDifferences, id.slice(0, 60));
  return { id, parent, field: REPAIRED[kind] };
}

/**
 * The values to be written so that the difference goes. Nobody changes the account until the transaction ends.
 * @throws {Refusal} 404 without the account, 409 where it does not differ so any more, 422
 */
async function repaired(
  tx: Runner,
  { id, parent }: { id: string; parent: number },
  take: unknown,
): Promise<Values> {
  const locked = await tx.query({
    text: 'SELECT id FROM cloud_parents WHERE id = $1 FOR NO KEY UPDATE',
    values: [parent],
  });
  if (locked.rows.length === 0) throw noRecord(inventoryDifferences, id);
  const { rows } = await tx.query<Values>({
    text: 'SELECT kind, in_inventory, in_survey, at_provider FROM inventory_differences WHERE id = $1',
    values: [id],
  });
  if (!rows[0])
    throw conflict('The account or what it is held against has changed meanwhile. Look at the list again.');
  const repair = repairsOf(rows[0]).find((one) => one.take === take);
  if (repair) return repair.values;
  const message = `${String(take)} says nothing that could be taken over.`;
  throw invalid([{ field: 'take', message }]);
}

/** The person of a request who may change the inventory, with its body. */
function readRequest(services: EngineServices, request: FastifyRequest<ById>) {
  const who = services.guard(request, 'update', inventoryDifferences);
  noQuery(request);
  const body = readBody(inventoryDifferences, request.body);
  return { who, body, difference: readDifference(request.params.id) };
}

/** `POST …/{id}/repair` brings the cloud parent to what is taken, with its history; `…/take_back` undoes it. */
export const inventoryDifferencesBehaviour: Behaviour = {
  resource: inventoryDifferences.name,
  routes(scope, services) {
    const guarded = {
      onRequest: async (request: FastifyRequest) =>
        void services.guard(request, 'update', inventoryDifferences),
    };
    const described = { tags: [inventoryDifferences.label[1]], headers: keyHeader, params };
    const parentAnswer = answers(
      200,
      'The cloud parent',
      object({ data: { $ref: 'cloud_parent#' } }),
      [404, 409, 422],
    );
    scope.post<ById>(
      '/:id/repair',
      {
        ...guarded,
        schema: {
          ...described,
          summary: 'Bring the Cloud Parent to what the survey or the provider says, or manage it',
          body: object({ take: { type: 'string', enum: [...TAKES] } }),
          response: parentAnswer,
        },
      },
      async (request, reply) => {
        const { who, body, difference } = readRequest(services, request);
        if (!TAKES.some((one) => one === body['take']))
          throw invalid([{ field: 'take', message: `take must be one of ${TAKES.join(', ')}.` }]);
        return services.once(request, reply, async (tx) => {
          const values = await repaired(tx, difference, body['take']);
          const data = await services.update(cloudParents.name, difference.parent, values, who, tx);
          return { status: 200, body: { data } };
        });
      },
    );
    scope.post<ById>(
      '/:id/take_back',
      {
        ...guarded,
        schema: {
          ...described,
          summary: 'Give the Cloud Parent back what it said before it was repaired',
          body: object({
            lock_version: { ...integer, description: 'That of the cloud parent since it was repaired.' },
          }),
          response: parentAnswer,
        },
      },
      async (request, reply) => {
        const { who, body, difference } = readRequest(services, request);
        const { lock_version: version } = body;
        if (typeof version !== 'number' || !Number.isSafeInteger(version))
          throw invalid([{ field: 'lock_version', message: 'lock_version must be a whole number.' }]);
        return services.once(request, reply, async (tx) => {
          const { parent, field } = difference;
          const values = await formerValues(tx, cloudParents, parent, version, [field]);
          const writer = services.writer(services.registry.get(cloudParents.name));
          return {
            status: 200,
            body: { data: parseRow(await writer.update(parent, values, version, who, tx)) },
          };
        });
      },
    );
  },
};
