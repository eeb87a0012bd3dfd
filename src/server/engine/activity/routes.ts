import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ACTIONS, type ActivityEntry, type ActivityLine, type ActivityMeta } from '#kernel/activity.ts';
import { malformed, notFound } from '#kernel/errors.ts';
import type { Author } from '#kernel/history.ts';
import { MOST_COUNTED } from '#kernel/overview.ts';
import { activityCsv } from './csv.ts';
import { modelOfSet, readLines } from './lines.ts';
import { countActivity, readActivity, type Wanted } from './sets.ts';
import { escapeLike } from '../lists/filters.ts';
import { refuseOtherMethods } from '../other-methods.ts';
import { historyChange, historyEntry, via, zoneHeader } from '../openapi/route-schemas.ts';
import type { EngineServices, Use } from '../services.ts';
import { spanOfDays } from './span-of-days.ts';
import { zoneOf } from '../time-zone.ts';
import type { Database } from '#server/platform/database/database.ts';
import { asDownload } from '#server/platform/files/download.ts';
import {
  answers,
  arrayOf,
  doneBy,
  integer,
  object,
  orNull,
  text,
  textOrNull,
} from '#server/platform/http/describe.ts';
import { numberOf, readTexts } from '#server/platform/http/query.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';

interface OfOne {
  Params: { id: string };
}

const tags = ['Activity'];
const ALL = '/api/activity';
const FILE = '/api/activity.csv';
const PEOPLE = '/api/activity/people';
const CHANGES = '/api/activity/:id/changes';

const USUAL_SIZE = 50;
const LARGEST_SIZE = 500;
const MOST_PEOPLE = 50;
/** Of a line of history, of which there may be more than of records. */
const NUMBER = /^[1-9]\d{0,14}$/;
const FILTERS = ['by_person', 'by_model', 'by_action', 'by_at'];

/** A file of all that ever happened costs as much as hundreds of pages. */
const downloads = fairUse({ atOnce: 4, perMinute: 120, noun: 'downloads' });

const record = object({
  id: integer,
  title: { ...textOrNull, description: 'By what people recognise the record.' },
  is: { type: 'string', enum: ['there', 'deleted', 'gone'] },
});
const restorable = { type: 'boolean', description: 'It deleted the record, which can be brought back.' };
const entry = object({
  id: integer,
  ...doneBy,
  via,
  action: { type: 'string', enum: ACTIONS },
  model: text('Model'),
  count: { ...integer, description: 'How many records; of several the last one is named.' },
  record,
  fields: { ...arrayOf(text('Label')), description: 'What changed, where one record was changed.' },
  changes: {
    ...orNull(arrayOf(historyChange)),
    description: 'Null of several records, and of one where that is long.',
  },
  restorable,
});
const line = object({ ...historyEntry, model: text('Model'), record, restorable });
const total = {
  total: { ...integer, description: `How many match, up to ${MOST_COUNTED}.` },
  total_is: { const: 'at_least', description: 'More match than were counted.' },
};
const next = { ...orNull(integer), description: 'Where the next page begins; null on the last one.' };
const size = { type: 'integer', minimum: 1, maximum: LARGEST_SIZE, default: USUAL_SIZE };
const filters = {
  by_person: text('Who did it, by address.'),
  by_model: text('A model, such as cost_centers.'),
  by_action: { type: 'string', enum: ACTIONS },
  by_at: text('On this day, in this month or in this year; or a range such as 2026-01-15..2026-03 or 2026..'),
};

