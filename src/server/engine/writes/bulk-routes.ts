import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { PoolClient } from 'pg';
import { MOST_AT_ONCE } from '#kernel/bulk.ts';
import { invalid, malformed } from '#kernel/errors.ts';
import { MAX_ID } from '#kernel/ids.ts';
import { checkInput, inputJsonSchema, type Values } from '#kernel/input.ts';
import type { Action, Resource } from '#kernel/resource.ts';
import { answers, arrayOf, keyHeader, object, type JsonSchema } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { changeAll, type BulkWork } from './bulk.ts';
import { restoreRecord } from '../history.ts';
import { lockWrittenCircles } from '../records.ts';
import { refuseAll, takeVersion } from '../request-body.ts';
import type { EngineServices } from '../services.ts';

/** Hundreds of changes in one request. */
const changes = fairUse({ atOnce: 4, perMinute: 120, noun: 'changes of many records' });

/** Changes a record of the request, with what the request says of it. */
type ChangeOne = (tx: PoolClient, request: FastifyRequest, id: number, values: Values) => Promise<string>;

interface BulkRoute {
  url: string;
  action: Action;
  done: string;
  summary: string;
  /** The properties that may stand beside the id of a record in the body. */
  fields: Record<string, JsonSchema>;
  /** Others are refused with the whole request; else `change` names them. */
  closed?: boolean;
  statuses: number[];
  change: ChangeOne;
  /** Locks what it takes before the first record, by what the request says of the records. */
  prepare?: (tx: PoolClient, records: readonly Values[]) => Promise<void>;
  anyOrder?: boolean;
}

/**
 * The routes that change many records at once: each takes `{ records: [{ id, … }] }`, does all of it or nothing, writes a
 * line of history for each record, and answers the records in the same order.
 */
export function bulkRoutes(scope: FastifyInstance, services: EngineServices, resource: Resource): void {
  const { registry } = services;
  const writer = services.writer(resource);
  const [, many] = resource.label;
  const may = (action: Action) => resource.actions.includes(action);
  const routes: BulkRoute[] = [
    {
      url: '/bulk_update',
      action: 'update',
      done: 'changed',
      summary: `Change several ${many} at once, all or none`,
      fields: inputJsonSchema(resource, 'update')['properties'] as Record<string, JsonSchema>,
      statuses: [404, 409, 422],
      prepare: (tx, records) =>
        lockWrittenCircles(tx, resource, (name, as) =>
          records.some((values) => Object.hasOwn(values, name) || Object.hasOwn(values, as)),
        ),
      change: async (tx, request, id, body) => {
        const { values, version, errors } = takeVersion(body);
        refuseAll(errors, () => checkInput(resource, values, 'update'));
        return writer.update(id, values, version, services.guard(request, 'update', resource), tx);
      },
    },
    {
      url: '/bulk_delete',
      action: 'delete',
      done: 'deleted',
      summary: `Delete several ${many} at once, all or none`,
      fields: { lock_version: { type: 'integer', minimum: 1, maximum: MAX_ID } },
      closed: true,
      statuses: [404, 409, 422],
      change: async (tx, request, id, body) => {
        const { version, errors } = takeVersion(body);
        if (errors.length > 0) throw invalid(errors);
        return writer.remove(id, services.guard(request, 'delete', resource), tx, version);
      },
      anyOrder: true,
    },
    {
      url: '/bulk_restore',
      action: 'delete',
      done: 'restored',
      summary: `Bring several deleted ${many} back, all or none`,
      fields: {},
      closed: true,
      statuses: [404, 409, 422],
      change: (tx, request, id) =>
        restoreRecord(tx, writer, resource, id, services.guard(request, 'delete', resource)),
      anyOrder: true,
    },
  ];
  for (const { url, action, done, change, prepare, anyOrder, ...described } of routes) {
    if (!may(action) || (url === '/bulk_restore' && resource.history === 'none')) continue;
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      noQuery(request);
      const records = recordsOf(request.body, described.closed ? Object.keys(described.fields) : null);
      return services.once(request, reply, async (tx) => {
        const work: BulkWork = {
          registry,
          resource,
          done,
          change: (id) => change(tx, request, id, records.get(id) ?? {}),
          anyOrder,
        };
        await prepare?.(tx, [...records.values()]);
        return { status: 200, body: `{"data":[${(await changeAll(tx, [...records.keys()], work)).join()}]}` };
      });
    };
    const guard = async (request: FastifyRequest) => void services.guard(request, action, resource);
    scope.post(
      url,
      { ...changes, onRequest: [guard, changes.onRequest], schema: schemaOf(resource, described) },
      handler,
    );
  }
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The body of each record in a request, by id.
 * @param taken what may be said beside the id; null for anything
 * @throws {Refusal} 400 where it says nothing of that kind
 */
function recordsOf(body: unknown, taken: readonly string[] | null): Map<number, Values> {
  const given = isObject(body) && Object.keys(body).length === 1 ? body['records'] : undefined;
  if (!Array.isArray(given) || given.length < 1 || given.length > MOST_AT_ONCE)
    throw malformed(`The body must be { "records": [...] } with 1 to ${MOST_AT_ONCE} records.`);
  const records = new Map<number, Values>();
  for (const record of given as unknown[]) {
    const { id, ...values } = isObject(record) ? record : {};
    if (!Number.isInteger(id) || Number(id) < 1 || Number(id) > MAX_ID)
      throw malformed('Every record must be an object with its id, a whole number.');
    if (records.has(Number(id))) throw malformed(`The record ${String(id)} is given twice.`);
    const unknown = taken && Object.keys(values).find((name) => !taken.includes(name));
    if (unknown)
      throw malformed(`Beside ${['its id', ...taken].join(' and ')} nothing can be said of a record here.`);
    records.set(Number(id), values);
  }
  return records;
}

function schemaOf(
  resource: Resource,
  { summary, fields, statuses }: Pick<BulkRoute, 'summary' | 'fields' | 'statuses'>,
): FastifySchema {
  const record = {
    ...object({ id: { type: 'integer', minimum: 1 }, ...fields }),
    required: ['id'],
    additionalProperties: false,
  };
  return {
    tags: [resource.label[1]],
    summary,
    headers: keyHeader,
    body: object({ records: { ...arrayOf(record), minItems: 1, maxItems: MOST_AT_ONCE } }),
    response: answers(
      200,
      'The records, in the same order',
      object({ data: arrayOf({ $ref: `${resource.singular}#` }) }),
      statuses,
    ),
  };
}
