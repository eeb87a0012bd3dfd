import {
  parseSearchWith,
  stringifySearchWith,
  useLocation,
  useMatch,
  useNavigate,
  useRouter,
} from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { PAGE_SIZES } from '#kernel/list-views.ts';
import type { GridPaging } from '#web/grid/types.ts';
import { trimmed, useStillHere } from './use-still-here.ts';

/** The state of a list in the address: a link, a reload and the Back button bring the same view. */
export interface ListState {
  /** From 1. */
  page: number;
  perPage: number;
  /** A property, with a `-` before it for descending; null for the model's own order. */
  sort: string | null;
  /** Text to find in any text column; empty for none. */
  q: string;
  /** Filter key → value, without the `by_` of the address; never an empty value. */
  filters: Readonly<Record<string, string>>;
  /** The id of the saved view that was chosen, whose columns are shown; all else of it is in the address itself. */
  view?: number;
  /** What the list is grouped by, such as `provider,date:month`; absent where it is not. */
  group?: string;
}

export { PAGE_SIZES };
const DEFAULT_PAGE_SIZE = 25;

/**
 * Search codecs for the router that keep every value as the text it is. The router's own would read the
 * identifier 12300000000000000000 as a number and lose its last digits.
 */
export const textSearch = {
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
};

/** A value of a search as the text that it is in the address: the router reads numbers and booleans out of it. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

const wholeNumber = (value: unknown): number | null => {
  const text = textOf(value);
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
};

/** Reads the list's part of an address; what cannot be read counts as not given. */
export function readListState(search: Readonly<Record<string, unknown>>): ListState {
  const perPage = wholeNumber(search.per_page);
  const filters: Record<string, string> = {};
  for (const [name, value] of Object.entries(search)) {
    const text = textOf(value);
    if (name.startsWith('by_') && name.length > 3 && text !== '') filters[name.slice(3)] = text;
  }
  const view = wholeNumber(search.view);
  const group = textOf(search.group);
  return {
    ...(group && { group }),
    ...(view !== null && { view }),
    page: wholeNumber(search.page) ?? 1,
    perPage: PAGE_SIZES.find((size) => size === perPage) ?? DEFAULT_PAGE_SIZE,
    sort: textOf(search.sort) || null,
    q: textOf(search.q),
    filters,
  };
}

/** The address's search of a list state, the shortest that reads as the same state. */
export function writeListState(state: ListState): Record<string, string> {
  const search: Record<string, string> = {};
  if (state.view) search.view = String(state.view);
  if (state.group) search.group = state.group;
  if (state.page > 1) search.page = String(state.page);
  if (state.perPage !== DEFAULT_PAGE_SIZE) search.per_page = String(state.perPage);
  if (state.sort) search.sort = state.sort;
  if (state.q) search.q = state.q;
  for (const [key, value] of Object.entries(state.filters)) if (value) search[`by_${key}`] = value;
  return search;
}

/**
 * The query of `GET /api/<model>` for a list state.
 * `paged: false` leaves the page out, for a download or a list without pages.
 */
export function listParams(state: ListState, { paged = true } = {}): Record<string, string> {
  const { page: _page, per_page: _perPage, view: _view, group: _group, ...rest } = writeListState(state);
  return paged ? { ...rest, page: String(state.page), per_page: String(state.perPage) } : rest;
}

/** Rows that a list without pages fetches at a time. */
export const PORTION = 100;

/** The query for one of these portions, counted from 0. */
export const portionParams = (params: Record<string, string>, portion: number): Record<string, string> => ({
  ...params,
  page: String(portion + 1),
  per_page: String(PORTION),
});

const readAddress = (searchStr: string) => readListState(Object.fromEntries(new URLSearchParams(searchStr)));

const remembered = (path: string) => `skyledger.list.${path}`;

/** The search with which the list at `path` was last looked at in this tab, for a link back to it. */
export function lastListSearch(path: string): Record<string, string> {
  const kept = new URLSearchParams(sessionStorage.getItem(remembered(path)) ?? '');
  return Object.fromEntries(kept);
}

/** Whether the list at `path` was last looked at in this tab without any filter. */
export const wasCleared = (path: string): boolean => sessionStorage.getItem(remembered(path)) === '';

/** Remembers a state for the list at `path`, which begins with it: filters that are none count as cleared there. */
export const rememberList = (path: string, state: ListState): void =>
  sessionStorage.setItem(remembered(path), new URLSearchParams(writeListState(state)).toString());

