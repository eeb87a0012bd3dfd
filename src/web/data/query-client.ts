import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';
import { logFailure } from './log-failure.ts';

/** Trying again helps where the server is away or busy, never where it refuses. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

/** The cache of the signed-in part; it is emptied when the session ends. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => logFailure(JSON.stringify(queryKey), error),
  }),
  defaultOptions: {
    // A browser that thinks it is offline may still reach the portal, and is told where it cannot.
    queries: { staleTime: 5_000, retry: worthRetrying, networkMode: 'always' },
    // A write is repeated by the person, with the same intent.
    mutations: { retry: false, networkMode: 'always' },
  },
});
