import { queryClient } from '#web/data/query-client.ts';
import { hasOwnRows } from '#web/data/use-session.ts';
import { listQuery } from '#web/data/queries.ts';
import { thisMonth } from '#web/generic/filters/day-span.ts';
import type { Resource } from '#kernel/resource.ts';
import {
  listParams,
  portionParams,
  readListState,
  wasCleared,
  writeListState,
} from '#web/generic/list-state.ts';
import { listViewsQuery, stateOf } from '#web/generic/views/views.ts';
import { narrowedTo } from '#web/generic/narrowed.ts';
import { narrowedAt } from './own-addresses.ts';
import { fetchScreen, listScreen, readScreen } from './screens.ts';

/** A screen comes with its rows where the server answers in this time; otherwise it is shown before they are there. */
const PATIENCE_MS = 400;

/**
 * Fetches what a screen of a model begins with, code and rows at the same time, so that it can replace the one before
 * in one step. Never rejects: the screen shows what fails.
 */
export async function enterScreen(
  pathname: string,
  search: Readonly<Record<string, unknown>>,
): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.all([fetchScreen(pathname), Promise.race([fetchRows(pathname, search), late])]);
}

/** Rows that were there before are shown at once, and fetched again by the screen. */
async function fetchRows(pathname: string, search: Readonly<Record<string, unknown>>): Promise<void> {
  const address = readScreen(pathname);
  const hasList = address?.action === 'view' || address?.action === 'crud';
  if (!address || !hasList || address.id !== undefined || !listScreen(address.action, address.resource))
    return;
  const { action, resource } = address;
  // Of a saved view the columns come with the rows.
  if (search.view !== undefined) void queryClient.prefetchQuery(listViewsQuery(resource));
  const narrowed = narrowedAt(pathname);
  const state = narrowedTo(readListState(search), narrowed);
  const scrolls = action === 'view' && resource.paging === 'scroll';
  const params = scrolls ? portionParams(listParams(state, { paged: false }), 0) : listParams(state);
  const query = listQuery(resource.name, params, narrowed?.source);
  if (queryClient.getQueryData(query.queryKey) === undefined) await queryClient.prefetchQuery(query);
}

/**
 * The search that the list at an address begins with: of the view that the person begins with, or what the model says;
 * null where it is opened with one, or was left in this tab without any.
 */
export async function beginningOf(
  pathname: string,
  search: Readonly<Record<string, unknown>>,
): Promise<Record<string, string> | null> {
  const address = readScreen(pathname);
  if (address?.action !== 'view' || address.id !== undefined || Object.keys(search).length > 0) return null;
  if (wasCleared(pathname)) return null;
  const view = await beginningView(address.resource);
  if (view) return writeListState({ ...stateOf(view), page: 1 });
  const { begins } = address.resource;
  if (!begins) return null;
  const month = thisMonth()[0].slice(0, 'YYYY-MM'.length);
  return Object.fromEntries(Object.keys(begins).map((key) => [`by_${key}`, month]));
}

/** Without an answer the list opens as it usually does. */
const beginningView = async (resource: Resource) =>
  hasOwnRows()
    ? undefined
    : queryClient.fetchQuery({ ...listViewsQuery(resource), retry: false }).then(
        (views) => views.find((view) => view.default),
        () => undefined,
      );
