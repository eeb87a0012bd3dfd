import type { Resource } from '#kernel/resource.ts';
import { asDownload } from '#server/platform/files/download.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveFile, serveJson } from '#server/platform/http/serve.ts';
import type { EngineServices } from '../services.ts';
import { zoneOf } from '../time-zone.ts';
import { csvExport, csvFileName } from './csv-export.ts';
import { listCalls } from './list-calls.ts';

/**
 * The routes of a model's list.
 * @param doors `list` is below the address of the model, `file` is not; both have the limits of downloads
 */
export function listRoutes(
  doors: { list: Door; file: Door },
  services: EngineServices,
  resource: Resource,
): void {
  if (!resource.actions.includes('read')) return;
  const { registry } = services;
  const calls = listCalls(registry, resource, services.listAdditions(resource));
  const { csv } = resource;
  serveJson(doors.list, calls.list, async ({ query, request }, reply) => {
    // A long list that is requested whole costs as much as its file; pages, and lists as short, are for everybody.
    const asDownloaded = () => doors.list.heavy.onRequest(request, reply);
    return services.listsFor(request, resource).answer(query, zoneOf(request), asDownloaded);
  });
  if (!csv) return;
  serveFile(doors.file, calls.file, async ({ query, request }, reply) => {
    const lists = services.listsFor(request, resource);
    const file = await csvExport(registry, resource, csv, lists, { query, zone: zoneOf(request) });
    return asDownload(reply, csvFileName(csv), 'text/csv; charset=utf-8').send(file);
  });
}
