import { z } from 'zod';
import { GROUPS_SHOWN } from '#kernel/list-groups.ts';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { defineCall, defineFileCall } from './call.ts';
import { ofList, pageMeta } from './shapes.ts';

/*
 * A list by groups: how many records have each value of a field, with the sums of their numbers.
 */

/** A group takes no more groups along than this in one file. */
export const MOST_GROUPS_IN_FILE = 50_000;

const group = z.object({
  values: z
    .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .describe('The value of each field that the list is grouped by; of a month YYYY-MM'),
  count: z.int().describe('How many records it has'),
  sums: z
    .record(z.string(), z.union([z.number(), z.record(z.string(), z.string())]))
    .describe('By field: of numbers the sum, of amounts one by currency'),
});
export type ListGroup = z.infer<typeof group>;

const groupProperty = {
  type: 'string',
  description: `One or two fields of the row with a comma between, of days and moments also by month: owner, or provider,date:month.`,
};

/**
 * The calls that answer the list of a model by groups.
 * @param listQuery the parameters by which the list itself is narrowed
 */
export function groupCalls(resource: Resource, listQuery: Readonly<Record<string, object>>) {
  const [, many] = resource.label;
  const path = resourcePath(resource.name);
  const query = (more: Readonly<Record<string, object>> = {}) =>
    z.looseObject({}).meta({
      properties: { group: groupProperty, ...listQuery, ...more },
      required: ['group'],
      additionalProperties: false,
    });
  const about = ofList(resource);
  const pages = {
    page: { type: 'integer', minimum: 1, default: 1 },
    per_page: { type: 'integer', minimum: 1, maximum: 1000, default: GROUPS_SHOWN },
  };
  return {
    groups: defineCall({
      ...about,
      path: `${path}/groups`,
      right: { model: resource.name, action: 'read' },
      weight: 'long',
      summary: `List ${many} by groups, with how many there are and the sums of their numbers`,
      success: 'A page of the groups, ordered by their values',
      query: query(pages),
      data: z.array(group),
      meta: pageMeta.extend({ records: z.int().describe('How many records all groups have') }),
    }),
    file: defineFileCall({
      ...about,
      path: `${path}/groups.csv`,
      right: { model: resource.name, action: 'export' },
      weight: 'heavy',
      summary: `Download ${many} by groups as CSV`,
      description: `Refused with 422 where there are more than ${MOST_GROUPS_IN_FILE} groups.`,
      success: 'The file',
      refusals: [422],
      query: query(),
      file: 'text/csv',
    }),
  };
}
