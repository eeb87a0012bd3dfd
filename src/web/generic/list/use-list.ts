import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Resource } from '#kernel/resource.ts';
import type { GridProps } from '#web/grid/types.ts';
import { listQuery, type RecordRow } from '#web/data/queries.ts';
import { listParams, type ListState, type ListStateChange } from '../list-state.ts';

type Loaded = Required<Pick<GridProps<RecordRow>, 'rows' | 'total' | 'status' | 'onRetry'>> & {
  failure?: string;
};

const NO_ROWS: RecordRow[] = [];

/** The page of a list that the address asks for, as the grid takes it. The page before stays until it comes. */
export function useList(resource: Resource, state: ListState, change: ListStateChange): Loaded {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...listQuery(resource.name, listParams(state)),
    placeholderData: keepPreviousData,
  });
  const total = data?.meta.total ?? 0;
  const lastPage = Math.max(1, Math.ceil(total / state.perPage));
  const { setPage } = change;
  useEffect(() => {
    // The last row of the last page was deleted, or a link is older than the list.
    if (data && !isPlaceholderData && state.page > lastPage) setPage(lastPage);
  }, [data, isPlaceholderData, state.page, lastPage, setPage]);

  const status = error ? 'failed' : !data ? 'loading' : isPlaceholderData ? 'refreshing' : 'ready';
  return {
    rows: error ? NO_ROWS : (data?.data ?? NO_ROWS),
    total: error ? 0 : total,
    status,
    failure: error?.message,
    onRetry: () => void refetch(),
  };
}
