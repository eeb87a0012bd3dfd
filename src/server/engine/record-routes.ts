import type { FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { changingCalls, readingCalls } from '#calls/models.ts';
import { checkInput } from '#kernel/input.ts';
import { keepsHistory, type Action, type Resource } from '#kernel/resource.ts';
import type { Door } from '#server/platform/http/door.ts';
import {
  serveChange,
  serveJson,
  serveOnce,
  serveWhole,
  WrittenData,
  type Once,
} from '#server/platform/http/serve.ts';
import { historyBody } from './history-body.ts';
import { listDeleted, restoreRecord } from './history.ts';
import { keyOrTwin } from './idempotency.ts';
import { refuseAll, takeVersion } from './request-body.ts';
import { orWait } from './review/or-wait.ts';
import type { EngineServices } from './services.ts';

/** The routes that read single records, and what became of them. */
export function readingRoutes(door: Door, services: EngineServices, resource: Resource): void {
  if (!resource.actions.includes('read')) return;
  const { db } = services;
  const calls = readingCalls(resource);
  const writer = services.writer(resource);
  serveJson(door, calls.read, async ({ params: { id }, request }) => {
    await services.demandOwned(request, resource, id);
    return `{"data":${await writer.read(id)}}`;
  });
  if (!keepsHistory(resource)) return;
  serveJson(door, calls.history, async ({ params: { id }, query, request }) => {
    await services.demandOwned(request, resource, id);
    return historyBody(db, resource, id, query, services.ownRowsOf(request) === null);
  });
  serveWhole(door, calls.deleted, ({ query }) => listDeleted(db, resource, query));
}

/**
 * Makes a change that is one statement as a rule. A transaction is begun for it where its answer is kept, so that a request that
 * comes again makes it once.
 * @param change answers the record as JSON
 */
async function changed(
  request: FastifyRequest,
  once: Once<ReturnType<typeof changingCalls>['create']>,
  change: (tx?: PoolClient) => Promise<string>,
) {
  if (request.headers['idempotency-key'] === undefined) return new WrittenData(await change());
  return once(async (tx) => new WrittenData(await change(tx)));
}

/** The routes that change single records. */
export function changingRoutes(door: Door, services: EngineServices, resource: Resource): void {
  const calls = changingCalls(resource);
  const writer = services.writer(resource);
  const may = (action: Action) => resource.actions.includes(action);
  const who = (request: FastifyRequest, action: Action) => services.guard(request, action, resource);

  if (may('create')) creationRoute(door, services, resource);

  if (may('update'))
    for (const call of [calls.update, calls.patch])
      serveOnce(door, call, async ({ params: { id }, body, request }, once) => {
        const { values, version, errors } = takeVersion(body);
        refuseAll(errors, () => checkInput(resource, values, 'update'));
        const by = who(request, 'update');
        const make = () => changed(request, once, (tx) => writer.update(id, values, version, by, tx));
        const items = [{ id, values, version }];
        return orWait(services, resource, once, make, { items, who: by, shown: (tx) => writer.read(id, tx) });
      });

  if (!may('delete')) return;
  serveOnce(door, calls.remove, async ({ params: { id }, request }, once) =>
    changed(request, once, (tx) => writer.remove(id, who(request, 'delete'), tx)),
  );
  if (keepsHistory(resource))
    serveChange(
      door,
      calls.restore,
      async (tx, { params: { id }, request }) =>
        new WrittenData(await restoreRecord(tx, writer, resource, id, who(request, 'delete'))),
    );
}

/** The route that adds a record. Where the database would take the same one twice, so are requests that are the same. */
function creationRoute(door: Door, services: EngineServices, resource: Resource): void {
  const { create: call } = changingCalls(resource);
  const writer = services.writer(resource);
  const who = (request: FastifyRequest) => services.guard(request, 'create', resource);
  if (writer.isUnique) {
    serveOnce(door, call, ({ body, request }, once) =>
      changed(request, once, (tx) => writer.create(body, who(request), tx)),
    );
    return;
  }
  const once: Door['once'] = (request, reply, change) =>
    services.once(request, reply, change, keyOrTwin(request));
  serveChange(
    { ...door, once },
    call,
    async (tx, { body, request }) => new WrittenData(await writer.create(body, who(request), tx)),
  );
}
