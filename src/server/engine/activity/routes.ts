import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  activityFile,
  findAuthors,
  listActivity,
  readChange,
  type ActivityFilters,
} from '#calls/activity.ts';
import { malformed } from '#kernel/errors.ts';
import type { Author } from '#kernel/history.ts';
import type { Database } from '#server/platform/database/database.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { serveFile, serveWhole } from '#server/platform/http/serve.ts';
import { openDoor } from '../door.ts';
import { escapeLike } from '../lists/filters.ts';
import { refuseOtherMethods } from '../other-methods.ts';
import type { EngineServices, Use } from '../services.ts';
import { zoneOf } from '../time-zone.ts';
import { activityCsv } from './csv.ts';
import { modelOfSet, readLines } from './lines.ts';
import { countActivity, readActivity, type Wanted } from './sets.ts';
import { spanOfDays } from './span-of-days.ts';

const MOST_PEOPLE = 50;

/** A file of all that ever happened costs as much as hundreds of pages. */
const downloads = fairUse({ atOnce: 4, perMinute: 120, noun: 'downloads' });

/** Everything that was changed, whatever the model: the newest first, as a file, and what each change did in full. */
export function activityRoutes(scope: FastifyInstance, services: EngineServices): void {
  const { registry, db } = services;
  const door = openDoor(scope, services, { heavy: downloads });

  serveWhole(
    door,
    listActivity,
    async ({ query: { before = null, per_page: most, ...filters }, request }) => {
      const wanted = wantedBy(services, request, filters, 'read');
      const [{ data, next }, counted] = await Promise.all([
        readActivity(db, registry, wanted, { before, most }),
        countActivity(db, wanted),
      ]);
      return { data, meta: { ...counted, next } };
    },
  );

  serveFile(door, activityFile, async ({ query, request }, reply) => {
    const wanted = wantedBy(services, request, query, 'export');
    const name = `activity_${new Date().toISOString()}.csv`;
    return asDownload(reply, name, 'text/csv; charset=utf-8').send(await activityCsv(db, registry, wanted));
  });

  serveWhole(door, findAuthors, async ({ query: { q }, request }) => {
    const names = services.readable(request).map(({ name }) => name);
    const found = await findPeople(db, q, names);
    const data = found.slice(0, MOST_PEOPLE);
    const more = found.length > MOST_PEOPLE && ({ total_is: 'at_least' } as const);
    return { data, meta: { total: data.length, ...more } };
  });

  serveWhole(door, readChange, async ({ params: { id }, query: { after = 0, per_page: most }, request }) => {
    services.guard(request, 'read', await modelOfSet(db, registry, id));
    return readLines(db, registry, id, { after, most });
  });

  for (const { path } of [listActivity, activityFile, findAuthors, readChange])
    refuseOtherMethods(scope, `/api${path}`, ['GET']);
}

/**
 * The filter of changes of a request.
 * @throws {Refusal} 400 for a filter that makes no sense, 403 for a model without the right
 */
function wantedBy(
  services: EngineServices,
  request: FastifyRequest,
  { by_person: person, by_model: model, by_action: action, by_at: days }: ActivityFilters,
  use: Use,
): Wanted {
  const resource = model === null ? undefined : services.registry.find(model);
  if (model !== null && !resource) throw malformed('by_model must be the name of a model.');
  if (resource) services.guard(request, use, resource);
  const resources = services
    .readable(request)
    .filter((one) => (resource === undefined || one === resource) && services.may(request, use, one));
  const span = spanOfDays('by_at', days ?? '', zoneOf(request));
  return { resources, action, person: person?.toLowerCase() ?? null, ...span };
}

/** Who changed something in these models, by name. */
async function findPeople(db: Database, part: string, models: readonly string[]): Promise<Author[]> {
  const { rows } = await db.query<Author>({
    name: 'activity-people',
    text: `SELECT a.email, a.name FROM change_authors a
      WHERE (lower(a.name) LIKE lower($1) OR lower(a.email) LIKE lower($1))
        AND EXISTS (SELECT FROM change_sets c WHERE c.by_email = a.email AND c.resource = ANY($2))
      ORDER BY lower(coalesce(a.name, a.email)), a.email LIMIT ${MOST_PEOPLE + 1}`,
    values: [`%${escapeLike(part)}%`, models],
  });
  return rows;
}
