import { keepPreviousData } from '@tanstack/react-query';
import type { Resource } from '#kernel/resource.ts';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import type { GridProps } from '#web/grid/types.ts';
import { listQuery, type ListAnswer, type ListSource, type RecordRow } from '#web/data/queries.ts';
import { useLoad } from '../use-load.ts';
import { listParams, type ListState, type ListStateChange } from '../list-state.ts';
import { useLastPage } from './use-last-page.ts';

/** The loaded part of a list, as the grid takes it. */
export type Loaded = Required<Pick<GridProps<RecordRow>, 'total' | 'isLeast' | 'status' | 'onRetry'>> & {
  rows: readonly RecordRow[];
  /** The members of the answer beside the rows; undefined until there is one. */
  meta: ListAnswer['meta'] | undefined;
  failure?: string;
};

const NO_ROWS: RecordRow[] = [];

/**
 * The page of a list that is in the address, as the grid takes it. The page before stays until it comes.
 * @param how.enabled nothing is fetched where the list has no pages
 * @param how.source the call that answers it, where that is not the model's own list
 */
export function useList(
  resource: Resource,
  state: ListState,
  change: ListStateChange,
  { enabled = true, source }: { enabled?: boolean; source?: ListSource | undefined } = {},
): Loaded {
  const load = useLoad({
    ...listQuery(resource.name, listParams(state), source),
    placeholderData: keepPreviousData,
    enabled,
    // The address has fetched the rows already; where that failed, the person sees it and may try again.
    retryOnMount: false,
  });
  const data = dataOf(load);
  const previous = load.is === 'loaded' && load.previous;
  const total = data?.meta.total ?? 0;
  const isLeast = data?.meta.total_is === 'at_least';
  useLastPage(load, { ...state, toPage: change.toPage });

  const loaded = previous ? 'refreshing' : 'ready';
  return {
    rows: data?.data ?? NO_ROWS,
    total,
    isLeast,
    meta: data?.meta,
    status: load.is === 'loaded' ? loaded : load.is,
    failure: load.is === 'failed' ? load.error.message : undefined,
    onRetry: () => load.is === 'failed' && load.retry(),
  };
}
