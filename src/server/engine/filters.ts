import { dayAfter } from '#kernel/dates.ts';
import { malformed } from '#kernel/errors.ts';
import type { FilterOperation, FilterReading } from '#kernel/fields/field.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { filterOperation, listFilters, type Property, type Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { sqlOf } from './kinds/sql-of.ts';
import { todayIn } from './time-zone.ts';

type Read = Exclude<FilterReading, { error: string }>;

/** One condition of a list. Conditions with the same property and comparison have the same SQL. */
export interface Condition {
  property: Property;
  comparison: Read['comparison'];
  values: readonly unknown[];
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
  const add = (key: string, property: Property | undefined, operation: FilterOperation | undefined) => {
    if (property && operation) filters.set(key, { property, operation });
  };
  for (const [name, property] of properties) add(name, property, filterOperation(property));
  for (const { key, property: name, operation } of listFilters(resource)) {
    const property = properties.get(name);
    add(key, property, operation ?? (property && filterOperation(property)));
  }
  return filters;
}

/**
 * Reads the value of a filter; null where it filters nothing (`All`, empty).
 * @param zone whose calendar says which moments lie in a day
 * @throws {Refusal} 400 that names the parameter when the value makes no sense.
 */
export function readFilter(name: string, filter: Filter, text: string, zone: string): Condition | null {
  const value = text.trim();
  if (value === '' || value === 'All') return null;
  const { property, operation } = filter;
  const read = reading(filter, value, zone);
  if ('error' in read) throw malformed(`${name} ${read.error}`);
  if (read.comparison !== 'span') return { property, ...read };
  const values = sqlOf(property.field).span?.(read.values, zone);
  if (!values) throw new Error(`${name} filters by ${operation}, but its values lie in no day.`);
  return { property, comparison: 'span', values };
}

function reading({ property, operation }: Filter, value: string, zone: string): FilterReading {
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

/** Text for LIKE in which every character means itself. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

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
  const { field } = condition.property;
  const sql = sqlOf(field);
  switch (condition.comparison) {
    case 'contains': {
      const pattern = `lower(${first}::text)`;
      const narrowed =
        search && INDEXED_PATTERN.test(String(condition.values[0])) ? `${search} LIKE ${pattern} AND ` : '';
      return `${narrowed}lower(${sql.text(column)}) LIKE ${pattern}`;
    }
    case 'equals':
      return sql.equals(column, first);
    case 'empty':
      return `${column} IS NULL`;
    case 'span': {
      const type = sql.type(field);
      return `(${column} >= ${first}::${type} AND ${column} < ${second}::${type})`;
    }
  }
}
