import { aboutOf } from '#kernel/about.ts';
import { asMention, asReference } from '#kernel/fields/kinds.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { sqlOf } from '../kinds/sql-of.ts';
import { searchedColumns, titleColumn } from '../schema/schema.ts';
import { INDEXED_PATTERN } from '../search/found-texts.ts';
import { Joins, literal, quoted, SEARCH_COLUMN } from '../sql.ts';

/** Records of a list are found by these values of a field, beside their own texts: those that lead to what words name. */
export interface NamedBeside {
  /** The place of the word that these names have; null where they have all of them. */
  word: number | null;
  /** A reference, or the name of a record. */
  field: string;
  values: readonly (number | string)[];
}

/** A way from a record to another one whose names stand in its row. */
interface Way {
  path: readonly string[];
  target: Resource;
  /** The fields of the target with its names. */
  names: readonly string[];
}

/** Words that name more records than these mean nobody in particular, such as the domain of all addresses. */
const MOST_NAMED = 500;

/** Follows from the declarations alone. */
const known = new WeakMap<Registry, Map<Resource, readonly Way[]>>();

/** The ways to people whom the list shows, and to what else says which record it is. */
function waysOf(registry: Registry, resource: Resource): readonly Way[] {
  const ofRegistry = known.get(registry) ?? new Map<Resource, readonly Way[]>();
  known.set(registry, ofRegistry);
  const before = ofRegistry.get(resource);
  if (before) return before;
  const ways = makeWays(registry, resource);
  ofRegistry.set(resource, ways);
  return ways;
}

function makeWays(registry: Registry, resource: Resource): readonly Way[] {
  const properties = registry.properties(resource);
  const about = aboutOf(registry, resource);
  const shown = [...about, ...resource.columns.flatMap((name) => properties.get(name) ?? [])];
  const ways = new Map<string, Way>();
  for (const property of new Set(shown)) {
    const isName = property.path.length === 0 && asMention(property.field) !== null;
    const path = isName ? [property.column] : property.path;
    if (path.length === 0 || property.unknown || ways.has(path.join('.'))) continue;
    const { target, short } = endOf(registry, resource, path);
    const { owned } = target;
    const person = owned?.email === undefined ? [] : [owned.email, owned.name];
    const other = about.includes(property) && !isName ? [property.column, short] : [];
    const texts = searchedColumns(target);
    const names = (person.length > 0 ? person : other).flatMap((name) =>
      name !== undefined && texts.includes(name) ? [name] : [],
    );
    const { target: first } = endOf(registry, resource, path.slice(0, 1));
    const areTables = [first, target].every(({ source }) => source === 'table');
    if (names.length > 0 && areTables) ways.set(path.join('.'), { path, target, names });
  }
  return [...ways.values()];
}

/** The model at the end of a path, and the field with its short names. */
function endOf(registry: Registry, resource: Resource, path: readonly string[]) {
  let target = resource;
  let short: string | undefined;
  for (const step of path) {
    const field = asReference(target.fields[step]) ?? asMention(target.fields[step]);
    if (!field) throw new Error(`${target.name}.${step} leads to no record.`);
    short = field.short;
    target = registry.get(field.target);
  }
  return { target, short };
}

/**
 * Finds the records that the words of a search name and that rows of a list lead to: each word by itself, and all of them together,
 * which may be rare where each is frequent. They are read before the list, so that this needs no join: its rows are found by the
 * indexes of their references.
 * @param words patterns for LIKE
 */
export async function namesBeside(
  runner: Runner,
  registry: Registry,
  resource: Resource,
  words: readonly string[],
): Promise<NamedBeside[]> {
  const places = [...words.keys()];
  const isIndexed = (at: number) => INDEXED_PATTERN.test(words[at] ?? '');
  // A number is looked for in the texts of records that have their name there: nobody is named by one.
  const mayName = (at: number) => !titleColumn(resource) || /\p{L}/u.test(words[at] ?? '');
  const ways = places.some(isIndexed) && places.some(mayName) ? waysOf(registry, resource) : [];
  if (ways.length === 0) return [];
  const alone = places.filter((at) => isIndexed(at) && mayName(at)).map((at) => [at]);
  const sets = words.length === 1 ? [places] : [places, ...alone];
  const { rows } = await runner.query<NamedBeside>({
    text: ways
      .flatMap((way) => sets.map((set) => waySql(registry, resource, way, set)))
      .join('\nUNION ALL\n'),
    values: [...words],
  });
  const found = rows.filter(({ values }) => values.length > 0 && values.length <= MOST_NAMED);
  // Several ways begin with the same field.
  return [...Map.groupBy(found, ({ field, word }) => `${word} ${field}`).values()].flatMap((same) =>
    same.slice(0, 1).map((one) => ({ ...one, values: [...new Set(same.flatMap(({ values }) => values))] })),
  );
}

/** One row: a field of the model, and its values that lead to records with all words of these places in their names. */
function waySql(
  registry: Registry,
  resource: Resource,
  { path, names }: Way,
  words: readonly number[],
): string {
  const [field = '', ...further] = path;
  const { target: first } = endOf(registry, resource, [field]);
  const joins = new Joins(registry, first, 'f', 'n');
  const end = joins.table(further);
  const named = `lower(concat_ws(E'\\n', ${names.map((name) => `${end}.${quoted(name)}`).join(', ')}))`;
  // The index has all texts of a record, which may have the words where its names do not.
  const terms = words
    .map((at) => `lower($${at + 1}::text)`)
    .flatMap((pattern) => [`${end}.${quoted(SEARCH_COLUMN)} LIKE ${pattern}`, `${named} LIKE ${pattern}`]);
  const by = asMention(resource.fields[field])?.by;
  const byField = by === undefined ? undefined : first.fields[by];
  const value = by !== undefined && byField ? sqlOf(byField).unique(`f.${quoted(by)}`) : 'f.id';
  const found = `SELECT DISTINCT ${value} AS value FROM ${quoted(first.name)} f${joins.sql} WHERE ${terms.join(' AND ')} LIMIT ${MOST_NAMED + 1}`;
  const word = words.length === 1 ? `${words[0]}` : 'NULL::integer';
  return `SELECT ${literal(field)} AS field, ${word} AS word, coalesce(json_agg(w.value), '[]') AS values FROM (${found}) w`;
}

/** The condition that a record leads to what the words name. @param parameter the name of the values */
export function besideSql(resource: Resource, field: string, parameter: string): string {
  const own = resource.fields[field];
  const column = `t.${quoted(field)}`;
  return own && asMention(own)
    ? `${sqlOf(own).unique(column)} = ANY (${parameter}::text[])`
    : `${column} = ANY (${parameter}::integer[])`;
}
