import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { withShortNames } from './filters.ts';
import type { ListRequest } from './list-request.ts';
import { namesBeside } from './names-beside.ts';

/**
 * A request whose texts that name records are looked up: short names in its filters, and in its search the names of records that
 * rows lead to.
 */
export async function withNames(
  runner: Runner,
  registry: Registry,
  resource: Resource,
  request: ListRequest,
): Promise<ListRequest> {
  const [conditions, beside] = await Promise.all([
    withShortNames(runner, registry, resource, request.conditions),
    request.words.length > 0 ? namesBeside(runner, registry, resource, request.words) : [],
  ]);
  return { ...request, conditions, beside };
}
