import path from 'node:path';
import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { createServer } from 'vite';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { projectRoot } from '#server/platform/config/config.ts';
import { others, publicScreens } from '#tests/support/specified-screens.ts';
import type * as Routes from '#web/app/routes.tsx';
import type * as Screens from '#web/app/screens.ts';
import type * as Actions from '#web/generic/screen.ts';

/** Answers the id of a record that the portal has, by the path of its collection below /api; null where it has none. */
export type IdOf = (collection: string) => Promise<number | null>;

/**
 * The pages of one record that belong to no model, each with the path of the collection that has it below /api; null for a
 * page that only the link of a mail opens.
 */
const RECORD_PAGES: Readonly<Record<string, string | null>> = {
  '/auth/billing-automation/runs/$runId': '/billing_runs',
  '/auth/attestations/$id': '/attestations',
  '/auth/request-batches/$id': '/request_batches',
  '/attest/$token': null,
};

const LISTS = '/auth/$action/$model';
const RECORDS = '/auth/$action/$model/$modelId';

/** The web's own modules, which are written for the build and not for Node. */
async function webModules() {
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    root: projectRoot,
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const load = (file: string) => server.ssrLoadModule(path.join(projectRoot, 'src/web', file));
    const { routeTree } = (await load('app/routes.tsx')) as typeof Routes;
    const { listScreen, recordScreen } = (await load('app/screens.ts')) as typeof Screens;
    const { SCREEN_ACTIONS } = (await load('generic/screen.ts')) as typeof Actions;
    const router = createRouter({ routeTree, history: createMemoryHistory() });
    const pages = Object.entries(router.routesByPath).flatMap(([address, { options }]) =>
      'component' in options && options.component ? [address] : [],
    );
    const withScreen = (screenOf: typeof listScreen | typeof recordScreen) =>
      SCREEN_ACTIONS.flatMap((action) =>
        registry.all.flatMap((resource) => (screenOf(action, resource) ? [{ action, resource }] : [])),
      );
    return { pages, lists: withScreen(listScreen), records: withScreen(recordScreen) };
  } finally {
    await server.close();
  }
}

/**
 * Every address of the portal at which a screen stands, as its router knows them: each list, table and form of a model,
 * the screens of one of its records, and the pages of their own; those that show more with a search as they are specified.
 * A screen of a record is left out where there is none.
 * @throws {Error} where a page has a parameter of which nobody said what it is
 */
export async function everyAddress(idOf: IdOf): Promise<string[]> {
  const { pages, lists, records } = await webModules();
  const ids = new Map<string, number | null>();
  const known = async (collection: string) => {
    const id = ids.has(collection) ? (ids.get(collection) ?? null) : await idOf(collection);
    ids.set(collection, id);
    return id;
  };
  const searched = [...others, ...publicScreens].flatMap((screen) =>
    screen.path.includes('?') ? [screen.path] : [],
  );
  const found: string[] = [];
  for (const page of pages)
    if (page === LISTS) found.push(...lists.map(({ action, resource }) => at(action, resource)));
    else if (page === RECORDS)
      for (const { action, resource } of records)
        found.push(...addressed(at(action, resource) + '/$id', await known(resourcePath(resource.name))));
    else found.push(...(await withIds(page, known)));
  return [...new Set([...found, ...searched])];
}

const at = (action: string, { name }: Resource) => `/auth/${action}/${name}`;

/** The address of a page with the id of its record; none without one. */
const addressed = (page: string, id: number | null): string[] =>
  id === null ? [] : [page.replace(/\$\w+$/, String(id))];

async function withIds(page: string, idOf: IdOf): Promise<string[]> {
  if (!page.includes('$')) return [page];
  const collection = RECORD_PAGES[page];
  if (collection === undefined)
    throw new Error(`Say in RECORD_PAGES of bench/screens/addresses.ts of what ${page} shows a record.`);
  return collection === null ? [] : addressed(page, await idOf(collection));
}
