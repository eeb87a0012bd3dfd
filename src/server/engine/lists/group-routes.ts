import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { groupCalls, MOST_GROUPS_IN_FILE, type ListGroup } from '#calls/groups.ts';
import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import { Refusal } from '#kernel/errors.ts';
import { writeGrouping } from '#kernel/list-groups.ts';
import type { Resource } from '#kernel/resource.ts';
import { grouped } from '#kernel/written.ts';
import { BYTE_ORDER_MARK, csvLines, csvPortions } from '#server/platform/files/csv.ts';
import { asDownload } from '#server/platform/files/download.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveFile, serveWhole } from '#server/platform/http/serve.ts';
import { narrowedTo } from '../owned.ts';
import type { EngineServices } from '../services.ts';
import { zoneOf } from '../time-zone.ts';
import { csvFileName } from './csv-export.ts';
import { groupCell, groupsOf, readGroupRequest, summedFields, type GroupRequest } from './groups.ts';
import { queryProperties } from './list-calls.ts';

/** The routes of the groups of a model's list: a page of them, and all of them as a file. */
export function groupRoutes(door: Door, services: EngineServices, resource: Resource): void {
  if (!resource.actions.includes('read')) return;
  const { registry, db } = services;
  const { parameters } = services.listAdditions(resource);
  const { sort: _sort, ...listQuery } = queryProperties(
    registry,
    resource,
    services.listAdditions(resource),
    {},
  );
  const calls = groupCalls(resource, listQuery);
  const read = (query: Readonly<Record<string, unknown>>, request: FastifyRequest): GroupRequest => {
    const grouping = readGroupRequest(registry, resource, query, { zone: zoneOf(request), parameters });
    const email = services.ownRowsOf(request);
    if (email === null) return grouping;
    const { list } = grouping;
    const given = [...list.given, narrowedTo(services.owned(resource), email)];
    return { ...grouping, list: { ...list, given } };
  };
  serveWhole(door, calls.groups, async ({ query, request }) => {
    const grouping = read(query, request);
    const { groups, total, records } = await groupsOf(db, registry, resource, grouping);
    return { data: groups, meta: { total, records, ...grouping.page } };
  });
  const { csv } = resource;
  if (!csv) return;
  serveFile(door, calls.file, async ({ query, request }, reply) => {
    const grouping = read(query, request);
    const all = { ...grouping, page: { page: 1, per_page: MOST_GROUPS_IN_FILE + 1 } };
    const { groups } = await groupsOf(db, registry, resource, all);
    if (groups.length > MOST_GROUPS_IN_FILE)
      throw new Refusal(
        422,
        `There are more than ${grouped(MOST_GROUPS_IN_FILE)} groups, which is more than a file takes. Filter the list, or group it by another field.`,
      );
    const file = Readable.from(fileOf(resource, grouping, groups), { objectMode: false });
    return asDownload(
      reply,
      csvFileName({ ...csv, file: `${csv.file}groups_` }),
      'text/csv; charset=utf-8',
    ).send(file);
  });
}

/** The groups as CSV: their values, how many records each has, and a column for each sum, of amounts by currency. */
async function* fileOf(
  resource: Resource,
  { groupings }: GroupRequest,
  groups: readonly ListGroup[],
): AsyncGenerator<string> {
  const sums = summedFields(resource).flatMap(
    ({ name, currency }): { name: string; currency: string | null }[] => {
      if (currency === null) return [{ name, currency: null }];
      const known = new Set(groups.flatMap(({ sums: all }) => Object.keys(amountsOf(all[name]))));
      return [...known].sort().map((one) => ({ name, currency: one }));
    },
  );
  const header = [
    ...groupings.map((one) => writeGrouping(one).replace(':', '_')),
    'count',
    ...sums.map(({ name, currency }) => (currency === null ? name : `${name}_${currency}`)),
  ];
  yield BYTE_ORDER_MARK + csvLines([header.map(neutraliseCell)]);
  function* rows(): Generator<string[]> {
    for (const { values, count, sums: all } of groups)
      yield [
        ...groupings.map((one, at) => neutraliseCell(groupCell(one, values[at] ?? null))),
        String(count),
        ...sums.map(({ name, currency }) =>
          currency === null ? String(all[name] ?? '') : (amountsOf(all[name])[currency] ?? ''),
        ),
      ];
  }
  yield* csvPortions(rows());
}

const amountsOf = (sum: ListGroup['sums'][string] | undefined): Readonly<Record<string, string>> =>
  typeof sum === 'object' ? sum : {};
