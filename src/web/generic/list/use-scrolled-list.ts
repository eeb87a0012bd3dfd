import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Resource } from '#kernel/resource.ts';
import { listQuery, type ListAnswer, type RecordRow } from '#web/data/queries.ts';
import type { GridScroll } from '#web/grid/types.ts';
import { listParams, PORTION, portionParams, type ListState } from '../list-state.ts';
import { inPassing } from './in-passing.ts';
import type { Loaded } from './use-list.ts';

/** No browser makes an element much higher than so many rows are. */
const MOST_ROWS = 400_000;
const FRESH_MS = 30_000;

const place = (key: string) => `skyledger.scrolled.${key}`;

interface ScrolledList extends Omit<Loaded, 'rows'> {
  rows: readonly (RecordRow | undefined)[];
  scroll: GridScroll;
}

interface Portion {
  data: ListAnswer | undefined;
  error: Error | null;
}

const portionsOf = (results: readonly UseQueryResult<ListAnswer>[]): Portion[] =>
  results.map(({ data, error }) => ({ data, error }));

/**
 * A list whose rows are fetched as one scrolls: the portions in sight and those beside them. Which of the many rows
 * were looked at is kept for each step of the browser's history, so that Back leads to them.
 * @param enabled nothing is fetched where the list has pages instead
 */
export function useScrolledList(resource: Resource, state: ListState, enabled: boolean): ScrolledList {
  const queries = useQueryClient();
  const visit = useLocation({ select: (location) => location.state.__TSR_key ?? '' });
  const params = useMemo(() => listParams(state, { paged: false }), [state]);
  const view = JSON.stringify(params);
  const startAt = useMemo(() => Number(sessionStorage.getItem(place(visit)) ?? 0), [visit]);
  const [range, setRange] = useState({ first: 0, last: 0, view });
  const { first, last } = range.view === view ? range : { first: 0, last: 0 };

  const from = Math.max(0, Math.floor(first / PORTION) - 1);
  const to = Math.floor(last / PORTION) + 1;
  const [total, setTotal] = useState({ view: '', count: 0 });
  const known = total.view === view ? total.count : null;
  const end = known === null ? 0 : Math.max(0, Math.ceil(Math.min(known, MOST_ROWS) / PORTION) - 1);
  const pages = useMemo(() => {
    const wanted = Array.from({ length: Math.max(0, Math.min(to, end) - from + 1) }, (_one, at) => from + at);
    return wanted.length > 0 ? wanted : [0];
  }, [from, to, end]);

  const portions = useQueries({
    queries: pages.map((page) => ({
      ...listQuery(resource.name, portionParams(params, page)),
      staleTime: FRESH_MS,
      enabled,
    })),
    combine: portionsOf,
  });
  const answer = portions.findLast(({ data }) => data !== undefined)?.data;
  // Where more match than were counted there is at least one further portion, whose answer knows more.
  const isLeast = answer?.meta.total_is === 'at_least';
  const counted = answer && answer.meta.total + (isLeast ? PORTION : 0);
  if (counted !== undefined && (total.view !== view || total.count !== counted))
    setTotal({ view, count: counted });

  const count = Math.min(counted ?? known ?? 0, MOST_ROWS);
  const rows = useMemo(() => assembled(count, pages, portions), [count, pages, portions]);

  const sight = useMemo(() => inPassing((first, last) => setRange({ first, last, view })), [view]);
  const onScrolled = useCallback((top: number) => keepPlace(visit, top), [visit]);
  useEffect(() => sight.stop, [sight]);

  const failures = useMemo(
    () =>
      new Map(
        portions.flatMap(({ data, error }, at) => (error && !data ? [[pages[at] ?? 0, error.message]] : [])),
      ),
    [portions, pages],
  );
  const failureAt = useCallback(
    (index: number) => failures.get(Math.floor(index / PORTION)) ?? null,
    [failures],
  );
  const onRetry = useCallback(
    (index: number) => {
      const portion = Math.floor(index / PORTION);
      const { queryKey } = listQuery(resource.name, portionParams(params, portion));
      void queries.refetchQueries({ queryKey, exact: true });
    },
    [queries, resource, params],
  );
  const scroll = useMemo(
    () => ({ onRange: sight.see, onScrolled, failureAt, onRetry, startAt }),
    [sight, onScrolled, failureAt, onRetry, startAt],
  );

  const failed = count === 0 && portions.every(({ data, error }) => error !== null && data === undefined);
  const waiting = counted === undefined && known === null;
  return {
    rows,
    total: counted ?? known ?? 0,
    isLeast,
    meta: answer?.meta,
    status: failed ? 'failed' : waiting ? 'loading' : 'ready',
    failure: failed ? portions[0]?.error?.message : undefined,
    onRetry: () => onRetry(0),
    scroll,
  };
}

function assembled(
  count: number,
  pages: readonly number[],
  portions: readonly Portion[],
): readonly (RecordRow | undefined)[] {
  const rows = Array.from<RecordRow | undefined>({ length: count });
  for (const [at, page] of pages.entries())
    for (const [offset, row] of (portions[at]?.data?.data ?? []).entries()) {
      const index = page * PORTION + offset;
      if (index < count) rows[index] = row;
    }
  return rows;
}

function keepPlace(visit: string, top: number): void {
  try {
    sessionStorage.setItem(place(visit), String(Math.round(top)));
  } catch {
    // A full storage costs what Back remembers, not the list.
  }
}