/** Everything that was changed, whatever the model: the newest first, as a file, and what each change did in full. */
export function activityRoutes(scope: FastifyInstance, services: EngineServices): void {
  const { registry, db } = services;
  const onRequest = async (request: FastifyRequest) => void services.readable(request);
  const list = {
    tags,
    summary: 'List what was changed, whatever the model',
    description: 'What one request did to several records of a model is one change.',
    headers: zoneHeader,
    querystring: object({ ...filters, before: { ...integer, description: 'meta.next' }, per_page: size }, [
      ...FILTERS,
      'before',
      'per_page',
    ]),
    response: answers(
      200,
      'The newest first',
      object({ data: arrayOf(entry), meta: object({ ...total, next }, ['total_is']) }),
    ),
  };
  scope.get(ALL, { onRequest, schema: list }, async (request) => {
    const asked = readTexts(request.query, [...FILTERS, 'before', 'per_page']);
    const wanted = wantedBy(services, request, asked, 'read');
    const most = sizeOf(asked);
    const before = placeOf('before', asked);
    const [{ data, next: follows }, counted] = await Promise.all([
      readActivity(db, registry, wanted, { before, most }),
      countActivity(db, wanted),
    ]);
    return { data, meta: { ...counted, next: follows } } satisfies {
      data: ActivityEntry[];
      meta: ActivityMeta;
    };
  });

  const file = {
    tags,
    summary: 'Download what was changed as CSV',
    description: 'A line for each field of each record. Only models whose lists may be downloaded.',
    headers: zoneHeader,
    querystring: object(filters, FILTERS),
    response: answers(200, 'The file', { content: { 'text/csv': { schema: { type: 'string' } } } }),
  };
  const fair = { ...downloads, onRequest: [onRequest, downloads.onRequest], schema: file };
  scope.get(FILE, fair, async (request, reply) => {
    const wanted = wantedBy(services, request, readTexts(request.query, FILTERS), 'export');
    const name = `activity_${new Date().toISOString()}.csv`;
    return asDownload(reply, name, 'text/csv; charset=utf-8').send(await activityCsv(db, registry, wanted));
  });

  const people = {
    tags,
    summary: 'Find who changed something',
    querystring: object({ q: text('A part of the name or the address.') }, ['q']),
    response: answers(
      200,
      'By name',
      object({
        data: arrayOf(object({ email: text('Address'), name: textOrNull })),
        meta: object(total, ['total_is']),
      }),
    ),
  };
  scope.get(PEOPLE, { onRequest, schema: people }, async (request) => {
    const asked = readTexts(request.query, ['q']).get('q')?.trim() ?? '';
    const names = services.readable(request).map(({ name }) => name);
    const found = await findPeople(db, asked, names);
    const data = found.slice(0, MOST_PEOPLE);
    const more = found.length > MOST_PEOPLE && ({ total_is: 'at_least' } as const);
    return { data, meta: { total: data.length, ...more } };
  });

  const changes = {
    tags,
    summary: 'What one change did to its records',
    params: object({ id: { ...integer, minimum: 1 } }),
    querystring: object({ after: { ...integer, description: 'meta.next' }, per_page: size }, [
      'after',
      'per_page',
    ]),
    response: answers(
      200,
      'In the order in which it did; long ones come a few at a time',
      object({ data: arrayOf(line), meta: object({ total: integer, next }) }),
      [404],
    ),
  };
  scope.get<OfOne>(CHANGES, { onRequest, schema: changes }, async (request) => {
    const asked = readTexts(request.query, ['after', 'per_page']);
    const { id: written } = request.params;
    if (!NUMBER.test(written)) throw notFound(`Change ${written.slice(0, 60)}`);
    const id = Number(written);
    services.guard(request, 'read', await modelOfSet(db, registry, id));
    const after = placeOf('after', asked) ?? 0;
    return (await readLines(db, registry, id, { after, most: sizeOf(asked) })) satisfies {
      data: ActivityLine[];
      meta: ActivityMeta;
    };
  });
  for (const url of [ALL, FILE, PEOPLE, CHANGES]) refuseOtherMethods(scope, url, ['GET']);
}

const sizeOf = (asked: ReadonlyMap<string, string>) =>
  asked.has('per_page') ? numberOf('per_page', asked.get('per_page') ?? '', LARGEST_SIZE) : USUAL_SIZE;

/** The number of a line of history, from where a page goes on. @throws {Refusal} 400 */
function placeOf(name: string, asked: ReadonlyMap<string, string>): number | null {
  const given = asked.get(name);
  if (given === undefined) return null;
  if (!NUMBER.test(given)) throw malformed(`${name} must be the number of a change.`);
  return Number(given);
}

/**
 * Which changes a request asks for; `All` and nothing filter nothing, as in lists.
 * @throws {Refusal} 400 for a filter that makes no sense, 403 for a model without the right
 */
function wantedBy(
  services: EngineServices,
  request: FastifyRequest,
  asked: ReadonlyMap<string, string>,
  use: Use,
): Wanted {
  const given = (name: string) => {
    const value = asked.get(name)?.trim() ?? '';
    return value === '' || value === 'All' ? null : value;
  };
  const model = given('by_model');
  const resource = model === null ? undefined : services.registry.find(model);
  if (model !== null && !resource) throw malformed('by_model must be the name of a model.');
  if (resource) services.guard(request, use, resource);
  const resources = services
    .readable(request)
    .filter((one) => (resource === undefined || one === resource) && services.may(request, use, one));
  const action = given('by_action');
  const known = ACTIONS.find((one) => one === action) ?? null;
  if (action !== null && known === null) throw malformed(`by_action must be one of ${ACTIONS.join(', ')}.`);
  const span = spanOfDays('by_at', given('by_at') ?? '', zoneOf(request));
  return { resources, action: known, person: given('by_person')?.toLowerCase() ?? null, ...span };
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
