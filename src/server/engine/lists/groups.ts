import { GROUPS_SHOWN, MOST_GROUPINGS, readGroupings, type Grouping } from '#kernel/list-groups.ts';
import type { ListGroup } from '#calls/groups.ts';
import { LARGEST_PAGE_SIZE, LAST_PAGE } from '#calls/shapes.ts';
import { malformed } from '#kernel/errors.ts';
import { asMoney, kindOf, type Field } from '#kernel/fields/kinds.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Database, Statement } from '#server/platform/database/database.ts';
import { UTC } from '#server/platform/database/today.ts';
import { numberOf, textOf, type Page } from '#server/platform/http/query.ts';
import { sqlOf } from '../kinds/sql-of.ts';
import { columnFields } from '../schema/schema.ts';
import { literal, quoted } from '../sql.ts';
import { hasTotal, type ListParameter } from './list-additions.ts';
import { readListRequest, type ListRequest } from './list-request.ts';
import { selectionOf, valuesOf } from './list-selection.ts';
import { withNames } from './with-names.ts';

/** A checked request for the groups of a list. */
export interface GroupRequest {
  groupings: readonly Grouping[];
  /** Which records are grouped. */
  list: ListRequest;
  zone: string;
  page: Page;
}

/** Groups of a page, how many there are in all, and how many records they have. */
export interface Groups {
  groups: ListGroup[];
  total: number;
  records: number;
}

/** A field whose sums groups have; of amounts by the currency beside it. */
interface Summed {
  name: string;
  field: Field;
  currency: string | null;
}

/** The fields of a model whose sums groups have: amounts, and the numbers of which lists have the sum. */
export function summedFields(resource: Resource): Summed[] {
  return columnFields(resource).flatMap(([name, field]): Summed[] => {
    const money = asMoney(field);
    if (money) return [{ name, field, currency: money.currency }];
    return hasTotal(field) ? [{ name, field, currency: null }] : [];
  });
}

/**
 * Reads the query of the groups of a list: `group`, and what narrows the list.
 * @throws {Refusal} 400 that names the parameter which is unknown or makes no sense
 */
export function readGroupRequest(
  registry: Registry,
  resource: Resource,
  query: Readonly<Record<string, unknown>>,
  { zone = UTC, parameters = [] }: { zone?: string; parameters?: readonly ListParameter[] | undefined },
): GroupRequest {
  const { group, page, per_page: size, ...narrowing } = query;
  const list = readListRequest(registry, resource, narrowing, { paged: false, zone, parameters });
  const groupings = group === undefined ? null : readGroupings(registry, resource, textOf('group', group));
  if (!groupings)
    throw malformed(
      `group must be up to ${MOST_GROUPINGS} fields of the list with a comma between, such as owner, or provider,date:month. Texts of several lines, lists and ids group nothing.`,
    );
  return {
    groupings,
    list,
    zone,
    page: {
      page: page === undefined ? 1 : numberOf('page', textOf('page', page), LAST_PAGE),
      per_page:
        size === undefined ? GROUPS_SHOWN : numberOf('per_page', textOf('per_page', size), LARGEST_PAGE_SIZE),
    },
  };
}

/** The groups of a list, ordered by their values; what has no value comes last. */
export async function groupsOf(
  db: Database,
  registry: Registry,
  resource: Resource,
  request: GroupRequest,
): Promise<Groups> {
  // As the list itself finds them.
  const list = await withNames(db, registry, resource, request.list);
  const { rows } = await db.query<{ total: number; records: number; groups: string }>(
    groupStatement(registry, resource, { ...request, list }),
  );
  const { total = 0, records = 0, groups = '[]' } = rows[0] ?? {};
  return { total: Number(total), records: Number(records), groups: JSON.parse(groups) as ListGroup[] };
}

/** Whether its values are moments, which lie in a day only once a zone is chosen. */
const isMoment = (field: Field) => kindOf(field).sheet === 'instant';

