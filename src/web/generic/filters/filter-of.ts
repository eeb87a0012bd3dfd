import { kindOf } from '#kernel/fields/kinds.ts';
import type { ListFilter } from '#kernel/list-filters.ts';
import type { Property } from '#kernel/properties.ts';
import { webKindOf } from '../kinds/kinds.ts';
import { givenChoices } from './choice-filter.tsx';
import type { FilterWay } from './filter-way.ts';

/**
 * How a list is narrowed by a property: as the model declares it, else as the kind of its field does it most usually.
 * Null where it cannot be.
 */
export function filterOf({ field }: Property, declared?: ListFilter): FilterWay | null {
  const operation = declared?.operation ?? kindOf(field).filters[0];
  const way = operation === undefined ? null : webKindOf(field).filter(operation);
  return way && declared?.choices && operation !== 'last-days' ? givenChoices : way;
}
