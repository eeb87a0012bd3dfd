import type { Resource } from '#kernel/resource.ts';
import { countQuery } from '#web/data/queries.ts';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import { listParams, type ListState } from '../list-state.ts';
import type { Narrowed } from '../narrowed.ts';
import { useLoad } from '../use-load.ts';

/**
 * Whether there are records that an address leaves out that no filter wants; null until that is known.
 * @param isEmpty it is fetched only where nothing else is there
 */
export function useLeftOut(
  resource: Resource,
  wanted: ListState,
  narrowed: Narrowed | undefined,
  isEmpty: boolean,
): boolean | null {
  const filters = { ...wanted.filters, ...narrowed?.only };
  const isNeeded = isEmpty && narrowed?.unless !== undefined;
  const load = useLoad({
    ...countQuery(resource.name, listParams({ ...wanted, filters }, { paged: false })),
    enabled: isNeeded,
  });
  if (!isNeeded) return false;
  return load.is === 'loading' ? null : (dataOf(load) ?? 0) > 0;
}
