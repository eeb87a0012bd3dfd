import type { FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { tableCalls } from '#calls/tables.ts';
import { malformed, Refusal } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve, serveOnce, WrittenData } from '#server/platform/http/serve.ts';
import { shownRecords } from '../records.ts';
import { orWait } from '../review/or-wait.ts';
import type { EngineServices } from '../services.ts';
import { changeAll } from './bulk.ts';
import { previewRows, saveRows, type TableRow } from './table-rows.ts';

/**
 * The routes of rows that are pasted or filled in a table: `preview_rows` says what each would do, `save_rows` does it all or nothing,
 * and takes it back by the same way.
 */
export function tableRoutes(door: Door, services: EngineServices, resource: Resource): void {
  if (!resource.actions.includes('update')) return;
  const { registry } = services;
  const calls = tableCalls(resource);
  const workOf = (request: FastifyRequest) => ({
    services,
    resource,
    who: services.guard(request, 'update', resource),
    addsNone: addsNone(services, request, resource),
  });

  serve(door, calls.preview, async ({ body, request }) => previewRows(rowsOf(body.records), workOf(request)));

  serveOnce(door, calls.save, async ({ body, request }, once) => {
    const rows = rowsOf(body.records);
    const gone = new Map((body.remove ?? []).map(({ id, lock_version: version }) => [id, version]));
    if (rows.length + gone.size === 0) throw malformed('Name at least one record.');
    if (gone.size > 0 && !resource.actions.includes('delete'))
      throw new Refusal(422, `${resource.label[1]} cannot be deleted.`);
    const remover = gone.size > 0 ? services.guard(request, 'delete', resource) : null;
    const work = workOf(request);
    const make = async (tx: PoolClient) => {
      if (remover)
        await changeAll(tx, [...gone.keys()], {
          registry,
          resource,
          done: 'deleted',
          anyOrder: true,
          change: (id) => services.writer(resource).remove(id, remover, tx, gone.get(id) ?? null),
        });
      return new WrittenData(`[${(await saveRows(tx, rows, work)).join()}]`);
    };
    // What adds or deletes records as well cannot wait: it is done whole, or not at all.
    const changes = rows.flatMap(({ id, values, version }) => (id === null ? [] : [{ id, values, version }]));
    const waiting = {
      items: gone.size === 0 && changes.length === rows.length ? changes : null,
      who: work.who,
      shown: (tx: PoolClient) =>
        shownRecords(
          tx,
          registry,
          resource,
          changes.map(({ id }) => id),
        ),
    };
    return orWait(services, resource, once, () => once(make), waiting);
  });
}

/** Why who asks may not add a record; null where they may. */
function addsNone(services: EngineServices, request: FastifyRequest, resource: Resource): Refusal | null {
  const [one, many] = resource.noun;
  if (resource.actions.includes('create') && services.may(request, 'create', resource)) return null;
  return new Refusal(422, `No ${one} is called so, and you cannot add ${many}.`);
}

/** @throws {Refusal} 400 where a record is named twice */
function rowsOf(records: readonly Values[]): TableRow[] {
  const ids = new Set<number>();
  return records.map(({ id, lock_version: version, ...values }) => {
    if (typeof id === 'number' && ids.has(id)) throw malformed(`The record ${id} is given twice.`);
    if (typeof id === 'number') ids.add(id);
    return {
      id: typeof id === 'number' ? id : null,
      version: typeof version === 'number' ? version : null,
      values,
    };
  });
}
