import { LARGEST_LIMIT } from '#calls/search.ts';
import { aboutOf } from '#kernel/about.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { OwnedSql } from '../owned.ts';
import { mayMatchSql } from './found-texts.ts';
import { searchedColumns, titleColumn } from '../schema/schema.ts';
import { Joins, literal, quoted, SEARCH_COLUMN } from '../sql.ts';

/** A request for a search; `parts` are patterns for LIKE whose characters mean themselves. */
export interface SearchRequest {
  /** The whole text: an exact hit, or the start of a title. */
  text: string;
  /** Must all occur in the texts of a record; empty where they are too short for the index. */
  parts: string[];
  /** Patterns that every text with the parts fits; they are looked up in the index of trigrams. */
  keys: string[];
  /** Pieces that every text with the parts has; they are looked up in the index of pieces in place of `keys`. */
  pieces: string[];
  /** At most so many hits of each model. */
  limit: number;
  /** Whose records are searched alone: an address, and the condition of each model; null for everybody's. */
  owner?: { email: string; owned: (resource: Resource) => OwnedSql } | null;
}

/**
 * One row of the statement's answer; those of a model stand in the order in which they are shown.
 * `rank` 0 is an exact hit, 1 a start, 2 a part of the title, 3 of others.
 */
export interface FoundRow {
  model: string;
  id: number;
  title: string | null;
  rank: number;
  /** The values of `otherTexts`. */
  texts: (string | string[] | null)[];
  /** The values of `aboutOf`. */
  about: unknown[];
}

/** How many rows of each model are answered at most: one more than the limit, which is a value of the statement. */
const MOST = '$2::integer';
/** A limit beside it, so that plans count on few rows: the value itself is unknown while planning. */
const AT_MOST = `LIMIT ${LARGEST_LIMIT + 1}`;

/**
 * So many records with the parts are looked at for the best ones. Where there are more, as for a part that
 * nearly every record has, reading them all would keep the person waiting for an order that nobody misses.
 */
const CANDIDATES = 200;
/** So many of the newest records are tried first. */
const TRIED = 64;
/** With more hits than this among them a part is frequent, and the trigram index would name thousands. */
const FREQUENT = 8;

/** The fields of a record in which a search looks beside its title. */
export const otherTexts = (resource: Resource): string[] =>
  searchedColumns(resource).filter((name) => name !== resource.title);

/**
 * How a search is planned: once for any text, since planning thirty tables anew takes longer than reading them,
 * and by the indexes, since a plan for any text would sooner read whole tables than count on it being rare.
 */
export const SEARCH_SETTINGS = [
  'plan_cache_mode = force_generic_plan',
  'enable_seqscan = off',
  'jit = off',
  'max_parallel_workers_per_gather = 0',
]
  .map((setting) => `SET LOCAL ${setting}`)
  .join('; ');

/** Searches of the same shape are answered by the same statement. */
export const searchShape = (
  resources: readonly Resource[],
  { parts, keys, pieces, owner }: SearchRequest,
): string =>
  `search${owner ? ' of one' : ''}|${parts.length}|${keys.length}|${pieces.length}|${resources.map(({ name }) => name).join(',')}`;

/** The values of a search in the order in which its statement numbers them. */
export const searchValues = ({
  text,
  limit,
  parts,
  keys,
  pieces,
  owner,
}: SearchRequest): (string | number)[] => [
  text,
  limit + 1,
  ...parts,
  ...keys,
  ...pieces,
  ...(owner ? [owner.email] : []),
];

/**
 * Finds records of several models at once: first those whose title starts with the text, by the index of the
 * titles, then those that have its parts anywhere. What is frequent is found among the newest records, what is
 * rare by the trigram index. One hit more than the limit is answered where there is one.
 */
export function searchSql(
  registry: Registry,
  resources: readonly Resource[],
  request: SearchRequest,
): string {
  const first = 3 + request.parts.length;
  const parts = request.parts.map((_, at) => `lower($${at + 3}::text)`);
  const pieces = request.pieces.map((_, at) => `$${at + first}`);
  const indexed =
    pieces.length > 0
      ? [mayMatchSql('', pieces)]
      : request.keys.map((_, at) => `t.${SEARCH_COLUMN} LIKE lower($${at + first}::text)`);
  const email = `$${first + request.keys.length + request.pieces.length}`;
  const ownedBy = (resource: Resource) => request.owner?.owned(resource)('t', email);
  const tables = resources.map((resource, at) =>
    modelSql(registry, resource, { at, parts, indexed, owned: ownedBy(resource) }),
  );
  return `WITH ${tables.flatMap(({ subqueries }) => subqueries).join(',\n')}
${tables.map(({ rows }) => rows).join('\nUNION ALL\n')}`;
}

