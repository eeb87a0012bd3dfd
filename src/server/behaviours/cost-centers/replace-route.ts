import type { FastifyInstance } from 'fastify';
import type { PoolClient } from 'pg';
import { dayAfter } from '#kernel/dates.ts';
import { conflict } from '#kernel/errors.ts';
import { NONE_ID } from '#kernel/ids.ts';
import { checkInput, type Values } from '#kernel/input.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { lockCircles, noRecord, readId } from '#server/engine/records.ts';
import { readBody, refuseAll } from '#server/engine/request-body.ts';
import { recordParams } from '#server/engine/openapi/route-schemas.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { answers, keyHeader, object, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';

const { identifier, active_at } = costCenters.fields;
/** What is told of the new cost center; all else it has of the one that it replaces. */
const TAKEN = { identifier, active_at };

/** What passes from a cost center to the one that replaces it. */
const KEPT = [
  'company_code',
  'companies_id',
  'cloud_contact_id',
  'business_units_id',
  'departments_id',
  'alt_cost_center_id',
] as const;

interface Replaced extends Record<(typeof KEPT)[number], unknown> {
  identifier: string;
  expired_at: string | null;
  today: string;
  /** The id of what replaces it already. */
  replacement: number | null;
}

/** What of the new cost center is told. @throws {Refusal} 422 for what cannot be told, with all else that is wrong */
function readTold(body: unknown): Values {
  const given = readBody(costCenters, body);
  const others = Object.keys(given).filter((name) => !Object.hasOwn(TAKEN, name));
  const errors = others.map((field) => ({ field, message: `${field.slice(0, 60)} cannot be set here.` }));
  const taken = Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(TAKEN, name)));
  refuseAll(errors, () => checkInput({ fields: TAKEN }, taken, 'create'));
  return taken;
}

/** From today, or without a gap from the day after the old one expired. */
const begins = ({ expired_at: expired, today }: Replaced): string =>
  expired !== null && expired < today ? dayAfter(expired, 1) : today;

/**
 * Adds a cost center that is like another one and replaces it.
 * @throws {Refusal} 404, 409 where something replaces it already or has the identifier, 422
 */
async function replace(services: EngineServices, tx: PoolClient, id: number, told: Values, who: Who) {
  // Before the row, as a change of a replacement does: otherwise both could wait for each other without end.
  await lockCircles(tx, costCenters, 'new_cost_center_id');
  const { rows } = await tx.query<Replaced>(
    `SELECT c.identifier, to_char(c.expired_at, 'YYYY-MM-DD') AS expired_at, to_char(today(), 'YYYY-MM-DD') AS today,
       c.new_cost_center_id AS replacement, ${KEPT.map((field) => `c.${field}`).join(', ')}
     FROM cost_centers c WHERE c.id = $1 FOR UPDATE`,
    [id],
  );
  const [old] = rows;
  if (!old) throw noRecord(costCenters, id);
  if (old.replacement !== null) {
    // Read after the lock: with it, an identifier would be looked up as it was before a second click waited.
    const other = await services.find(tx, costCenters.name, old.replacement);
    throw conflict(`Cost Center ${old.identifier} is replaced by ${String(other?.['identifier'])} already.`);
  }
  const kept = Object.fromEntries(KEPT.map((field) => [field, old[field] ?? NONE_ID]));
  const input = { ...kept, ...told, active_at: told['active_at'] ?? begins(old) };
  const added = await services.create(costCenters.name, input, who, tx);
  const replacement = { new_cost_center_id: added.id };
  // What else the old one lacks is nobody's question here, and its successor lacks it as well.
  const replaced = await services.updateIncomplete(costCenters.name, id, replacement, who, tx);
  return { status: 201, body: { data: { cost_center: added, replaced } } };
}

const told = object(
  {
    identifier: text('That of the new cost center'),
    active_at: text('Its first day; by default today, or the day after the other one expired.'),
  },
  ['active_at'],
);

/** `POST …/{id}/replace`: a new cost center in place of one that expires, both changed or neither. */
export function replaceRoute(scope: FastifyInstance, services: EngineServices): void {
  const resource = services.registry.get(costCenters.name);
  scope.post<{ Params: { id: string } }>(
    '/:id/replace',
    {
      onRequest: async (request) => void services.guard(request, 'create', resource),
      schema: {
        tags: [resource.label[1]],
        summary: 'Add a cost center that replaces this one and is charged and owned like it',
        headers: keyHeader,
        params: recordParams,
        body: { anyOf: [told, object({ [resource.singular]: told })] },
        response: answers(
          201,
          'The new cost center, and the one that it replaces',
          object({
            data: object({ cost_center: { $ref: 'cost_center#' }, replaced: { $ref: 'cost_center#' } }),
          }),
          [404, 409, 422],
        ),
      },
    },
    async (request, reply) => {
      const who = services.guard(request, 'create', resource);
      noQuery(request);
      const id = readId(resource, request.params.id);
      const given = readTold(request.body);
      return services.once(request, reply, (tx) => replace(services, tx, id, given, who));
    },
  );
}
