import type { ReactNode } from 'react';
import type { Resource } from '#kernel/resource.ts';
import { countQuery } from '#web/data/queries.ts';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';
import { listParams, type ListState } from '../list-state.ts';
import type { Narrowed } from '../narrowed.ts';
import { useLoad } from '../use-load.ts';
import { useMay } from '../use-may.ts';
import type { ListViewProps } from './use-listed.ts';

interface EmptyListProps extends Pick<ListViewProps, 'resource' | 'narrowed' | 'nothingYet'> {
  /** There are records that the address leaves out. */
  leftOut: boolean;
  addButton: ReactNode;
}

/** The text of a list that has no record, and what can be done about it. */
export function EmptyList({ resource, narrowed, nothingYet, leftOut, addButton }: EmptyListProps) {
  const may = useMay(resource);
  if (leftOut && narrowed?.none)
    return <EmptyState title={narrowed.none.title}>{narrowed.none.words}</EmptyState>;
  const title = `No ${resource.noun[1]} yet`;
  if (nothingYet)
    return (
      <EmptyState title={title} action={<nothingYet.Ways />}>
        {nothingYet.words}
      </EmptyState>
    );
  return (
    <EmptyState title={title} action={may.create && addButton}>
      {may.create
        ? 'Add the first one, and it will be listed here.'
        : resource.actions.includes('create')
          ? 'They are listed here once somebody adds one.'
          : 'They come from another system and are listed here once they were imported.'}
    </EmptyState>
  );
}

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
    ...countQuery(resource.name, listParams({ ...wanted, filters }, { paged: false }), narrowed?.source),
    enabled: isNeeded,
  });
  if (!isNeeded) return false;
  return load.is === 'loading' ? null : (dataOf(load) ?? 0) > 0;
}
