import { z } from 'zod';
import { groupParameters, specifiedGroups, specifiedSets } from '#calls/directory.ts';
import { adGroups, groupClouds } from '#resources/ad-groups.ts';
import { listCalls } from '#server/engine/lists/list-calls.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { zoneOf } from '#server/engine/time-zone.ts';
import type { Door } from '#server/platform/http/door.ts';
import { readParameters } from '#server/platform/http/read-call.ts';
import { serveJson } from '#server/platform/http/serve.ts';
import { answerGroups } from './group-list.ts';
import { READ_AT } from './sql.ts';

/** `GET /api/ad/groups` and `GET /api/ad/permission_sets`. */
export function specifiedRoutes(door: Door, services: EngineServices): void {
  const { db, registry } = services;
  const groups = registry.get(adGroups.name);
  const lists = services.lists(groups);
  const own = Object.keys(groupParameters.shape);
  serveJson(door, describedGroups(services), async ({ query, request }) => {
    const given = Object.entries(query as Record<string, unknown>);
    const wanted = readParameters(
      groupParameters,
      Object.fromEntries(given.filter(([name]) => own.includes(name))),
    );
    const rest = Object.fromEntries(given.filter(([name]) => !own.includes(name)));
    const clouds = groupClouds.filter((cloud) => wanted[cloud]).join(',');
    const { ids, meta } = await lists.chosen(
      { ...rest, ...(clouds && { by_clouds: clouds }) },
      zoneOf(request),
    );
    return answerGroups(db, { ids: ids.map(Number), meta }, wanted.first_members);
  });
  serveJson(door, specifiedSets, async () => {
    const { rows } = await db.query<{ body: string }>({ name: 'ad permission sets', text: ALL_SETS });
    return rows[0]?.body ?? '';
  });
}

/** The call with its own parameters and those of the list of groups, which it takes, too. */
function describedGroups(services: EngineServices): typeof specifiedGroups {
  const groups = services.registry.get(adGroups.name);
  const { list } = listCalls(services.registry, groups, services.listAdditions(groups));
  const { properties: own } = z.toJSONSchema(groupParameters, { io: 'input' });
  const { properties: common } = z.toJSONSchema(list.query ?? groupParameters, { io: 'input' });
  const query = z.looseObject({}).meta({ properties: { ...own, ...common }, additionalProperties: false });
  return { ...specifiedGroups, query };
}

const ALL_SETS = `SELECT json_build_object(
    'data', coalesce((SELECT json_agg(row_to_json(s)) FROM (
      SELECT id, name, arn, description, duration, managed_policies AS managed_policy, inline_policy, relay
      FROM ad_permission_sets ORDER BY lower(name), id) s), '[]'),
    'meta', json_build_object('total', (SELECT count(*) FROM ad_permission_sets), 'read_at', ${READ_AT}))::text AS body`;
