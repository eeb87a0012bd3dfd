import { infiniteQueryOptions, keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import type { ActivityEntry, ActivityLine, ActivityMeta } from '#kernel/activity.ts';
import type { Author } from '#kernel/history.ts';
import { api } from '#web/data/client.ts';
import type { ListAnswer } from '#web/data/queries.ts';

/** So many lines of a change of several records are fetched at a time. */
const LINES = 50;

interface Page<T> {
  data: T[];
  meta: ActivityMeta;
}

/** What was changed, the newest first; older changes are asked for page by page. */
export function activityQuery(filters: Readonly<Record<string, string>>) {
  return infiniteQueryOptions({
    queryKey: ['activity', 'list', filters],
    queryFn: ({ signal, pageParam }) =>
      api.get<Page<ActivityEntry>>('/activity', { query: { ...filters, before: pageParam }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    select: ({ pages }) => {
      const meta = pages[0]?.meta;
      return {
        entries: pages.flatMap(({ data }) => data),
        total: meta?.total ?? 0,
        more: meta?.total_is === 'at_least',
      };
    },
  });
}

/** What one change did to each of its records, in its order. */
export function linesQuery(id: number) {
  return infiniteQueryOptions({
    queryKey: ['activity', 'lines', id],
    queryFn: ({ signal, pageParam }) =>
      api.get<Page<ActivityLine>>(`/activity/${id}/changes`, {
        query: { per_page: LINES, after: pageParam },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    select: ({ pages }) => ({
      lines: pages.flatMap(({ data }) => data),
      total: pages[0]?.meta.total ?? 0,
    }),
  });
}

/** All lines of a change of several records. */
export async function allLines(id: number): Promise<ActivityLine[]> {
  const lines: ActivityLine[] = [];
  let after: number | null = null;
  do {
    const page: Page<ActivityLine> = await api.get(`/activity/${id}/changes`, {
      query: { per_page: 500, after },
    });
    lines.push(...page.data);
    after = page.meta.next;
  } while (after !== null);
  return lines;
}

/** People who changed something, by a part of their name or address. */
export function peopleQuery(q: string): UseQueryOptions<Author[]> {
  return {
    queryKey: ['activity', 'people', q],
    queryFn: async ({ signal }) =>
      (await api.get<ListAnswer<Author>>('/activity/people', { query: { q }, signal })).data,
    placeholderData: keepPreviousData,
  };
}
