import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { bulkCalls } from '#calls/models.ts';
import { MOST_AT_ONCE } from '#kernel/bulk.ts';
import { invalid, malformed } from '#kernel/errors.ts';
import { MAX_ID } from '#kernel/ids.ts';
import { checkInput, type Values } from '#kernel/input.ts';
import { keepsHistory, type Action, type Resource } from '#kernel/resource.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { serveOnce, WrittenData } from '#server/platform/http/serve.ts';
import { changeAll, type BulkWork } from './bulk.ts';
import { openDoor } from '../door.ts';
import { restoreRecord } from '../history.ts';
import { lockWrittenCircles, shownRecords } from '../records.ts';
import { refuseAll, takeVersion } from '../request-body.ts';
import type { ToChange } from '../review/keep-waiting.ts';
import { orWait } from '../review/or-wait.ts';
import type { EngineServices } from '../services.ts';
import { tableRoutes } from './table-routes.ts';
import type { Who } from './write-statements.ts';

/** Hundreds of changes in one request. */
const changes = fairUse({ atOnce: 4, perMinute: 120, noun: 'changes of many records' });

type BulkCalls = ReturnType<typeof bulkCalls>;

/** A change of each of several records. */
interface BulkRoute {
  call: BulkCalls[keyof BulkCalls];
  action: Action;
  done: string;
  anyOrder?: boolean;
  /** The members that may stand beside the id of a record; without it others are named by `change`. */
  taken?: readonly string[];
  /** Locks what it takes before the first record, by what the request says of the records. */
  prepare?: (tx: PoolClient, records: readonly Values[]) => Promise<void>;
  /** Changes a record by what the request says of it; answers it as JSON. */
  change: (tx: PoolClient, who: Who, id: number, values: Values) => Promise<string>;
}

/**
 * The routes that change many records at once: each takes `{ records: [{ id, … }] }`, does all of it or nothing, writes a
 * line of history for each record, and answers the records in the same order.
 */
export function bulkRoutes(scope: FastifyInstance, services: EngineServices, resource: Resource): void {
  const { registry } = services;
  const writer = services.writer(resource);
  const calls = bulkCalls(resource);
  const door = openDoor(scope, services, { heavy: changes });

  tableRoutes(door, services, resource);
  const route = ({ call, action, taken, prepare, change, done, anyOrder }: BulkRoute) => {
    if (!resource.actions.includes(action)) return;
    const who = (request: FastifyRequest) => services.guard(request, action, resource);
    serveOnce(door, call, async ({ body, request }, once) => {
      const records = recordsOf(body, taken);
      const by = who(request);
      const make = async (tx: PoolClient) => {
        const work: BulkWork = {
          registry,
          resource,
          done,
          change: (id) => change(tx, by, id, records.get(id) ?? {}),
          anyOrder,
        };
        await prepare?.(tx, [...records.values()]);
        return new WrittenData(`[${(await changeAll(tx, [...records.keys()], work)).join()}]`);
      };
      const waiting = {
        items: action === 'update' ? itemsOf(records) : null,
        who: by,
        shown: (tx: PoolClient) => shownRecords(tx, registry, resource, [...records.keys()]),
      };
      return orWait(services, resource, once, () => once(make), waiting);
    });
  };

  route({
    call: calls.update,
    action: 'update',
    done: 'changed',
    prepare: (tx, records) =>
      lockWrittenCircles(tx, resource, (name, as) =>
        records.some((values) => Object.hasOwn(values, name) || Object.hasOwn(values, as)),
      ),
    change: async (tx, who, id, body) => {
      const { values, version, errors } = takeVersion(body);
      refuseAll(errors, () => checkInput(resource, values, 'update'));
      return writer.update(id, values, version, who, tx);
    },
  });
  route({
    call: calls.remove,
    action: 'delete',
    done: 'deleted',
    taken: ['lock_version'],
    anyOrder: true,
    change: async (tx, who, id, body) => {
      const { version, errors } = takeVersion(body);
      if (errors.length > 0) throw invalid(errors);
      return writer.remove(id, who, tx, version);
    },
  });
  if (!keepsHistory(resource)) return;
  route({
    call: calls.restore,
    action: 'delete',
    done: 'restored',
    taken: [],
    anyOrder: true,
    change: (tx, who, id) => restoreRecord(tx, writer, resource, id, who),
  });
}

/** What each record is to be changed to. */
const itemsOf = (records: ReadonlyMap<number, Values>): ToChange[] =>
  [...records].map(([id, body]) => {
    const { values, version } = takeVersion(body);
    return { id, values, version };
  });

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The body of each record in a request, by id.
 * @param taken what may be said beside the id; anything by default
 * @throws {Refusal} 400 where it says nothing of that kind
 */
function recordsOf(body: unknown, taken?: readonly string[]): Map<number, Values> {
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
