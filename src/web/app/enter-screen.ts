import { queryClient } from '#web/data/query-client.ts';
import { listQuery } from '#web/data/queries.ts';
import { thisMonth } from '#web/generic/filters/day-span.ts';
import { listParams, portionParams, readListState, wasCleared } from '#web/generic/list-state.ts';
import { narrowedTo } from '#web/generic/narrowed.ts';
import { narrowedAt } from './own-addresses.ts';
import { fetchScreen, listScreen, readScreen } from './screens.ts';

/** A screen comes with its rows where the server answers in this time; otherwise it stands before they are there. */
const PATIENCE_MS = 400;

/**
 * Fetches what a screen of a model begins with, code and rows at the same time, so that it can replace the one before
 * in one step. Never rejects: what fails is told by the screen.
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
  const state = narrowedTo(readListState(search), narrowedAt(pathname));
  const scrolls = action === 'view' && resource.paging === 'scroll';
  const params = scrolls ? portionParams(listParams(state, { paged: false }), 0) : listParams(state);
  const query = listQuery(resource.name, params);
  if (queryClient.getQueryData(query.queryKey) === undefined) await queryClient.prefetchQuery(query);
}

/**
 * The search that the list at an address begins with; null where it is opened with one, or was left in this tab without
 * any.
 */
export function beginningOf(
  pathname: string,
  search: Readonly<Record<string, unknown>>,
): Record<string, string> | null {
  const address = readScreen(pathname);
  if (address?.action !== 'view' || address.id !== undefined || Object.keys(search).length > 0) return null;
  const { begins } = address.resource;
  if (!begins || wasCleared(pathname)) return null;
  const month = thisMonth()[0].slice(0, 'YYYY-MM'.length);
  return Object.fromEntries(Object.keys(begins).map((key) => [`by_${key}`, month]));
}