/** How a list's state is changed; whatever changes which rows there are goes back to page 1. */
export interface ListStateChange {
  setPage: (page: number) => void;
  /** Goes there in place of the page that is shown, which is none. */
  toPage: (page: number) => void;
  setPerPage: (perPage: number) => void;
  setSort: (sort: string | null) => void;
  setQ: (q: string) => void;
  /** An empty value removes the filter. */
  setFilter: (key: string, value: string) => void;
  clearFilters: () => void;
  /** Groups the list; an empty text shows its rows again. */
  setGroup: (group: string) => void;
  /** Shows something else altogether, such as a saved view, from its first page on. */
  show: (state: Omit<ListState, 'page'>) => void;
}

/** The pages of a list as the grid takes them. */
export const pagingOf = (state: ListState, change: ListStateChange): GridPaging => ({
  page: state.page,
  perPage: state.perPage,
  sizes: PAGE_SIZES,
  onPage: change.setPage,
  onPerPage: change.setPerPage,
});

const NOTHING_ELSE: readonly string[] = [];

/**
 * The state of the list on this screen, kept in the address. Pages, sorting and filters make a step that
 * Back undoes; refining a search that is being typed replaces the step, so that Back undoes it whole.
 * @param beside other parameters of the screen, which stay in the address; keep the array the same
 * @param switched keys of filters that are no search, so that clearing the filters leaves them; keep the array the same
 */
export function useListState(
  beside: readonly string[] = NOTHING_ELSE,
  switched: readonly string[] = NOTHING_ELSE,
): [ListState, ListStateChange] {
  const router = useRouter();
  const navigate = useNavigate();
  // That of the screen that is shown. On the way to another one the address is the other one's already.
  const path = useMatch({ strict: false, select: (match) => trimmed(match.pathname) });
  const isHere = useStillHere();
  const searched = useLocation({ select: (at) => (trimmed(at.pathname) === path ? at.searchStr : null) });
  const [raw, setRaw] = useState(searched ?? '');
  if (searched !== null && searched !== raw) setRaw(searched);
  const state = useMemo(() => readAddress(raw), [raw]);

  useEffect(() => {
    const remember = () => {
      if (trimmed(router.state.resolvedLocation?.pathname ?? '') !== path) return;
      rememberList(path, state);
    };
    remember();
    return router.subscribe('onResolved', remember);
  }, [router, path, state]);

  const change = useMemo<ListStateChange>(() => {
    const go = (
      next: (state: ListState) => ListState,
      refines: (state: ListState) => boolean = () => false,
    ) => {
      // The address of the moment, not of the last render: two quick changes both count.
      const { searchStr } = router.latestLocation;
      // Who has gone on to another screen meanwhile is not to find its filters changed.
      if (!isHere()) return;
      const now = readAddress(searchStr);
      const others = [...new URLSearchParams(searchStr)].filter(([name]) => beside.includes(name));
      const search = { ...Object.fromEntries(others), ...writeListState(next(now)) } as never;
      void navigate({ to: '.', search, replace: refines(now), resetScroll: false });
    };
    return {
      setPage: (page) => go((now) => ({ ...now, page })),
      toPage: (page) =>
        go(
          (now) => ({ ...now, page }),
          () => true,
        ),
      setPerPage: (perPage) => go((now) => ({ ...now, perPage, page: 1 })),
      setSort: (sort) => go((now) => ({ ...now, sort, page: 1 })),
      setQ: (q) =>
        go(
          (now) => ({ ...now, q, page: 1 }),
          (now) => now.q !== '' && q !== '',
        ),
      setFilter: (key, value) =>
        go(
          (now) => ({ ...now, filters: { ...now.filters, [key]: value }, page: 1 }),
          (now) => Boolean(now.filters[key]) && value !== '',
        ),
      clearFilters: () =>
        go((now) => {
          const kept = Object.entries(now.filters).filter(([key]) => switched.includes(key));
          return { ...now, filters: Object.fromEntries(kept), q: '', page: 1 };
        }),
      setGroup: (group) => go(({ group: _before, ...now }) => ({ ...now, ...(group && { group }), page: 1 })),
      show: (next) => go(() => ({ ...next, page: 1 })),
    };
  }, [navigate, router, isHere, beside, switched]);
  return [state, change];
}
