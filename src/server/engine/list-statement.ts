import type { Registry } from '#kernel/registry.ts';
import { csvProperty } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Statement } from '#server/platform/database/database.ts';
import { conditionSql } from './filters.ts';
import { metaSql, type ListMeta } from './list-additions.ts';
import { requestShape, type ListRequest } from './list-request.ts';
import { rowsSql } from './projection.ts';
import { columnFields, searchedColumns } from './schema.ts';
import { sqlOf } from './kinds/sql-of.ts';
import { Joins, quoted, SEARCH_COLUMN, sortExpression } from './sql.ts';
import type { Statements } from './statements.ts';

/** Up to this many rows a whole list is one statement; beyond it the rows come in portions. */
export const LARGEST_WHOLE = 1000;

/** The parts of a list's SQL: which rows, and in which order. */
interface Selection {
  joins: Joins;
  where: string;
  /** What rows are sorted by, first to last, each with its ` DESC NULLS LAST` and the like. */
  sorts: readonly { expression: string; direction: string }[];
  /** The direction of the id, which decides between what is equal. */
  idDirection: string;
  parameters: number;
}

/** The values of a request in the order in which its statements number them. */
const valuesOf = (request: ListRequest): unknown[] => [
  ...request.conditions.flatMap((condition) => condition.values),
  ...request.words,
  ...request.given.map(({ value }) => value),
];

/**
 * A list that is searched is planned for its very words: a plan kept for any words cannot tell rare ones, and
 * would look through the whole table for them in the order of the list.
 */
const planned = ({ words }: ListRequest, { text, ...kept }: Statement): Statement =>
  words.length > 0 ? { text } : { text, ...kept };

/** The text that `q` looks into; a view has no column for it. */
function searchText(resource: Resource): string {
  if (resource.source === 'table') return searchedColumns(resource).length > 0 ? `t.${SEARCH_COLUMN}` : `''`;
  const texts = columnFields(resource).map(([name, field]) => sqlOf(field).text(`t.${quoted(name)}`));
  return `lower(concat_ws(E'\\n', ${texts.join(', ')}))`;
}

function selectionOf(registry: Registry, resource: Resource, request: ListRequest): Selection {
  const joins = new Joins(registry, resource, 't', 's');
  const searched = new Set(resource.source === 'table' ? searchedColumns(resource) : []);
  let parameters = 0;
  const next = () => `$${++parameters}`;
  const terms = request.conditions.map((condition) => {
    const { property } = condition;
    const own = property.path.length === 0 && searched.has(property.column);
    const names = condition.values.map(next);
    return conditionSql(condition, joins.column(property), own ? `t.${SEARCH_COLUMN}` : null, names);
  });
  for (const _ of request.words) terms.push(`${searchText(resource)} LIKE lower(${next()}::text)`);
  for (const { parameter } of request.given) terms.push(`(${parameter.where('t', next())})`);
  const sorts = request.sorts.map(({ property, down }) => ({
    expression: sortExpression(property, joins.column(property)),
    // NULLS LAST is said only where there can be nulls: said elsewhere it would keep an index from serving.
    direction: down ? (property.nullable ? ' DESC NULLS LAST' : ' DESC') : '',
  }));
  return {
    sorts,
    joins,
    where: terms.length > 0 ? ` WHERE ${terms.join(' AND ')}` : '',
    idDirection: request.sorts[0]?.down ? ' DESC' : '',
    parameters,
  };
}

/** The statements of the lists of one resource. */
export class ListStatements {
  readonly #registry: Registry;
  readonly #resource: Resource;
  readonly #statements: Statements;
  readonly #meta: readonly ListMeta[];

  constructor(
    registry: Registry,
    resource: Resource,
    statements: Statements,
    meta: readonly ListMeta[] = [],
  ) {
    this.#meta = meta;
    this.#registry = registry;
    this.#resource = resource;
    this.#statements = statements;
  }

