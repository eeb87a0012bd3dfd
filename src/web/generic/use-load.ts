import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { isGone } from '#web/data/client.ts';
import type { Load } from '#web/ui/pages/loaded.tsx';

/** The used members of a query's result, of one page or of several. */
interface Result<T> {
  data: T | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

/** The state of a query for a screen: data wins over the failure to fetch it again. */
export function loadOf<T>(query: Result<T>): Load<T> {
  const { data, error, isPlaceholderData, refetch } = query;
  if (data !== undefined && !isGone(error)) return { is: 'loaded', data, previous: isPlaceholderData };
  return error ? { is: 'failed', error, retry: () => void refetch() } : { is: 'loading' };
}

/** Fetches something for a screen. The one way to do so: a failure that comes later takes nothing away. */
export function useLoad<T>(options: UseQueryOptions<T>): Load<T> {
  return loadOf(useQuery(options));
}
