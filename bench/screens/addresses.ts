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

/** Answers the id of a record that the portal has, by the path of its collection below /api. */
export type IdOf = (collection: string) => Promise<number>;

/** What stands for a parameter of a page that belongs to no model: the path of the collection of which it is a record. */
const PARAMETERS: Readonly<Record<string, string>> = { $runId: '/billing_runs' };

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
 * @throws {Error} where a page has a parameter of which nobody said what it is
 */
export async function everyAddress(idOf: IdOf): Promise<string[]> {
  const { pages, lists, records } = await webModules();
  const ids = new Map<string, number>();
  const known = async (collection: string) => {
    const id = ids.get(collection) ?? (await idOf(collection));
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
        found.push(`${at(action, resource)}/${await known(resourcePath(resource.name))}`);
    else found.push(await withIds(page, known));
  return [...new Set([...found, ...searched])];
}

const at = (action: string, { name }: Resource) => `/auth/${action}/${name}`;

async function withIds(page: string, idOf: IdOf): Promise<string> {
  const parts = page.split('/').map(async (part) => {
    if (!part.startsWith('$')) return part;
    const collection = PARAMETERS[part];
    if (!collection) throw new Error(`${page}: say in bench/screens what ${part} is an id of.`);
    return String(await idOf(collection));
  });
  return (await Promise.all(parts)).join('/');
}
