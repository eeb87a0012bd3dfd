import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Selection } from './list-selection.ts';
import { ROWS_AS_JSON, rowsSql } from '../projection.ts';
import { quoted } from '../sql.ts';

/** So many rows of a list are read for their number and for a page. */
export interface Bounds {
  /** The rows of a page. */
  size: number;
  /** More rows than these are not counted. */
  most: number;
}

/** The matching rows, read once: `matched` with the ids and what they are sorted by, up to one more than are counted. */
export function matchedSql(resource: Resource, { joins, where, sorts }: Selection, most: number): string {
  const sorted = sorts.map(({ expression }, at) => `${expression} AS sorted${at}`).join(', ');
  return `matched AS MATERIALIZED (SELECT t.id, ${sorted} FROM ${quoted(resource.name)} t${joins.sql}${where} LIMIT ${most + 1})`;
}

/** The order of rows of `matched`, or of rows taken from it. */
export function matchedOrder({ sorts, idDirection }: Selection, from: string): string {
  return [
    ...sorts.map(({ direction }, at) => `${from}.sorted${at}${direction}`),
    `${from}.id${idDirection}`,
  ].join(', ');
}

/**
 * The first page of a list that an index finds, with its rows: one row with `counted`, `added` and `rows`. It is short,
 * since to begin such a statement takes the database longer than to find ten rows by it. Where more rows match than are
 * counted, which are the first ones is not known from them, and it has none.
 * @param added what the model adds to `meta`, as SQL
 */
export function foundPageSql(
  registry: Registry,
  resource: Resource,
  selection: Selection,
  { size, most, added }: Bounds & { added: string },
): string {
  const counted = '(SELECT count(*) FROM matched)';
  const rows = rowsSql(registry, resource, {
    from: `page JOIN ${quoted(resource.name)} t ON t.id = page.id`,
    rest: `ORDER BY ${matchedOrder(selection, 'page')}`,
  });
  return `WITH ${matchedSql(resource, selection, most)},
  page AS MATERIALIZED (SELECT * FROM matched WHERE ${counted} <= ${most} ORDER BY ${matchedOrder(selection, 'matched')} LIMIT ${size})
SELECT ${counted} AS counted, ${added} AS added, (SELECT ${ROWS_AS_JSON} FROM (${rows}) r) AS rows`;
}
