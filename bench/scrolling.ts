import { assembleRegistry } from '#kernel/registry.ts';
import { registry as own } from '#resources/registry.ts';

/** The portal's models, of which cost centers come as one scrolls in place of pages. */
export const registry = assembleRegistry(
  own.all.map((resource) =>
    resource.name === 'cost_centers' ? { ...resource, paging: 'scroll' as const } : resource,
  ),
);
