import { kindOf } from '#kernel/fields/kinds.ts';
import { text } from '#kernel/fields/text.ts';
import type { ListFilter } from '#kernel/list-filters.ts';
import type { Property } from '#kernel/properties.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { webKindOf } from '../kinds/kinds.ts';
import { givenChoices } from './choice-filter.tsx';
import type { FilterWay } from './filter-way.ts';

/**
 * The property that a filter narrows by; undefined where no input narrows by it. A parameter of the model's own is typed as text where
 * its declaration has it in sight.
 */
export function filteredProperty(
  registry: Registry,
  resource: Resource,
  { key, property, label = key, own, inSight }: ListFilter,
): Property | undefined {
  if (!own || inSight !== true) return registry.properties(resource).get(property);
  return { name: key, label, field: text(label), path: [], column: key, nullable: true };
}

/**
 * How a list is narrowed by a property: as the model declares it, else as the kind of its field does it most usually.
 * Null where it cannot be.
 */
export function filterOf({ field }: Property, declared?: ListFilter): FilterWay | null {
  const operation = declared?.operation ?? kindOf(field).filters[0];
  const way = operation === undefined ? null : webKindOf(field).filter(operation, field);
  return way && declared?.choices && operation !== 'last-days' ? givenChoices : way;
}
