import type { FilterOperation } from './fields/field.ts';
import { kindOf } from './fields/kinds.ts';
import type { Property } from './properties.ts';
import type { Resource } from './resource.ts';

/** A filter above a list, complete: what `by_<key>` does with which property. */
export interface ListFilter {
  key: string;
  property: string;
  operation: FilterOperation | undefined;
  choices: readonly string[] | undefined;
  label: string | undefined;
  /** false: it has no input above the list. */
  inSight?: boolean | undefined;
  /** It is of no property: the list of this model knows what it means. */
  own?: boolean | undefined;
}

/** The declared filters of a resource; `operation` is undefined where the field's kind decides. */
export function listFilters(resource: Resource): ListFilter[] {
  return Object.entries(resource.filters ?? {}).map(([key, spec]) => {
    const given = typeof spec === 'string' ? { operation: spec } : spec;
    return {
      key,
      property: given.field ?? key,
      operation: given.operation,
      choices: given.choices,
      label: given.label,
      inSight: given.inSight,
      own: given.own,
    };
  });
}

/** How `by_<property>` filters where nothing else is declared: by the kind of the field with the value. */
export const filterOperation = (property: Property): FilterOperation | undefined =>
  kindOf(property.field).filters[0];
