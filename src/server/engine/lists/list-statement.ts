import type { Registry } from '#kernel/registry.ts';
import { csvProperty } from '#kernel/csv/columns.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Statement } from '#server/platform/database/database.ts';
import { foundPageSql, matchedOrder, matchedSql, type Bounds } from './found-page.ts';
import { requestedMeta, metaSql, type ListMeta } from './list-additions.ts';
import { requestShape, type ListRequest } from './list-request.ts';
import {
  hasIndex,
  isFoundByText,
  isNarrowed,
  MOST_COUNTED,
  selectionOf,
  valuesOf,
  type Selection,
} from './list-selection.ts';
import { ROWS_AS_JSON, rowsSql } from '../projection.ts';
import { Joins, literal, quoted, sortExpression } from '../sql.ts';
import type { Statements } from '../statements.ts';

/** Up to this many rows a whole list is one statement; beyond it the rows come in portions. */
export const LARGEST_WHOLE = 1000;

/** The answer of the statement of a page. */
export interface ChosenRows {
  /** JSON: the ids of the page in their order. Not there where they are known from `rows` alone. */
  ids?: string;
  /** How many rows the list has on all its pages, or one more than are counted at most. */
  counted: number;
  /** The model's own members of `meta`: a text that begins with a comma, or is empty. */
  added: string;
  /** The rows of the page as JSON with commas between; null where there are none. Not there where `isComplete` is false. */
  rows?: string | null;
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
   * The rows of a page, or of the whole list up to `LARGEST_WHOLE` rows, and how many there are. Which rows it are is
   * found first, so that a deep page does not gather the rows before it.
   *
   * Where one plan is right for any values, the statement is kept and has the rows, too (`isComplete`). Otherwise it is
   * planned for its values, and finds the ids alone: to plan the joins that rows take would cost more than to make them.
   *
   * The result of an index of texts is supposed to be less than is counted (`isSupposed`). Where it is more, there are no rows.
   * @param how.isMany more match than are counted
   * @param how.isApart the rows are read by their ids, some at a time
   */
  page(
    request: ListRequest,
    { isMany = false, isApart = false } = {},
  ): { statement: Statement; isComplete: boolean; isSupposed: boolean } {
    const { page } = request;
    const isView = this.#resource.source === 'view';
    const first = (page?.number ?? 1) === 1;
    const isServed = !isNarrowed(request) || hasIndex(this.#registry, this.#resource, request);
    const isFound = isNarrowed(request) && isFoundByText(this.#resource, request);
    const isWhole = isView || (isServed && (first || isPlain(request))) || (isFound && first);
    const isComplete = isWhole && !isApart;
    const isSupposed = isFound && first && !isMany && !isApart;
    const place = isMany ? 'many' : first ? 'first' : 'later';
    const shape = `${this.#resource.name}?${requestShape(request)}|${place}${isApart ? '|apart' : ''}`;
    const statement = this.#statements.get(
      shape,
      () => {
        if (isSupposed) return this.#foundSql(request);
        const chosen = this.#chosenSql(request, { isServed, isComplete, isMany });
        if (!isComplete) return `SELECT to_json(ids)::text AS ids, counted, added FROM (${chosen}) chosen`;
        const rows = rowsSql(this.#registry, this.#resource, this.#chosen('chosen.ids'));
        return `WITH chosen AS MATERIALIZED (${chosen})
SELECT to_json(ids)::text AS ids, counted, added,
  (SELECT ${ROWS_AS_JSON} FROM (${rows}) r) AS rows
FROM chosen`;
      },
      isComplete,
    );
    const values = [...this.#values(request), ...(first || !page ? [] : [page.number])];
    return {
      statement: isComplete ? { ...statement, values } : { text: statement.text, values },
      isComplete,
      isSupposed,
    };
  }

  /** How many rows a list has, however many, in the column `total`. */
  count(request: ListRequest): Statement {
    const { joins, where } = this.#select(request);
    const text = `SELECT count(*) AS total FROM ${quoted(this.#resource.name)} t${joins.sql}${where}`;
    return { text, values: this.#values(request) };
  }

  /**
   * One row with `ids`, `counted` and `added`.
   * @param how.isServed an index has the rows in this order; otherwise those that match are read once, for their number
   *   and for the page, unless they are more than are counted
   * @param how.isComplete the statement is kept
   * @param how.isMany more match than are counted
   */
  #chosenSql(
    request: ListRequest,
    { isServed, isComplete, isMany }: { isServed: boolean; isComplete: boolean; isMany: boolean },
  ): string {
    const { name, source } = this.#resource;
    const selection = this.#select(request);
    const { joins, where, sorts, idDirection, parameters } = selection;
    const { page } = request;
    const { size, most } = boundsOf(request);
    // The size is in the text: planned for "some size", a page of 25 would read whole tables. The page of a statement
    // that is kept is in a query of its own, unknown to who plans: a plan for the very page would look cheaper than one
    // for all of them, and be made again for each request.
    const before = `($${parameters + 1}::bigint - 1) * ${size}`;
    const offset = isComplete ? `(SELECT ${before})` : before;
    const part = (page?.number ?? 1) > 1 ? `LIMIT ${size} OFFSET ${offset}` : `LIMIT ${size}`;
    const filtered = `FROM ${quoted(name)} t${joins.sql}${where}`;
    const order = sorts.map(({ expression, direction }) => `${expression}${direction}`).join(', ');
    const inOrder = `ARRAY(SELECT t.id ${filtered} ORDER BY ${order}, t.id${idDirection} ${part})`;
    const added = this.#addedSql(request, filtered);
    if (source === 'view')
      return `SELECT ${inOrder} AS ids, (SELECT count(*) ${filtered}) AS counted, ${added} AS added`;
    if (!isNarrowed(request))
      return `SELECT ${inOrder} AS ids, ${keptCount(name)} AS counted, ${added} AS added`;
    if (isServed) {
      const counted = `(SELECT count(*) FROM (SELECT ${filtered} LIMIT ${most + 1}) matched)`;
      return `SELECT ${inOrder} AS ids, ${counted} AS counted, ${added} AS added`;
    }
    if (isMany) return `SELECT ${inOrder} AS ids, ${most + 1} AS counted, ${added} AS added`;
    return `WITH ${matchedSql(this.#resource, selection, most)},
  number AS (SELECT count(*) AS counted FROM matched)
SELECT CASE WHEN counted <= ${most} THEN ARRAY(SELECT id FROM matched ORDER BY ${matchedOrder(selection, 'matched')} ${part})
  ELSE ${inOrder} END AS ids, counted, ${added} AS added FROM number`;
  }

  /** The first page of what an index of texts finds; see `foundPageSql`. */
  #foundSql(request: ListRequest): string {
    const selection = this.#select(request);
    const filtered = `FROM ${quoted(this.#resource.name)} t${selection.joins.sql}${selection.where}`;
    const added = this.#addedSql(request, filtered);
    return foundPageSql(this.#registry, this.#resource, selection, { ...boundsOf(request), added });
  }

  /** The additions of the model to `meta`. */
  #addedSql({ given }: ListRequest, filtered: string): string {
    const meta = requestedMeta(this.#meta, given);
    if (meta.length === 0) return `''`;
    return `(WITH listed AS (SELECT t.* ${filtered}) SELECT ${metaSql(meta, 'listed')})`;
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
    return isNarrowed(request) ? { text: statement.text, values: this.#values(request) } : statement;
  }

  /**
   * The ids and versions of all records that match, by id, as one JSON array of pairs in the column `versions`.
   * @param how.most not more of them
   * @param how.lock nobody else changes them until the transaction ends
   */
  versions(request: ListRequest, { most, lock }: { most: number; lock: boolean }): Statement {
    const { joins, where } = this.#select(request);
    const text = `SELECT coalesce(json_agg(json_build_array(x.id, x.lock_version)), '[]')::text AS versions
FROM (SELECT t.id, t.lock_version FROM ${quoted(this.#resource.name)} t${joins.sql}${where}
  ORDER BY t.id LIMIT ${most}${lock ? ' FOR NO KEY UPDATE OF t' : ''}) x`;
    return { text, values: this.#values(request) };
  }

  /** The rows of some ids in their order: `rows` is their JSON, separated by commas, `count` how many. */
  rows(ids: readonly (number | string)[]): Statement {
    const statement = this.#statements.get(`${this.#resource.name}=rows`, () => {
      const rows = rowsSql(this.#registry, this.#resource, this.#chosen('$1'));
      return `SELECT ${ROWS_AS_JSON} AS rows, count(*)::integer AS count FROM (${rows}) r`;
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
      const { from, rest } = this.#chosen('$1');
      return `SELECT ${columns.join(', ')} FROM ${from}${joins.sql} ${rest}`;
    });
    return { ...statement, values: [ids] };
  }

  /** The rows of the base table with these ids, which are an array of SQL, in their order. */
  #chosen(ids: string): { from: string; rest: string } {
    const type = this.#resource.source === 'table' ? 'integer' : 'text';
    return {
      from: `unnest(${ids}::${type}[]) WITH ORDINALITY AS page(id, place) JOIN ${quoted(this.#resource.name)} t ON t.id = page.id`,
      rest: 'ORDER BY page.place',
    };
  }

  #values(request: ListRequest): unknown[] {
    return valuesOf(this.#resource, request);
  }

  #select(request: ListRequest): Selection {
    return selectionOf(this.#registry, this.#resource, request);
  }
}

/** How many rows a page has, and how many are counted at most. */
const boundsOf = ({ page }: ListRequest): Bounds =>
  page ? { size: page.size, most: MOST_COUNTED } : { size: LARGEST_WHOLE, most: LARGEST_WHOLE };

/** Whether an index has what a list is ordered by as it is: then it is walked to any page without a look at the rows. */
const isPlain = ({ sorts }: ListRequest): boolean =>
  sorts.every(({ property }) => sortExpression(property, 'it') === 'it');

/** The number of all records of a model, which the database keeps. */
const keptCount = (resource: string) =>
  `(SELECT coalesce(sum(records), 0)::bigint FROM record_counts WHERE resource = ${literal(resource)})`;
