import { kindOf } from './fields/kinds.ts';
import type { Property } from './properties.ts';
import type { Registry } from './registry.ts';
import type { Resource } from './resource.ts';

/** At most so many values are shown beside a title. */
const MOST_ABOUT = 3;

/** The properties that identify a record beside its title: those of the declaration, or the first texts of its list. */
export function aboutOf(registry: Registry, resource: Resource): Property[] {
  const properties = registry.properties(resource);
  const named = (resource.about ?? resource.columns).flatMap((name) => properties.get(name) ?? []);
  if (resource.about) return named;
  const says = ({ name, field }: Property) => name !== resource.title && kindOf(field).distinguishes;
  return named.filter(says).slice(0, MOST_ABOUT);
}
