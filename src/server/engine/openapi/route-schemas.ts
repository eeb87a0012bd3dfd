import type { FastifySchema } from 'fastify';
import { ACTIONS } from '#kernel/activity.ts';
import { WAYS } from '#kernel/history.ts';
import { asReference, kindOf, type Field } from '#kernel/fields/kinds.ts';
import type { Mode } from '#kernel/fields/field.ts';
import { inputJsonSchema } from '#kernel/input.ts';
import type { Property } from '#kernel/properties.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import {
  answers,
  arrayOf,
  doneBy,
  integer,
  keyHeader,
  object,
  orNull,
  pageMeta,
  text,
  textOrNull,
  zoneHeader,
  type JsonSchema,
} from '#server/platform/http/describe.ts';
import { pageParameters } from '#server/platform/http/query.ts';
import { filtersOf, takesAnyWord, takesRange } from '../lists/filters.ts';
import type { ListAdditions } from '../lists/list-additions.ts';

/** The name of a model's row among the published schemas, such as `cost_center`. */
const rowName = (resource: Resource) => resource.singular;
const rowRef = (resource: Resource) => ({ $ref: `${rowName(resource)}#` });

const leastTotal: JsonSchema = {
  type: 'string',
  enum: ['at_least'],
  description: 'There where more records match than are counted; without it the total is exact.',
};

const answerOf = (field: Field): JsonSchema => kindOf(field).answer(field);

/** The JSON Schema of a row, under the name by which the routes refer to it. */
export function rowSchema(registry: Registry, resource: Resource): JsonSchema & { $id: string } {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, property] of registry.properties(resource)) {
    properties[name] = { title: property.label, ...orNull(answerOf(property.field), property.nullable) };
    const field = asReference(resource.fields[name]);
    if (!field?.embed) continue;
    const target = registry.properties(registry.get(field.target));
    const members = field.embed.fields.flatMap((member): [string, JsonSchema][] => {
      const embedded = target.get(member);
      return embedded ? [[member, orNull(answerOf(embedded.field), embedded.nullable)]] : [];
    });
    const embedded = { type: 'object', properties: Object.fromEntries(members) };
    properties[field.embed.as] = { title: field.label, ...orNull(embedded, field.nullable) };
  }
  return {
    $id: rowName(resource),
    title: resource.label[0],
    type: 'object',
    properties,
    required: Object.keys(properties),
  };
}

/** The names under which what a creation and an update take are published. */
const inputName = (resource: Resource, mode: Mode) => `${resource.singular}_${mode}`;

/** The JSON Schemas of what a creation and an update of a model take. */
export function inputSchemas(resource: Resource): (JsonSchema & { $id: string })[] {
  const modes: Mode[] = ['create', 'update'];
  return modes
    .filter((mode) => resource.actions.includes(mode))
    .map((mode) => ({ $id: inputName(resource, mode), ...inputJsonSchema(resource, mode) }));
}

/** A body: the fields themselves, or all of them in one member that is called as the model is. */
function bodyOf(resource: Resource, mode: Mode): JsonSchema {
  const fields = { $ref: `${inputName(resource, mode)}#` };
  const version: Record<string, JsonSchema> = mode === 'update' ? { lock_version: integer } : {};
  const wrappers = [...new Set([resource.singular, resource.name])];
  return {
    anyOf: [fields, ...wrappers.map((name) => object({ [name]: fields, ...version }, ['lock_version']))],
  };
}

/** By which ways a change came. */
const via = {
  ...arrayOf(object({ kind: { type: 'string', enum: WAYS }, name: textOrNull })),
  description: 'By which ways it came; none where a person did it at a screen.',
};

const wrapped = (resource: Resource) => object({ data: rowRef(resource) });

/** The address of one record. */
export const recordParams = object({ id: { ...integer, minimum: 1, description: 'The id of the record.' } });

/** The values of `by_<key>`, in words. */
const FILTER_WORDS = {
  contains: 'contains this text',
  equals: 'equals this',
  day: 'is on this day, in this month or in this year',
  'last-days': 'lies within today and this number of days before it',
};

/** A range as an example: of days or of numbers. */
const rangeOf = ({ field }: Property): string =>
  kindOf(field).filters.includes('day') ? '2026-01-15..2026-03, 2026.. or ..2026' : '10..20, 10.. or ..20';

