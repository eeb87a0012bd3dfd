import { dayAfter } from '#kernel/dates.ts';
import { malformed } from '#kernel/errors.ts';
import type { FilterOperation, FilterReading } from '#kernel/fields/field.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { filterOperation, listFilters } from '#kernel/list-filters.ts';
import { LACKS } from '#kernel/list-groups.ts';
import type { Property } from '#kernel/properties.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { expirySpan, type Tone } from '#kernel/tones.ts';
import { foundBy, foundShape, mayMatchSql, patternSql } from '../search/found-texts.ts';
import { sqlOf } from '../kinds/sql-of.ts';
import { namesBehind, namingOf } from '../short-names.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { todayIn } from '#server/platform/database/today.ts';

type Read = Exclude<FilterReading, { error: string }>;

/**
 * One condition of a list. Conditions with the same property and comparison have the same SQL. `from` and `most` count
 * their bound in, `below` does not; `span` is from one bound to below the other, `between` has both; `named` is what
 * contains the first value or is one of the names in the second. `is` is a text as it is written, letter by letter; what
 * `lacks` a value may have an empty text.
 */
export interface Condition {
  property: Property;
  comparison: Read['comparison'] | 'from' | 'below' | 'most' | 'between' | 'named' | 'is' | 'lacks';
  values: readonly unknown[];
}

/** A filter that a list understands: `by_<key>`. */
export interface Filter {
  property: Property;
  operation: FilterOperation;
  /** The meaning of the values; of a day on which records expire, words find those that have or soon will. */
  tone?: Tone | undefined;
}

const MOST_DAYS = 36_500;

/** Every list needs them, and they follow from the declarations alone. */
const known = new WeakMap<Registry, Map<Resource, ReadonlyMap<string, Filter>>>();

/** Every `by_<key>` of a resource: each property of a row, and what the declaration calls otherwise. */
export function filtersOf(registry: Registry, resource: Resource): ReadonlyMap<string, Filter> {
  const ofRegistry = known.get(registry) ?? new Map<Resource, ReadonlyMap<string, Filter>>();
  known.set(registry, ofRegistry);
  const before = ofRegistry.get(resource);
  if (before) return before;
  const filters = makeFilters(registry, resource);
  ofRegistry.set(resource, filters);
  return filters;
}

function makeFilters(registry: Registry, resource: Resource): ReadonlyMap<string, Filter> {
  const properties = registry.properties(resource);
  const filters = new Map<string, Filter>();
  const add = (key: string, property: Property | undefined, operation: FilterOperation | undefined) => {
    if (property && operation)
      filters.set(key, { property, operation, tone: resource.tones?.[property.name] });
  };
  for (const [name, property] of properties) add(name, property, filterOperation(property));
  for (const { key, property: name, operation } of listFilters(resource)) {
    const property = properties.get(name);
    add(key, property, operation ?? (property && filterOperation(property)));
  }
  return filters;
}

/** The word for no filter, where it is no text that a value may be. */
const ALL = 'All';

/** Whether `All` is looked for like any other word; what a reference brings is one of its records, or all of them. */
export const takesAnyWord = ({ property }: Filter): boolean =>
  property.path.length === 0 && kindOf(property.field).free(property.field);

/**
 * Reads the value of a filter; null where it filters nothing (empty, and `All` where that is no word to look for).
 * @param zone whose calendar says which moments lie in a day
 * @throws {Refusal} 400 that names the parameter when the value makes no sense.
 */
export function readFilter(name: string, filter: Filter, text: string, zone: string): Condition | null {
  const value = text.trim();
  if (value === '' || (value === ALL && !takesAnyWord(filter))) return null;
  const bounds = takesRange(filter) ? /^(.*)\.\.(.*)$/.exec(value) : null;
  if (bounds) return readRange(name, filter, [bounds[1] ?? '', bounds[2] ?? ''], zone);
  return readOne(name, filter, value, zone);
}

/**
 * Reads the value of an exact filter, by which the records of a group are found; null where it is empty.
 * @throws {Refusal} 400 that names the parameter when the value makes no sense.
 */
export function readExact(
  name: string,
  { property, what }: { property: Property; what: 'is' | 'lacks' },
  value: string,
): Condition | null {
  if (value === '') return null;
  if (what === 'lacks') {
    if (value !== LACKS) throw malformed(`${name} must be ${LACKS}.`);
    return { property, comparison: 'lacks', values: [] };
  }
  if (sqlOf(property.field).type(property.field) === 'text')
    return { property, comparison: 'is', values: [value] };
  const read = kindOf(property.field).readFilter(property.field, value);
  if ('error' in read) throw malformed(`${name} ${read.error}`);
  return { property, ...read };
}

function readOne(name: string, filter: Filter, value: string, zone: string): Condition {
  const { property, operation } = filter;
  const read = reading(filter, value, zone);
  if ('error' in read) throw malformed(`${name} ${read.error}`);
  if (read.comparison !== 'span') return { property, ...read };
  const values = sqlOf(property.field).span?.(read.values, zone);
  if (!values) throw new Error(`${name} filters by ${operation}, but its values lie in no day.`);
  return { property, comparison: 'span', values };
}

