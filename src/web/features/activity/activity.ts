import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { LARGEST_SIZE, listActivity, readChange, type ActivityLine } from '#calls/activity.ts';
import type { InputOf } from '#calls/call.ts';
import { fetchWhole } from '#web/data/call.ts';

/** So many lines of a change of several records are fetched at a time. */
const LINES = 50;

const firstPage = undefined as number | undefined;

/** The changes, the newest first; older ones are fetched page by page. */
export function activityQuery(filters: Readonly<Record<string, string>>) {
  return infiniteQueryOptions({
    queryKey: [listActivity.topic, 'list', filters],
    queryFn: ({ signal, pageParam: before }) => {
      // They come from the address, where anything may be; the server refuses invalid ones.
      const input = { ...filters, before } as InputOf<typeof listActivity>;
      return fetchWhole(listActivity, input, { signal });
    },
    initialPageParam: firstPage,
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

/** The lines of one change, by record, in its order. */
export function linesQuery(id: number) {
  return infiniteQueryOptions({
    queryKey: [readChange.topic, 'lines', id],
    queryFn: ({ signal, pageParam: after }) =>
      fetchWhole(readChange, { id, per_page: LINES, after }, { signal }),
    initialPageParam: firstPage,
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
  let after: number | null = 0;
  while (after !== null) {
    const page = { id, per_page: LARGEST_SIZE, ...(after > 0 && { after }) };
    const { data, meta }: Awaited<ReturnType<typeof fetchLines>> = await fetchLines(page);
    lines.push(...data);
    after = meta.next;
  }
  return lines;
}

const fetchLines = (page: InputOf<typeof readChange>) => fetchWhole(readChange, page);
