import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { api, ApiError, type Query } from '#web/data/client.ts';
import type { ListAnswer } from '#web/data/queries.ts';

/**
 * How to fetch the sums of the lists that are shown anew, where they have any, while their rows stay: a row that was
 * changed in place would else move from under the person, or be gone.
 */
export function useFreshTotals(resource: Resource): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    const lists = queries
      .getQueryCache()
      .findAll({ queryKey: [resource.name, 'list'], type: 'active' })
      .map(({ queryKey, state }) => ({ queryKey, shown: state.data as ListAnswer | undefined }))
      .filter(({ shown }) => shown?.meta['totals'] !== undefined);
    // The portions of one list have the same sums.
    const searches = Map.groupBy(lists, ({ queryKey }) => queryOfOne(queryKey[2] as Query));
    for (const [search, ofSearch] of searches) {
      const answer = await api
        .get<ListAnswer>(resourcePath(resource.name), { query: JSON.parse(search) as Query })
        .catch(nothingNow);
      if (!answer) continue;
      const { totals } = answer.meta;
      for (const { queryKey, shown } of ofSearch) {
        // An answer that came meanwhile is newer, or requests sums of its own.
        if (shown === undefined || queries.getQueryData(queryKey) !== shown) continue;
        queries.setQueryData<ListAnswer>(queryKey, { ...shown, meta: { ...shown.meta, totals } });
        // Its rows are as old as before.
        void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
      }
    }
  }, [queries, resource]);
}

/** Requests the same list with as few rows as there can be. */
const queryOfOne = (query: Query): string => JSON.stringify({ ...query, page: 1, per_page: 1 });

/** The sums come with the list when it is fetched next. */
function nothingNow(error: unknown): null {
  if (error instanceof ApiError) return null;
  throw error;
}