/** Whether `by_<key>` takes a range too, such as 10..20. */
export const takesRange = ({ property, operation }: Filter): boolean =>
  operation !== 'contains' && sqlOf(property.field).ranges;

/** A range whose ends are words of the same filter: 2026-01..2026-03 is three months; one end may lack. */
function readRange(name: string, filter: Filter, ends: [string, string], zone: string): Condition | null {
  const { property } = filter;
  const [first, last] = ends.map((end) =>
    end.trim() === ''
      ? null
      : readOne(name, { property, operation: endOperation(property) }, end.trim(), zone),
  );
  const from = first?.values[0];
  const until = last?.values.at(-1);
  const days = (first ?? last)?.comparison === 'span';
  if (first && last) return { property, comparison: days ? 'span' : 'between', values: [from, until] };
  if (first) return { property, comparison: 'from', values: [from] };
  return last ? { property, comparison: days ? 'below' : 'most', values: [until] } : null;
}

/** An end of a range is a value as such: a number of days back from today is none. */
const endOperation = ({ field }: Property): FilterOperation =>
  kindOf(field).filters.includes('day') ? 'day' : 'equals';

function reading({ property, operation, tone }: Filter, value: string, zone: string): FilterReading {
  const span = tone && expirySpan(tone, value, todayIn(zone));
  if (span) return { comparison: 'span', values: span };
  const shown = kindOf(property.field).readShown?.(property.field, value);
  if (shown) return shown;
  if (operation === 'contains') return { comparison: 'contains', values: [`%${escapeLike(value)}%`] };
  // A number counts days back from today; a day or a month is itself.
  if (operation === 'last-days' && !value.includes('-')) {
    const days = /^\d{1,5}$/.test(value) ? Number(value) : 0;
    if (days < 1 || days > MOST_DAYS) return { error: 'must be a whole number of days, such as 30, or All.' };
    const today = todayIn(zone);
    return { comparison: 'span', values: [dayAfter(today, -days), dayAfter(today, 1)] };
  }
  return kindOf(property.field).readFilter(property.field, value);
}

/** Conditions in which a text is looked for that names records shortly find those records, too. */
export async function withShortNames(
  runner: Runner,
  registry: Registry,
  resource: Resource,
  conditions: readonly Condition[],
): Promise<Condition[]> {
  const looked = conditions.map(async (condition): Promise<Condition> => {
    const { property, comparison, values } = condition;
    const naming = comparison === 'contains' ? namingOf(registry, resource, property) : null;
    if (!naming) return condition;
    const names = await namesBehind(runner, naming, unescapeLike(String(values[0]).slice(1, -1)));
    return names.length > 0 ? { property, comparison: 'named', values: [...values, names] } : condition;
  });
  return Promise.all(looked);
}

/** The text that `escapeLike` was given. */
const unescapeLike = (text: string): string => text.replaceAll(/\\([\\%_])/g, '$1');

/** Text for LIKE in which every character means itself. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** Distinguishes conditions that need different SQL. */
export function conditionShape({ property, comparison, values }: Condition): string {
  return `${property.name}:${comparison}${comparison === 'contains' ? `-${foundShape(values[0])}` : ''}`;
}

/**
 * The SQL of a condition.
 * @param column the expression of the property's value
 * @param searched whether the property is a text of the search column: the index of that column finds the rows that
 *   can match
 * @param parameters the names of the values, such as $1; of a text that is found by its pieces these follow
 */
export function conditionSql(
  condition: Condition,
  column: string,
  searched: boolean,
  parameters: readonly string[],
): string {
  const [first = '', ...others] = parameters;
  const [second = ''] = others;
  const { field } = condition.property;
  const sql = sqlOf(field);
  const typed = (parameter: string) => `${parameter}::${sql.type(field)}`;
  switch (condition.comparison) {
    case 'contains': {
      const found = foundBy(condition.values[0]);
      const text = `lower(${sql.text(column)})`;
      if (!searched || found === 'table') return `${text} LIKE lower(${first}::text)`;
      return `${mayMatchSql(first, others)} AND ${text} LIKE ${patternSql(first)}`;
    }
    case 'named':
      return `(lower(${sql.text(column)}) LIKE lower(${first}::text) OR lower(btrim(${column})) = ANY (${second}::text[]))`;
    case 'equals':
      return sql.equals(column, first);
    case 'is':
      return `${column} = ${first}::text`;
    case 'lacks':
      return sql.type(field) === 'text' ? `coalesce(${column}, '') = ''` : `${column} IS NULL`;
    case 'empty':
      return `${column} IS NULL`;
    case 'among':
      return `${column} = ANY (${first}::text[])`;
    case 'apart':
      return `(${column} IS NULL OR ${column} <> ALL (${first}::text[]))`;
    case 'span':
      return `(${column} >= ${typed(first)} AND ${column} < ${typed(second)})`;
    case 'between':
      return `(${column} >= ${typed(first)} AND ${column} <= ${typed(second)})`;
    case 'from':
      return `${column} >= ${typed(first)}`;
    case 'below':
      return `${column} < ${typed(first)}`;
    case 'most':
      return `${column} <= ${typed(first)}`;
  }
}
