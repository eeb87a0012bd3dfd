import { Refusal } from '#kernel/errors.ts';
import type { Resource } from '#kernel/resource.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { faultsOf } from './shown.ts';
import { readView } from './store.ts';

/** The rows of a saved view, as a query of its list. */
export interface ViewQuery {
  /** What the view is called. */
  name: string;
  resource: Resource;
  query: Record<string, string>;
}

/**
 * A saved view that somebody sees, as a query of its list; null where they see none of this id.
 * @throws {Refusal} 422 where its list does not take all of it any more: without a filter, it would have other rows
 */
export async function viewQuery(
  services: EngineServices,
  runner: Runner,
  email: string,
  id: number,
): Promise<ViewQuery | null> {
  const view = await readView(runner, email, id);
  const resource = view && services.registry.find(view.model);
  if (!view || !resource) return null;
  const { name, shown } = view;
  // Its columns are those of the screen; a file has those of the model.
  const [fault] = faultsOf(services, resource, { ...shown, columns: null, group: null });
  if (fault)
    throw new Refusal(422, `The view ${name} cannot be used as it is: ${fault.message} Save it anew first.`);
  const filters = Object.fromEntries(
    Object.entries(shown.filters).map(([key, value]) => [`by_${key}`, value]),
  );
  return {
    name,
    resource,
    query: {
      ...filters,
      ...(shown.q && { q: shown.q }),
      ...(shown.sort && { sort: shown.sort }),
    },
  };
}
