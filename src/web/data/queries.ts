import { infiniteQueryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { SearchAnswer } from '#calls/search.ts';
import type { DeletedRecord, HistoryEntry } from '#kernel/history.ts';
import { resourcePath, type SystemFields } from '#kernel/resource.ts';
import { api, type Query } from './client.ts';

/** A row of a model that is known at run time only. */
export type RecordRow = SystemFields & Record<string, unknown>;

/** The answer of a list. */
export interface ListAnswer<R = RecordRow> {
  data: R[];
  /** `total_is`: more rows match than were counted; `total` is where counting ended. */
  meta: { total: number; total_is?: 'at_least' } & Record<string, unknown>;
}

export interface RecordAnswer<R = RecordRow> {
  data: R;
}

/*
 * Keys are [model, what, …], so that `invalidateQueries({ queryKey: [model] })` fetches everything about a
 * model again. A change shows up in other models too (a company's code in its cost centers), so after a
 * write invalidate all: only what is on the screen is fetched at once.
 */

/** The call that answers a part of a model's list at an address of its own. */
export interface ListSource {
  /** Below /api. */
  path: string;
  /** The query of the call for that of the model's list. */
  queryFor: (query: Query) => Query;
  /** A row as the model's list has it. */
  row: (answered: never) => RecordRow;
}

/** A list with its filters, sort and page, named as the API names them. @param source where it is not the model's own list */
export function listQuery(
  model: string,
  query: Query = {},
  source?: ListSource,
): UseQueryOptions<ListAnswer> {
  if (!source)
    return {
      queryKey: [model, 'list', query],
      queryFn: ({ signal }) => api.get<ListAnswer>(resourcePath(model), { query, signal }),
    };
  return {
    queryKey: [model, 'list', query, source.path],
    queryFn: async ({ signal }) => {
      const request = { query: source.queryFor(query), signal };
      const { data, meta } = await api.get<ListAnswer<never>>(source.path, request);
      return { data: data.map(source.row), meta };
    },
  };
}

/** How many records there are, or how many the filters leave. */
export function countQuery(
  model: string,
  filters: Query = {},
  source?: Pick<ListSource, 'path' | 'queryFor'>,
): UseQueryOptions<number> {
  const { path, queryFor } = source ?? { path: resourcePath(model), queryFor: (query: Query) => query };
  return {
    queryKey: [model, 'count', filters, path],
    queryFn: async ({ signal }) => {
      const query = queryFor({ ...filters, page: 1, per_page: 1 });
      return (await api.get<ListAnswer>(path, { query, signal })).meta.total;
    },
  };
}

export function recordQuery(model: string, id: number): UseQueryOptions<RecordRow> {
  return {
    queryKey: [model, 'record', id],
    queryFn: async ({ signal }) =>
      (await api.get<RecordAnswer>(`${resourcePath(model)}/${id}`, { signal })).data,
  };
}

/** How many changes of a record are fetched at a time. */
const HISTORY_PAGE = 10;
/** The most that the list of deleted records shows. */
const NEWEST_DELETED = 200;

/** Who changed what, the newest first, page by page. It exists for deleted records too. */
export function historyQuery(model: string, id: number) {
  return infiniteQueryOptions({
    queryKey: [model, 'history', id],
    queryFn: ({ signal, pageParam }) =>
      api.get<ListAnswer<HistoryEntry>>(`${resourcePath(model)}/${id}/history`, {
        query: { page: pageParam, per_page: HISTORY_PAGE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { total } }, pages) =>
      pages.length * HISTORY_PAGE < total ? pages.length + 1 : undefined,
    select: ({ pages }) => ({
      entries: pages.flatMap(({ data }) => data),
      total: pages.at(-1)?.meta.total ?? 0,
    }),
  });
}

/** The records that were deleted last and are not back, the newest first. */
export function deletedQuery(model: string): UseQueryOptions<DeletedRecord[]> {
  return {
    queryKey: [model, 'deleted'],
    queryFn: async ({ signal }) =>
      (
        await api.get<ListAnswer<DeletedRecord>>(`${resourcePath(model)}/deleted`, {
          query: { per_page: NEWEST_DELETED },
          signal,
        })
      ).data,
  };
}

/** Records of any model that the text finds; `q` must not be empty. */
export function searchQuery(q: string): UseQueryOptions<SearchAnswer> {
  return {
    queryKey: ['search', q],
    queryFn: ({ signal }) => api.get<SearchAnswer>('/search', { query: { q }, signal }),
  };
}
