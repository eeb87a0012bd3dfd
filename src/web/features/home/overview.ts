import type { UseQueryOptions } from '@tanstack/react-query';
import type { RecentChange, WaitingWork } from '#kernel/overview.ts';
import { api } from '#web/data/client.ts';
import type { ListAnswer } from '#web/data/queries.ts';

/** The work that waits in every model and among the jobs; kinds of work of which there is none are left out. */
export function waitingQuery(): UseQueryOptions<WaitingWork[]> {
  return {
    queryKey: ['work that waits'],
    queryFn: async ({ signal }) =>
      (await api.get<ListAnswer<WaitingWork>>('/waiting', { signal })).data.filter(({ count }) => count > 0),
  };
}

/** What was changed last, the newest first. */
export function changesQuery(limit: number): UseQueryOptions<RecentChange[]> {
  return {
    queryKey: ['recent changes', limit],
    queryFn: async ({ signal }) =>
      (await api.get<ListAnswer<RecentChange>>('/recent_changes', { query: { limit }, signal })).data,
  };
}
