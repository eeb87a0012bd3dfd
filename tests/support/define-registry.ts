import { assembleRegistry, checkRegistry, type Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';

/** Models that fit together. @throws as `checkRegistry` does */
export function defineRegistry(resources: readonly Resource[]): Registry {
  const registry = assembleRegistry(resources);
  checkRegistry(registry);
  return registry;
}