  /**
   * The finished body of the answer in the column `body`, in `total` how many rows there are, and in `added` the
   * model's own members of `meta` as text: one page
   * where the request asks for one, else the list up to `LARGEST_WHOLE` rows. The ids are found first, so
   * that a deep page does not gather the rows before it.
   */
  body(request: ListRequest): Statement {
    const { page } = request;
    const size = page?.size ?? LARGEST_WHOLE;
    const statement = this.#statements.get(`${this.#resource.name}?${requestShape(request)}`, () => {
      const { joins, where, sorts, idDirection, parameters } = this.#select(request);
      const order = (of: string) =>
        sorts.map(({ direction }, at) => `${of}sorted${at}${direction}`).join(', ');
      const sorted = sorts.map(({ expression }, at) => `${expression} AS sorted${at}`).join(', ');
      const table = `${quoted(this.#resource.name)} t`;
      const filtered = `FROM ${table}${joins.sql}${where}`;
      const rows = rowsSql(this.#registry, this.#resource, {
        from: `page JOIN ${table} ON t.id = page.id`,
        rest: `ORDER BY ${order('page.')}, page.id${idDirection}`,
      });
      const offset = page ? ` OFFSET ($${parameters + 1}::bigint - 1) * ${size}` : '';
      // Without a name for the rows, the statement of a model that adds nothing stays what it was.
      const listed = this.#meta.length > 0 ? `, listed AS (\n  SELECT t.* ${filtered}\n)` : '';
      const added = listed && `, added AS (\n  SELECT ${metaSql(this.#meta, 'listed')} AS members\n)`;
      const members = added ? 'added.members' : `''`;
      const pageMeta = page ? `',"page":' || $${parameters + 1}::bigint || ',"per_page":${size}}}'` : `'}}'`;
      // The size stands in the text: planned for "some size", a page of 25 would read whole tables.
      return `WITH page AS MATERIALIZED (
  SELECT t.id, ${sorted} ${filtered}
  ORDER BY ${order('')}, t.id${idDirection} LIMIT ${size}${offset}
), counted AS (
  SELECT count(*) AS total ${filtered}
)${listed}${added}
SELECT counted.total, ${members} AS added, '{"data":' || coalesce((SELECT json_agg(r)::text FROM (${rows}) r), '[]')
  || ',"meta":{"total":' || counted.total || ${members} || ${pageMeta} AS body
FROM counted${added && ', added'}`;
    });
    return { ...planned(request, statement), values: [...valuesOf(request), ...(page ? [page.number] : [])] };
  }

  /** All ids of a list in its order, as one JSON array in the column `ids`. */
  ids(request: ListRequest): Statement {
    const shape = `${this.#resource.name}#${requestShape({ ...request, page: null })}`;
    const statement = this.#statements.get(shape, () => {
      const { joins, where, sorts, idDirection } = this.#select(request);
      const order = sorts.map(({ expression, direction }) => `${expression}${direction}`).join(', ');
      const from = `FROM ${quoted(this.#resource.name)} t${joins.sql}${where}`;
      return `SELECT coalesce(json_agg(x.id), '[]')::text AS ids
FROM (SELECT t.id ${from} ORDER BY ${order}, t.id${idDirection}) x`;
    });
    return { ...planned(request, statement), values: valuesOf(request) };
  }

  /** The rows of some ids in their order: `rows` is their JSON, separated by commas, `count` how many. */
  rows(ids: readonly (number | string)[]): Statement {
    const statement = this.#statements.get(`${this.#resource.name}=rows`, () => {
      const rows = rowsSql(this.#registry, this.#resource, this.#chosen());
      return `SELECT string_agg(row_to_json(r)::text, ',') AS rows, count(*)::integer AS count FROM (${rows}) r`;
    });
    return { ...statement, values: [ids] };
  }

  /** The columns of a CSV file for some ids in their order: c0, c1 and so on. */
  cells(ids: readonly (number | string)[]): Statement {
    const statement = this.#statements.get(`${this.#resource.name}=cells`, () => {
      const joins = new Joins(this.#registry, this.#resource);
      const properties = this.#registry.properties(this.#resource);
      const columns = (this.#resource.csv?.export ?? []).map((column, at) => {
        const property = properties.get(csvProperty(column));
        if (!property) throw new Error(`Resource ${this.#resource.name}, csv.export: ${csvProperty(column)}`);
        return `${joins.answer(property)} AS c${at}`;
      });
      const { from, rest } = this.#chosen();
      return `SELECT ${columns.join(', ')} FROM ${from}${joins.sql} ${rest}`;
    });
    return { ...statement, values: [ids] };
  }

  #chosen(): { from: string; rest: string } {
    const type = this.#resource.source === 'table' ? 'integer' : 'text';
    return {
      from: `unnest($1::${type}[]) WITH ORDINALITY AS page(id, place) JOIN ${quoted(this.#resource.name)} t ON t.id = page.id`,
      rest: 'ORDER BY page.place',
    };
  }

  #select(request: ListRequest): Selection {
    return selectionOf(this.#registry, this.#resource, request);
  }
}
