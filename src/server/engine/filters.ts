import { parseIsoDay } from '#kernel/dates.ts';
import { malformed } from '#kernel/errors.ts';
import type { FilterOperation } from '#kernel/fields/field.ts';
import { booleanKind } from '#kernel/fields/boolean.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { NONE_ID, parseId } from '#kernel/ids.ts';
import { filterOperation, listFilters, type Property, type Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';

/** How a condition compares; each is one form of SQL. */
type Comparison = 'contains' | 'same-text' | 'equals' | 'empty' | 'span' | 'recent';

/** One condition of a list. Conditions with the same property and comparison have the same SQL. */
export interface Condition {
  property: Property;
  comparison: Comparison;
  values: unknown[];
}

/** A filter that a list understands: `by_<key>`. */
interface Filter {
  property: Property;
  operation: FilterOperation;
}

const MOST_DAYS = 36_500;

/** Every `by_<key>` of a resource: each property of a row, and what the declaration calls otherwise. */
export function filtersOf(registry: Registry, resource: Resource): Map<string, Filter> {
  const properties = registry.properties(resource);
  const filters = new Map<string, Filter>();
  for (const [name, property] of properties)
    filters.set(name, { property, operation: filterOperation(property) });
  for (const { key, property: name, operation } of listFilters(resource)) {
    const property = properties.get(name);
    if (property) filters.set(key, { property, operation: operation ?? filterOperation(property) });
  }
  return filters;
}

/**
 * Reads the value of a filter; null where it filters nothing (`All`, empty).
 * @throws {Refusal} 400 that names the parameter when the value makes no sense.
 */
export function readFilter(name: string, filter: Filter, text: string): Condition | null {
  const value = text.trim();
  if (value === '' || value === 'All') return null;
  const { property, operation } = filter;
  const { field } = property;
  const condition = (comparison: Comparison, ...values: unknown[]): Condition => ({
    property,
    comparison,
    values,
  });
  if (operation === 'last-days') {
    const days = /^\d{1,5}$/.test(value) ? Number(value) : 0;
    if (days < 1 || days > MOST_DAYS)
      throw malformed(`${name} must be a whole number of days, such as 30, or All.`);
    return condition('recent', days);
  }
  if (operation === 'contains') return condition('contains', `%${escapeLike(value)}%`);
  switch (field.kind) {
    case 'date':
    case 'instant':
      return condition('span', ...spanOf(name, value));
    case 'boolean': {
      const read = booleanKind.parseCell(field, value);
      if ('error' in read) throw malformed(`${name} must be true, false or All.`);
      return condition('equals', read.value);
    }
    case 'number': {
      const read = kindOf(field).parseCell(field, value);
      if ('error' in read || Math.abs(Number(value)) > 2_147_483_647)
        throw malformed(`${name} must be a whole number.`);
      return condition('equals', read.value);
    }
    case 'ref': {
      if (value === String(NONE_ID) || value.toLowerCase() === 'none') return condition('empty');
      const id = parseId(value);
      if (id === null) throw malformed(`${name} must be the id of a record, or None.`);
      return condition('equals', id);
    }
    case 'choice': {
      const read = kindOf(field).parseCell(field, value);
      if ('error' in read) throw malformed(`${name} must be one of ${field.choices.join(', ')}, or All.`);
      return condition('equals', read.value);
    }
    default:
      return condition('same-text', value);
  }
}

/** Text for LIKE in which every character means itself. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** The first day and the length of a day, a month or a year. */
function spanOf(name: string, value: string): [first: string, length: string] {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(value);
  const first = match && parseIsoDay(`${match[1]}-${match[2] ?? '01'}-${match[3] ?? '01'}`);
  if (!match || !first) throw malformed(`${name} must be a day such as 2026-03-29, a month or a year.`);
  return [first, match[3] ? '1 day' : match[2] ? '1 month' : '1 year'];
}

/** A pattern that a trigram index can use has three letters or digits in a row; others read the table. */
export const INDEXED_PATTERN = /[\p{L}\p{N}]{3}/u;

/** Tells conditions apart that need different SQL. */
export function conditionShape({ property, comparison, values }: Condition): string {
  const indexed = comparison === 'contains' && INDEXED_PATTERN.test(String(values[0]));
  return `${property.name}:${comparison}${indexed ? '+' : ''}`;
}

/**
 * The SQL of a condition.
 * @param column the expression of the property's value
 * @param search the search column, where the property is a text in it: its index finds the rows that can match
 * @param parameters the names of the values, such as $1
 */
export function conditionSql(
  condition: Condition,
  column: string,
  search: string | null,
  parameters: readonly string[],
): string {
  const [first = '', second = ''] = parameters;
  const kind = condition.property.field.kind;
  switch (condition.comparison) {
    case 'contains': {
      const text = kind === 'text' || kind === 'choice' ? column : `${column}::text`;
      const pattern = `lower(${first}::text)`;
      const narrowed =
        search && INDEXED_PATTERN.test(String(condition.values[0])) ? `${search} LIKE ${pattern} AND ` : '';
      return `${narrowed}lower(${text}) LIKE ${pattern}`;
    }
    case 'same-text':
      return `lower(btrim(${column})) = lower(${first}::text)`;
    case 'equals':
      return `${column} = ${first}::${kind === 'boolean' ? 'boolean' : kind === 'choice' ? 'text' : 'integer'}`;
    case 'empty':
      return `${column} IS NULL`;
    case 'span':
      return `(${column} >= ${first}::date AND ${column} < ${first}::date + ${second}::interval)`;
    case 'recent':
      return kind === 'date'
        ? `(${column} > current_date - ${first}::integer AND ${column} <= current_date)`
        : `${column} >= now() - make_interval(days => ${first}::integer)`;
  }
}
