import { queryClient } from '#web/data/query-client.ts';
import { listQuery } from '#web/data/queries.ts';
import { listParams, portionParams, readListState } from '#web/generic/list-state.ts';
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
  const state = readListState(search);
  const scrolls = action === 'view' && resource.paging === 'scroll';
  const params = scrolls ? portionParams(listParams(state, { paged: false }), 0) : listParams(state);
  const query = listQuery(resource.name, params);
  if (queryClient.getQueryData(query.queryKey) === undefined) await queryClient.prefetchQuery(query);
}
