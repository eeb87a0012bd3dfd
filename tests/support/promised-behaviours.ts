import { listFilters } from '#kernel/list-filters.ts';
import type { Registry } from '#kernel/registry.ts';
import { behaviours } from '#server/behaviours/all.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';

/**
 * Behaviours of a test, and beside them those of the portal that declarations rely on, since they give the lists
 * parameters which these promise, or say whose records are.
 */
export function withPromised(registry: Registry, given: readonly Behaviour[]): Behaviour[] {
  const promised = behaviours.filter(({ resource: name }) => {
    const resource = registry.find(name);
    if (!resource || given.some((one) => one.resource === name)) return false;
    return resource.owned?.own === true || listFilters(resource).some(({ own }) => own);
  });
  return [...given, ...promised];
}
