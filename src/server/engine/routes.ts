import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { checkInput } from '#kernel/input.ts';
import { resourcePath, type Action, type Resource } from '#kernel/resource.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { pageOf, readTexts } from '#server/platform/http/query.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import type { Behaviour } from './behaviour.ts';
import { bulkRoutes } from './writes/bulk-routes.ts';
import { csvExport, csvFileName } from './lists/csv-export.ts';
import { listDeleted, restoreRecord } from './history.ts';
import { answerOnce, requestKey, sendAnswer, twinNumber, type RequestKey, type Twin } from './idempotency.ts';
import { importRoute } from './import/route.ts';
import { uploadRoute } from './import/uploads/upload.ts';
import { refuseOtherMethods } from './other-methods.ts';
import { readId } from './records.ts';
import { readBody, refuseAll, takeVersion } from './request-body.ts';
import { routeSchemas } from './openapi/route-schemas.ts';
import type { EngineServices, Use } from './services.ts';
import { zoneOf } from './time-zone.ts';
import { historyBody } from './history-body.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Of a plugin without a name Fastify looks for its file, among all modules that are loaded. */
const named = (name: string, plugin: FastifyPluginAsync): FastifyPluginAsync =>
  Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name });

/** A file of a whole table costs as much as hundreds of pages. */
const downloads = fairUse({ atOnce: 4, perMinute: 120, noun: 'downloads' });

const pageOfRequest = ({ query }: FastifyRequest) => pageOf(readTexts(query, ['page', 'per_page']));

interface ById {
  Params: { id: string };
}

/** Every route of one model, below its address such as /api/cost_centers. */
export async function resourceRoutes(
  app: FastifyInstance,
  services: EngineServices,
  resource: Resource,
  behaviour: Behaviour | undefined,
): Promise<void> {
  const address = `/api${resourcePath(resource.name)}`;
  const { registry } = services;
  const schemas = routeSchemas(registry, resource, services.listAdditions(resource));
  const may = (action: Action) => resource.actions.includes(action);
  /** Checked before the body is read. */
  const needs = (action: Use) => ({
    onRequest: async (request: FastifyRequest) => void services.guard(request, action, resource),
  });
  const lists = services.lists(resource);
  const { csv } = resource;

  if (may('read') && csv) {
    const options = {
      ...downloads,
      onRequest: [needs('export').onRequest, downloads.onRequest],
      schema: schemas.csv,
    };
    app.get(`${address}.csv`, options, async (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const file = await csvExport(registry, resource, csv, lists, { query, zone: zoneOf(request) });
      return asDownload(reply, csvFileName(csv), 'text/csv; charset=utf-8').send(file);
    });
  }

  await app.register(
    named(resource.name, async (scope) => {
      if (may('read'))
        scope.get('/', { ...needs('read'), schema: schemas.list }, async (request, reply) => {
          // A long list that is requested whole costs as much as its file; pages, and lists as short, are for everybody.
          const asDownloaded = () => downloads.onRequest(request, reply);
          const query = request.query as Record<string, unknown>;
          return reply.type(JSON_TYPE).send(await lists.answer(query, zoneOf(request), asDownloaded));
        });
      if (resource.source === 'table') {
        recordRoutes(scope, services, resource, schemas);
        bulkRoutes(scope, services, resource);
      }
      if (may('create') && csv?.import) importRoute(scope, services, resource);
      for (const upload of behaviour?.uploads ?? []) uploadRoute(scope, services, resource, upload);
      await behaviour?.routes?.(scope, services);
      refuseOtherMethods(scope, '/', ['GET', may('create') ? 'POST' : null]);
      if (resource.source === 'view') refuseOtherMethods(scope, '/:id', []);
      else {
        const change = may('update') ? ['PUT', 'PATCH'] : [];
        refuseOtherMethods(scope, '/:id', ['GET', ...change, may('delete') ? 'DELETE' : null]);
      }
    }),
    { prefix: address },
  );
}

