import {
  QueryCache,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError } from './client.ts';
import { logFailure } from './log-failure.ts';

/** Trying again helps where the server is away or busy, never where it refuses. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

/**
 * A cache in which nothing that was requested before a change passes for newer than it. The library fetches anew
 * only for what is shown and was fetched before; a first answer that is under way would come, count as fresh, and show
 * the list as it was.
 */
class PortalQueries extends QueryClient {
  override invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const { refetchType: _refetchType, ...which } = filters ?? {};
    const underWay = this.getQueryCache().findAll({ ...which, fetchStatus: 'fetching' });
    for (const query of underWay) {
      // Those who wait for the answer go on waiting, for the one that follows.
      void query.cancel({ silent: true });
      query.fetch().catch(() => undefined);
    }
    return super.invalidateQueries(filters, { cancelRefetch: false, ...options });
  }
}

/** The cache of the signed-in part; it is emptied when the session ends. */
export const queryClient = new PortalQueries({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => logFailure(JSON.stringify(queryKey), error),
  }),
  defaultOptions: {
    // A browser that thinks it is offline may still reach the portal, and gets an error where it cannot.
    queries: { staleTime: 5_000, retry: worthRetrying, networkMode: 'always' },
    // A write is repeated by the person, with the same intent.
    mutations: { retry: false, networkMode: 'always' },
  },
});