interface ModelParts {
  /** Which model it is, for the names of its subqueries. */
  at: number;
  parts: string[];
  /** Conditions that an index serves. */
  indexed: string[];
  /** The condition of the records that are searched; undefined for all. */
  owned: string | undefined;
}

function modelSql(registry: Registry, resource: Resource, { at, parts, indexed, owned }: ModelParts) {
  const property = registry.properties(resource).get(resource.title);
  if (!property) throw new Error(`Resource ${resource.name}, title: no row has ${resource.title}.`);
  const joins = new Joins(registry, resource, 'found');
  const title = titleColumn(resource);
  const lowered = title ? `lower(t.${quoted(title)})` : `''`;
  const about = aboutOf(registry, resource);
  const needed = [property, ...about].map(({ path, column }) => path[0] ?? column);
  const carried = [...new Set([...otherTexts(resource), ...needed])].map(quoted);
  const columns = ['id', ...carried.filter((name) => name !== '"id"')].map((name) => `t.${name}`).join(', ');
  const searched = parts.length > 0 && searchedColumns(resource).length > 0;
  // LIKE finds its range of an index only where the text is known while planning.
  const starts = `${lowered} ~>=~ lower($1::text) AND ${lowered} ~<~ (lower($1::text) || chr(1114111))`;
  const others = [
    ...parts.map((part) => `t.${SEARCH_COLUMN} || '' LIKE ${part}`),
    ...(title ? [`NOT starts_with(${lowered}, lower($1::text))`] : []),
  ].join(' AND ');
  const rank = `CASE WHEN ${parts.map((part) => `sorted LIKE ${part}`).join(' AND ')} THEN 2 ELSE 3 END`;
  const list = (columns: readonly string[]) => `json_build_array(${columns.join(', ')})`;
  const shown = `SELECT ${literal(resource.name)} AS model, found.id, ${joins.column(property)}::text AS title,
  found.rank, ${list(otherTexts(resource).map((name) => `found.${quoted(name)}`))} AS texts,
  ${list(about.map((one) => joins.answer(one)))} AS about FROM`;
  const from =
    owned === undefined
      ? `FROM ${quoted(resource.name)} t`
      : `FROM (SELECT t.* FROM ${quoted(resource.name)} t WHERE ${owned}) t`;
  const subqueries: string[] = [];
  const rows: string[] = [];
  if (title) {
    subqueries.push(`starts${at} AS MATERIALIZED (
  SELECT * FROM (SELECT ${columns}, CASE WHEN ${lowered} = lower($1::text) THEN 0 ELSE 1 END AS rank
  ${from} WHERE ${starts} ORDER BY ${lowered} USING ~<~, t.id LIMIT ${MOST}) first ${AT_MOST})`);
    rows.push(`${shown} starts${at} found${joins.sql}`);
  }
  if (searched) {
    const wanted = title ? `(SELECT count(*) FROM starts${at}) < ${MOST}` : 'true';
    const tried = `(SELECT count(*) FROM newest${at})`;
    const bound = `greatest(${FREQUENT}, ${MOST})`;
    subqueries.push(`newest${at} AS MATERIALIZED (
  SELECT ${columns}, ${lowered} AS sorted FROM (SELECT t.* ${from} ORDER BY t.id DESC LIMIT ${TRIED}) t
  WHERE ${wanted} AND ${others})`);
    rows.push(`${shown} (SELECT * FROM (
  SELECT *, ${rank} AS rank FROM (
    SELECT * FROM newest${at} WHERE ${tried} > ${bound}
    UNION ALL (SELECT ${columns}, ${lowered} AS sorted ${from}
    WHERE ${wanted} AND ${tried} <= ${bound}
      AND ${indexed.join(' AND ')} AND ${others} LIMIT ${CANDIDATES})
  ) candidates ORDER BY rank, sorted, id LIMIT ${MOST}) best ${AT_MOST}) found${joins.sql}`);
  }
  if (rows.length === 0)
    rows.push(
      `SELECT ${literal(resource.name)}, 0, NULL, 0, NULL, NULL WHERE $1::text IS NULL AND ${MOST} IS NULL`,
    );
  return { subqueries, rows: rows.join('\nUNION ALL\n') };
}