/** The routes of single records: read, change, history. */
function recordRoutes(
  scope: FastifyInstance,
  services: EngineServices,
  resource: Resource,
  schemas: ReturnType<typeof routeSchemas>,
): void {
  const writer = services.writer(resource);
  const may = (action: Action) => resource.actions.includes(action);
  const needs = (action: Action) => ({
    onRequest: async (request: FastifyRequest) => void services.guard(request, action, resource),
  });
  const who = (request: FastifyRequest, action: Action) => services.guard(request, action, resource);
  const idOf = (request: FastifyRequest<ById>): number => {
    noQuery(request);
    return readId(resource, request.params.id);
  };
  const sendRow = (reply: FastifyReply, row: string) => reply.type(JSON_TYPE).send(`{"data":${row}}`);
  /** Sends the row that a change leaves; a request that comes again makes the change once. */
  const changed = async (
    reply: FastifyReply,
    repeat: RequestKey | Twin | null,
    change: (tx?: PoolClient) => Promise<string>,
    status = 200,
  ) => {
    const outcome = async (tx?: PoolClient) => ({ status, body: `{"data":${await change(tx)}}` });
    return sendAnswer(reply, repeat ? await answerOnce(services.db, repeat, outcome) : await outcome());
  };

  if (may('read')) {
    scope.get<ById>('/:id', { ...needs('read'), schema: schemas.record }, async (request, reply) =>
      sendRow(reply, await writer.read(idOf(request))),
    );
  }

  if (may('read') && resource.history !== 'none') {
    scope.get<ById>('/:id/history', { ...needs('read'), schema: schemas.history }, async (request, reply) => {
      const id = readId(resource, request.params.id);
      return reply.type(JSON_TYPE).send(await historyBody(services.db, resource, id, pageOfRequest(request)));
    });
    scope.get('/deleted', { ...needs('read'), schema: schemas.deleted }, async (request) =>
      listDeleted(services.db, resource, pageOfRequest(request)),
    );
  }

  if (may('create')) {
    scope.post('/', { ...needs('create'), schema: schemas.create }, async (request, reply) => {
      noQuery(request);
      const body = readBody(resource, request.body);
      const by = who(request, 'create');
      const twin = writer.isUnique ? null : { twin: twinNumber(request) };
      return changed(reply, requestKey(request) ?? twin, (tx) => writer.create(body, by, tx), 201);
    });
  }

  // Who may delete may take that back, also where new records come from elsewhere.
  if (may('delete') && resource.history !== 'none') {
    scope.post<ById>(
      '/:id/restore',
      { ...needs('delete'), schema: schemas.restore },
      async (request, reply) => {
        const id = idOf(request);
        const by = who(request, 'delete');
        return services.once(request, reply, async (tx) => ({
          status: 200,
          body: `{"data":${await restoreRecord(tx, writer, resource, id, by)}}`,
        }));
      },
    );
  }

  if (may('update')) {
    for (const method of ['PUT', 'PATCH'] as const) {
      scope.route<ById>({
        method,
        url: '/:id',
        ...needs('update'),
        schema: method === 'PUT' ? schemas.update : schemas.patch,
        handler: async (request, reply) => {
          const id = idOf(request);
          const { values, version, errors } = takeVersion(readBody(resource, request.body));
          refuseAll(errors, () => checkInput(resource, values, 'update'));
          const by = who(request, 'update');
          return changed(reply, requestKey(request), (tx) => writer.update(id, values, version, by, tx));
        },
      });
    }
  }

  if (may('delete')) {
    scope.delete<ById>('/:id', { ...needs('delete'), schema: schemas.remove }, async (request, reply) => {
      const id = idOf(request);
      const by = who(request, 'delete');
      return changed(reply, requestKey(request), (tx) => writer.remove(id, by, tx));
    });
  }
}