/** One row: how many groups there are, how many records they have, and those of the page as JSON. */
function groupStatement(registry: Registry, resource: Resource, request: GroupRequest): Statement {
  const { groupings, list, zone, page } = request;
  const { joins, where, parameters } = selectionOf(registry, resource, list);
  const values = valuesOf(resource, list);
  const usesZone = groupings.some(({ property }) => isMoment(property.field));
  const zoned = `$${parameters + 1}::text`;
  const keys = groupings.map(
    (grouping, at) => `${keySql(grouping, joins.column(grouping.property), zoned)} AS g${at}`,
  );
  const names = groupings.map((_one, at) => `g${at}`);
  const summed = summedFields(resource);
  const currencies = [...new Set(summed.flatMap(({ currency }) => currency ?? []))];
  const listed = [
    ...keys,
    ...currencies.map((name, at) => `coalesce(t.${quoted(name)}, '') AS c${at}`),
    ...summed.map(({ name }, at) => `t.${quoted(name)} AS s${at}`),
  ];
  const sets = [names, ...currencies.map((_one, at) => [...names, `c${at}`])].map(
    (set) => `(${set.join(', ')})`,
  );
  // Each set leaves all currencies out but its own, which keeps its rows apart.
  const kind = currencies.length > 0 ? `GROUPING(${currencies.map((_one, at) => `c${at}`).join(', ')})` : '0';
  const all = 2 ** currencies.length - 1;
  const sums = summed.map(({ name, currency }, at) => {
    const place = currency === null ? -1 : currencies.indexOf(currency);
    const own = all - 2 ** (currencies.length - 1 - place);
    const sum =
      place < 0
        ? `to_json(max(s${at}) FILTER (WHERE kind = ${all}))`
        : `coalesce(json_object_agg(c${place}, s${at}::text ORDER BY c${place}) FILTER (WHERE kind = ${own} AND s${at} IS NOT NULL), '{}')`;
    return `${literal(name)}, ${sum}`;
  });
  const shown = groupings.map(({ property, by }, at) =>
    by === 'value' ? sqlOf(property.field).answer(`g${at}`) : `g${at}`,
  );
  const order = groupings.flatMap(({ property, by }, at) => [
    `${by === 'value' ? sqlOf(property.field).sort(`g${at}`) : `g${at}`} NULLS LAST`,
    `g${at}`,
  ]);
  const text = `WITH listed AS (
  SELECT ${listed.join(', ')} FROM ${quoted(resource.name)} t${joins.sql}${where}
), sets AS (
  SELECT ${[...names, ...currencies.map((_one, at) => `c${at}`)].join(', ')}, ${kind} AS kind, count(*) AS n
    ${summed.map((_one, at) => `, sum(s${at}) AS s${at}`).join('')}
  FROM listed GROUP BY GROUPING SETS (${sets.join(', ')})
), groups AS (
  SELECT ${names.join(', ')}, max(n) FILTER (WHERE kind = ${all}) AS n, json_build_object(${sums.join(', ')}) AS sums
  FROM sets GROUP BY ${names.join(', ')}
), page AS (
  SELECT json_build_array(${shown.join(', ')}) AS values, n AS count, sums FROM groups
  ORDER BY ${order.join(', ')} LIMIT ${page.per_page} OFFSET ${(page.page - 1) * page.per_page}
)
SELECT (SELECT count(*) FROM groups) AS total, (SELECT coalesce(sum(n), 0) FROM groups) AS records,
  (SELECT coalesce(json_agg(page), '[]')::text FROM page) AS groups`;
  return { text, values: usesZone ? [...values, zone] : values };
}

/** The value by which a record belongs to a group. An empty text is none. */
function keySql({ property, by }: Grouping, column: string, zone: string): string {
  if (by === 'value')
    return sqlOf(property.field).type(property.field) === 'text' ? `nullif(${column}, '')` : column;
  const local = isMoment(property.field) ? `(${column} AT TIME ZONE ${zone})` : column;
  return `to_char(${local}, '${by === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD'}')`;
}

/** A value of a group as a cell of a file. */
export function groupCell({ property, by }: Grouping, value: unknown): string {
  if (value === null) return '';
  return by === 'value' ? kindOf(property.field).formatCell(value, property.field) : String(value);
}
