import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Statement } from '#server/platform/database.ts';
import { searchedColumns, titleColumn } from './schema.ts';
import { Joins, literal, quoted, SEARCH_COLUMN } from './sql.ts';

/** What is searched for, as patterns for LIKE whose characters mean themselves. */
export interface SearchRequest {
  /** The whole text, which is an exact hit. */
  text: string;
  /** The start of a title. */
  start: string;
  /** Parts that must all occur in the texts of a record; empty where they are too short for the index. */
  parts: string[];
  /** At most so many hits of each model. */
  limit: number;
}

/** One row of the statement's answer; `rank` 0 is an exact hit, 1 a start, 2 a part of the title, 3 of others. */
export interface FoundRow {
  model: string;
  id: number;
  title: string | null;
  rank: number;
  /** Its place among the hits of its model, from 1. */
  place: number;
  /** The values of `otherTexts`. */
  texts: (string | null)[];
}

/**
 * So many records with the parts are looked at for the best ones. Where there are more, as for a part that
 * nearly every record has, reading them all would keep the person waiting for an order that nobody misses.
 */
const CANDIDATES = 200;

/** The fields of a record in which a search looks beside its title. */
export const otherTexts = (resource: Resource): string[] =>
  searchedColumns(resource).filter((name) => name !== resource.title);

/**
 * Finds records of several models at once: first those whose title starts with the text, by the index of the
 * titles, then those that have its parts anywhere, by the trigram index. One hit more than the limit is
 * answered where there is one. The text is planned anew each time: a plan for any text could not read a part
 * of an index.
 */
export function searchStatement(
  registry: Registry,
  resources: readonly Resource[],
  request: SearchRequest,
): Statement {
  const parts = request.parts.map((_, at) => `lower($${at + 3}::text)`);
  const tables = resources.map((resource, at) => modelSql(registry, resource, at, parts, request.limit + 1));
  return {
    text: `WITH given AS (SELECT ${['$1::text', '$2::text', ...parts].join(', ')}),
${tables.map(({ found }) => found).join(',\n')}
${tables.map(({ rows }) => rows).join('\nUNION ALL\n')}`,
    values: [request.text, request.start, ...request.parts],
  };
}

/** The subqueries `starts<at>` and `parts<at>` of a model, and the SELECT of its best hits. */
function modelSql(registry: Registry, resource: Resource, at: number, parts: string[], most: number) {
  const joins = new Joins(registry, resource);
  const property = registry.properties(resource).get(resource.title);
  if (!property) throw new Error(`Resource ${resource.name}, title: no row has ${resource.title}.`);
  const table = quoted(resource.name);
  const title = titleColumn(resource);
  const lowered = title ? `lower(t.${quoted(title)})` : `''`;
  const starts = title
    ? `SELECT t.id, CASE WHEN ${lowered} = lower($1::text) THEN 0 ELSE 1 END AS rank, ${lowered} AS sorted
  FROM ${table} t WHERE ${lowered} LIKE lower($2::text)
  ORDER BY ${lowered} USING ~<~, t.id LIMIT ${most}`
    : `SELECT 0 AS id, 0 AS rank, '' AS sorted WHERE false`;
  const searchable = parts.length > 0 && searchedColumns(resource).length > 0;
  const terms = searchable ? parts.map((part) => `t.${SEARCH_COLUMN} LIKE ${part}`) : ['false'];
  const inTitle = parts.map((part) => `sorted LIKE ${part}`).join(' AND ') || 'false';
  const texts = otherTexts(resource).map((name) => `t.${quoted(name)}`);
  const shown = joins.column(property);
  return {
    found: `starts${at} AS MATERIALIZED (${starts}),
parts${at} AS (
  SELECT id, CASE WHEN ${inTitle} THEN 2 ELSE 3 END AS rank, sorted FROM (
    SELECT t.id, ${lowered} AS sorted FROM ${table} t
    WHERE (SELECT count(*) FROM starts${at}) < ${most} AND ${terms.join(' AND ')}
      AND ${lowered} NOT LIKE lower($2::text) LIMIT ${CANDIDATES}
  ) candidates ORDER BY rank, sorted, id LIMIT ${most}
)`,
    rows: `SELECT ${literal(resource.name)} AS model, t.id, ${shown}::text AS title, best.rank, best.place::integer,
  json_build_array(${texts.join(', ')}) AS texts
FROM (SELECT *, row_number() OVER (ORDER BY rank, sorted, id) AS place
  FROM (SELECT * FROM starts${at} UNION ALL SELECT * FROM parts${at}) found
  ORDER BY place LIMIT ${most}) best JOIN ${table} t ON t.id = best.id${joins.sql}`,
  };
}
