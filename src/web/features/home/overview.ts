import type { UseQueryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '#calls/call.ts';
import type { countWaiting, listRecentChanges, RecentChange, WaitingWork } from '#calls/overview.ts';
import { api } from '#web/data/client.ts';
import { WORK_THAT_WAITS } from '#web/data/work.ts';

// The start page comes with the first files, among which the calls themselves are not.

/** The work that waits in every model and among the jobs; kinds of work of which there is none are left out. */
export function waitingQuery(): UseQueryOptions<WaitingWork[]> {
  return {
    queryKey: [WORK_THAT_WAITS],
    queryFn: async ({ signal }) =>
      (await api.get<AnswerOf<typeof countWaiting>>('/waiting', { signal })).data.filter(
        ({ count }) => count > 0,
      ),
  };
}

/** The last changes, the newest first. */
export function changesQuery(limit: number): UseQueryOptions<RecentChange[]> {
  return {
    queryKey: ['recent changes', limit],
    queryFn: async ({ signal }) =>
      (await api.get<AnswerOf<typeof listRecentChanges>>('/recent_changes', { query: { limit }, signal }))
        .data,
  };
}
