import { z } from 'zod';
import { defineCall, defineFileCall } from '#calls/call.ts';
import { rowOf } from '#calls/records.ts';
import { DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE, ofList } from '#calls/shapes.ts';
import { csvHeader } from '#kernel/csv/columns.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { hasDays, isGroupable, LACKS } from '#kernel/list-groups.ts';
import type { Property } from '#kernel/properties.ts';
import type { Registry } from '#kernel/registry.ts';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { text, type JsonSchema } from '#server/platform/http/describe.ts';
import { filtersOf, takesAnyWord, takesRange } from './filters.ts';
import type { ListAdditions } from './list-additions.ts';

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

/** The parameters of a list, as `readListRequest` reads them. @param pages those of the wanted page, where there are pages */
export function queryProperties(
  registry: Registry,
  resource: Resource,
  { parameters = [] }: ListAdditions,
  pages: Record<string, JsonSchema>,
): Record<string, JsonSchema> {
  const properties: Record<string, JsonSchema> = {
    ...(resource.search && {
      q: text(
        'Words that must all occur in the texts of the record, or in the names of an owner or another one that its row shows.',
      ),
    }),
    sort: text('A field of the row, with a - before it for descending; several with commas between.'),
    ...pages,
  };
  for (const [key, filter] of filtersOf(registry, resource)) {
    const { property, operation, tone } = filter;
    const words = tone?.about === 'expiry' ? `, is expired, or expiring within ${tone.soonDays} days` : '';
    const range = takesRange(filter) ? `, or lies from one to another, such as ${rangeOf(property)}` : '';
    const all = takesAnyWord(filter) ? '' : '; All: any';
    properties[`by_${key}`] = text(`${property.label} ${FILTER_WORDS[operation]}${words}${range}${all}.`);
  }
  for (const [name, property] of registry.properties(resource)) {
    if (!isGroupable(property)) continue;
    const { label } = property;
    if (!hasDays(property))
      properties[`by_${name}_is`] = text(`${label} is exactly this, as its group has it.`);
    properties[`by_${name}_lacks`] = text(`${LACKS}: there is no ${label}.`);
  }
  for (const { name, summary, field, several } of parameters)
    properties[name] = several ? text(summary) : { ...kindOf(field).answer(field), description: summary };
  return properties;
}

const pageProperties: Record<string, JsonSchema> = {
  page: { type: 'integer', minimum: 1, description: 'Without it the whole list comes.' },
  per_page: { type: 'integer', minimum: 1, maximum: LARGEST_PAGE_SIZE, default: DEFAULT_PAGE_SIZE },
};

const listMeta = {
  total: z.int(),
  total_is: z
    .enum(['at_least'])
    .optional()
    .describe('There where more records match than are counted; without it the total is exact.'),
  page: z.int().optional(),
  per_page: z.int().optional(),
};

/** The members of `meta` that one model's list adds; those that a parameter requests, or that are about more than the list, may lack. */
const addedMeta = ({ meta = [] }: ListAdditions) =>
  meta.map(({ name, answer, requestedBy, beyond }) => [
    name,
    requestedBy === undefined && !beyond ? answer : answer.optional(),
  ]);

/** The calls that answer the records of a model: as a list, and where it has one as a file. */
export function listCalls(registry: Registry, resource: Resource, additions: ListAdditions) {
  const [, many] = resource.label;
  const path = resourcePath(resource.name);
  const query = (pages: Record<string, JsonSchema> = {}) =>
    z.looseObject({}).meta({
      properties: queryProperties(registry, resource, additions, pages),
      additionalProperties: false,
    });
  const about = ofList(resource);
  const list = defineCall({
    ...about,
    path,
    right: { model: resource.name, action: 'read' },
    summary: `List ${many}`,
    success: many,
    query: query(pageProperties),
    data: z.array(rowOf(resource)),
    meta: z.object({
      ...(Object.fromEntries(addedMeta(additions)) as Record<string, z.ZodType>),
      ...listMeta,
    }),
  });
  const file = defineFileCall({
    ...about,
    path: `${path}.csv`,
    right: { model: resource.name, action: 'export' },
    weight: 'limited',
    summary: `Download ${many} as CSV`,
    success: 'The file',
    query: query(),
    file: 'text/csv',
    columns: resource.csv?.export.map(csvHeader),
  });
  return { list, file };
}