function listQuery(
  registry: Registry,
  resource: Resource,
  paged: boolean,
  { parameters = [] }: ListAdditions,
): JsonSchema {
  const properties: Record<string, JsonSchema> = {
    ...(resource.search && { q: text('Words that must all occur in the texts of the record.') }),
    sort: text('A field of the row, with a - before it for descending; several with commas between.'),
  };
  if (paged) {
    properties['page'] = { type: 'integer', minimum: 1, description: 'Without it the whole list comes.' };
    properties['per_page'] = { type: 'integer', minimum: 1, maximum: 1000, default: 25 };
  }
  for (const [key, filter] of filtersOf(registry, resource)) {
    const { property, operation, tone } = filter;
    const words = tone?.about === 'expiry' ? `, is expired, or expiring within ${tone.soonDays} days` : '';
    const range = takesRange(filter) ? `, or lies from one to another, such as ${rangeOf(property)}` : '';
    const all = takesAnyWord(filter) ? '' : '; All: any';
    properties[`by_${key}`] = text(`${property.label} ${FILTER_WORDS[operation]}${words}${range}${all}.`);
  }
  for (const { name, summary, field, several } of parameters)
    properties[name] = several ? text(summary) : { ...answerOf(field), description: summary };
  return { type: 'object', properties };
}

/** The published OpenAPI of one field of one change. */
const historyChange = object({
  field: text('Field'),
  label: text('Label'),
  from: {},
  to: {},
  from_shown: textOrNull,
  to_shown: textOrNull,
});

/** The published OpenAPI of the members of a line of history. */
const historyEntry = {
  id: integer,
  action: { type: 'string', enum: ACTIONS },
  ...doneBy,
  via,
  lock_version: integer,
  changes: arrayOf(historyChange),
};

/** The published OpenAPI of the routes of a model. Nothing is checked by it. */
export function routeSchemas(registry: Registry, resource: Resource, additions: ListAdditions = {}) {
  const [one, many] = resource.label;
  const tags = [many];
  const row = wrapped(resource);
  const paged = { type: 'object', properties: pageParameters };
  const { meta = [] } = additions;
  const added = Object.fromEntries(meta.map(({ name, schema }) => [name, schema]));
  const optional = meta.flatMap(({ name, requestedBy }) => (requestedBy === undefined ? [] : [name]));
  const csvAnswer = { content: { 'text/csv': { schema: { type: 'string' } } } };
  const update = {
    tags,
    headers: keyHeader,
    params: recordParams,
    body: bodyOf(resource, 'update'),
    response: answers(200, `The ${one} as it is now`, row, [404, 409, 422]),
  };
  return {
    list: {
      tags,
      summary: `List ${many}`,
      headers: zoneHeader,
      querystring: listQuery(registry, resource, true, additions),
      response: answers(
        200,
        many,
        object({
          data: arrayOf(rowRef(resource)),
          meta: object({ ...added, total: integer, total_is: leastTotal, page: integer, per_page: integer }, [
            'total_is',
            'page',
            'per_page',
            ...optional,
          ]),
        }),
      ),
    },
    csv: {
      tags,
      summary: `Download ${many} as CSV`,
      headers: zoneHeader,
      querystring: listQuery(registry, resource, false, additions),
      response: answers(200, 'The file', csvAnswer),
    },
    record: {
      tags,
      summary: `Read one ${one}`,
      params: recordParams,
      response: answers(200, one, row, [404]),
    },
    history: {
      tags,
      summary: `Who changed what of one ${one}`,
      params: recordParams,
      querystring: paged,
      response: answers(
        200,
        'The newest change first',
        object({ data: arrayOf(object(historyEntry)), meta: pageMeta }),
        [404],
      ),
    },
    deleted: {
      tags,
      summary: `${many} that were deleted and can be restored`,
      querystring: paged,
      response: answers(
        200,
        'The newest first',
        object({
          data: arrayOf(object({ id: { type: 'integer' }, title: text('Title'), ...doneBy })),
          meta: pageMeta,
        }),
      ),
    },
    create: {
      tags,
      summary: `Add one ${one}`,
      headers: keyHeader,
      body: bodyOf(resource, 'create'),
      response: answers(201, `The new ${one}`, row, [409, 422]),
    },
    restore: {
      tags,
      summary: `Bring a deleted ${one} back`,
      headers: keyHeader,
      params: recordParams,
      response: answers(200, `The ${one} as it was`, row, [404, 409, 422]),
    },
    update: { ...update, summary: `Change the given fields of one ${one}` },
    patch: { ...update, summary: `Change the given fields of one ${one} (as PUT)` },
    remove: {
      tags,
      summary: `Delete one ${one}`,
      headers: keyHeader,
      params: recordParams,
      response: answers(200, `The deleted ${one}`, row, [404, 409]),
    },
  } satisfies Record<string, FastifySchema>;
}
