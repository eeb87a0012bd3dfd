import type { RecentChange } from '#calls/overview.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { readActivity } from './activity/sets.ts';

/**
 * The last changes in these models: what one request did to several records of a model, as an import does, is one
 * change.
 * @param most how many changes
 */
export async function recentChanges(
  runner: Runner,
  registry: Registry,
  resources: readonly Resource[],
  most: number,
): Promise<RecentChange[]> {
  const wanted = { resources, action: null, person: null, from: null, until: null };
  const { data } = await readActivity(runner, registry, wanted, { before: null, most });
  return data.map(({ at, by, action, model, count, record, fields }) => ({
    at,
    by,
    action,
    model,
    count,
    more: false,
    id: record.id,
    title: record.title,
    fields,
  }));
}
