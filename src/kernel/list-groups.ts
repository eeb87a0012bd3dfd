import { kindOf } from './fields/kinds.ts';
import type { Property } from './properties.ts';
import type { Registry } from './registry.ts';
import type { Resource } from './resource.ts';

/*
 * Lists by groups: `owner`, or `provider,date:month`. The address, saved views and the API spell it the same way.
 */

/** One field that a list is grouped by; of days and moments by day or by month. */
export interface Grouping {
  property: Property;
  by: 'value' | 'day' | 'month';
}

/** A list is grouped by so many fields at most. */
export const MOST_GROUPINGS = 2;
/** So many groups are shown at a time. */
export const GROUPS_SHOWN = 100;

/** The word of `by_<field>_lacks`. */
export const LACKS = 'yes';

/** Whether the values of a property lie in days. */
export const hasDays = ({ field }: Property): boolean => kindOf(field).filters.includes('day');

/** Whether a list can be grouped by a property: not by whole texts and lists, nor by what tells one record from all others. */
export const isGroupable = ({ name, field, path }: Property): boolean =>
  !(name === 'id' && path.length === 0) && name !== 'lock_version' && kindOf(field).isWhole !== true;

/** Reads what a list is grouped by, such as `provider,date:month`; null where it makes no sense. */
export function readGroupings(registry: Registry, resource: Resource, text: string): Grouping[] | null {
  const properties = registry.properties(resource);
  const names = text.split(',');
  const groupings = names.flatMap((word): Grouping[] => {
    const [name = '', part] = word.split(':');
    const property = properties.get(name);
    if (!property || !isGroupable(property) || word.split(':').length > 2) return [];
    if (part !== undefined && !(part === 'month' && hasDays(property))) return [];
    return [{ property, by: part === 'month' ? 'month' : hasDays(property) ? 'day' : 'value' }];
  });
  const isRight = groupings.length === names.length && names.length <= MOST_GROUPINGS;
  const isEachOnce = new Set(groupings.map(({ property }) => property.name)).size === groupings.length;
  return isRight && isEachOnce ? groupings : null;
}

/** A grouping as it is written in an address. */
export const writeGrouping = ({ property, by }: Grouping): string =>
  by === 'month' ? `${property.name}:month` : property.name;

/** The heading of a grouping: 'Date (month)'. */
export const groupingLabel = ({ property, by }: Grouping): string =>
  by === 'month' ? `${property.label} (month)` : property.label;

/** The filter, by its key and value, that a group is the list of; null for a value that no address has room for. */
export function filterOfGroup(
  { property, by }: Grouping,
  value: unknown,
): [key: string, value: string] | null {
  if (value === null) return [`${property.name}_lacks`, LACKS];
  const word = String(value);
  if (by !== 'value') return [property.name, word];
  return word.length <= 500 ? [`${property.name}_is`, word] : null;
}

/** The exact filter that a key such as `owner_is` or `owner_lacks` stands for; undefined for another key. */
export function exactFilter(
  registry: Registry,
  resource: Resource,
  key: string,
): { property: Property; what: 'is' | 'lacks' } | undefined {
  const [, name = '', what] = /^(.+)_(is|lacks)$/.exec(key) ?? [];
  const property = registry.properties(resource).get(name);
  if (!property || !isGroupable(property) || (what === 'is' && hasDays(property))) return undefined;
  return { property, what: what === 'is' ? 'is' : 'lacks' };
}
