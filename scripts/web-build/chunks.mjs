/**
 * How the build is cut into files: few and by screen, since a browser fetches six at a time from a server. First what
 * any page needs, each file with what its modules need beyond the files before it; then what belongs together by its folder.
 */
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** @typedef {{ importedIds: readonly string[], dynamicallyImportedIds: readonly string[], code: string | null }} Module */
/** @typedef {{ getModuleInfo: (id: string) => Module | null }} Graph */

/** Icons and plain parts of the library, a few lines each: for one of them no page fetches what opens on a press. */
const SMALL_PARTS =
  /node_modules\/@(?:tabler|mantine\/hooks|mantine\/core\/esm\/(?:core|components\/(?:Anchor|Badge|Checkbox|List|Mark|Overlay|Paper|Portal|SimpleGrid|Skeleton|Switch|Table|TextInput)))\//;

/** What the start of the web sets for declarations of values, without the library for these. */
const SETTINGS_OF_ZOD = /node_modules\/zod\/v4\/core\/(?:core|util)[.]js$/;

/**
 * Modules that are named, those that `loadedBy` loads on demand and that need nothing whose path fits `without`, or all whose path fits.
 * @typedef {string | { loadedBy: string, without?: RegExp } | RegExp} Claim
 */

/**
 * The files of the build, in the order in which they claim modules, each with whatever these need that no earlier file has.
 * @type {[name: string, ...of: Claim[]][]}
 */
const FILES = [
  ['start', 'src/web/app/main.tsx', SETTINGS_OF_ZOD],
  [
    'frame',
    'src/resources/registry.ts',
    'src/web/app/signed-in.tsx',
    'src/web/app/model-routes.tsx',
    'src/web/app/enter-screen.ts',
  ],
  [
    'list',
    'src/web/generic/list/list-screen.tsx',
    'src/web/generic/changes/change-sentence.tsx',
    'src/web/generic/report/report-button.tsx',
    // What signing in leads to.
    'src/web/app/home-route.tsx',
    // How the lists of single models differ, but for those with calls of their own, which are declared in zod.
    { loadedBy: 'src/web/app/model-screens.ts', without: /src\/calls\// },
    SMALL_PARTS,
  ],
  // What opens on a press, which no screen needs before.
  [
    'menus',
    'src/web/ui/menus/menu-at.tsx',
    'src/web/ui/dialogs/confirm-popover.tsx',
    'src/web/ui/dialogs/dialog.tsx',
    'src/web/app/navigation/navigation-drawer.tsx',
    'src/web/app/frame/appearance-items.tsx',
    'src/web/app/frame/user-items.tsx',
    'src/web/app/palette/palette.tsx',
    'src/web/grid/columns/column-items.tsx',
    'src/web/generic/list/more-items.tsx',
    'src/web/generic/list/row-menu.tsx',
    'src/web/generic/filters/days-popover.tsx',
    /node_modules\/@mantine\/(?:core|hooks)\//,
  ],
  // Those follow clouds, the directory and webhooks.
  ['clouds', { loadedBy: 'src/web/app/model-screens.ts' }],
  [
    'forms',
    /src\/calls\/|node_modules\/zod\//,
    /src\/web\/(?:ui|data|generic)\/(?!.*(?:csv-worker|calendar|rich-text-editor))/,
  ],
  ['screens', /src\/web\/screens\//],
  ['calendar', /\/(?:span-)?calendar\.tsx|node_modules\/(?:@mantine\/dates|dayjs)\//],
  ['editor', /\/rich-text-editor\.tsx|node_modules\/@(?:mantine\/)?tiptap\//],
  ['charts', /\/(?:spend-chart|chart-option)\.tsx?|node_modules\/(?:echarts|zrender)\//],
];

/** The folder of a feature, and its route. */
const FEATURE = /src\/web\/(?:features\/([^/]+)\/|app\/([a-z-]+)-route\.)/;

/** A package's list of all it has: what imports one of it does not need the others. */
const BARREL =
  /node_modules[\\/](?:.*[\\/](?:index|tabler-icons-react)[.]mjs|zod[\\/]v4[\\/]core[\\/]index[.]js)$/;

/**
 * `use-storage` as `useStorage` is written: a component begins with a capital, a function with a small letter.
 * @param {string} name
 */
const flat = (name) => name.slice(0, 1) + name.slice(1).replaceAll(/\W/g, '').toLowerCase();

/**
 * The names that a module imports, such as the components of a library.
 * @param {string} code
 */
function importedNames(code) {
  const names = [...code.matchAll(/import\s*\{([^}]*)\}\s*from/g)].flatMap(([, clause = '']) =>
    clause.split(','),
  );
  return new Set(names.map((name) => flat(name.split(/\sas\s/)[0]?.trim() ?? '')));
}

/**
 * The modules that a module imports; of a barrel only those whose names it imports.
 * @param {string} id
 * @param {Graph} graph
 */
function importsOf(id, graph) {
  const { importedIds = [], code = '' } = graph.getModuleInfo(id) ?? {};
  const names = importedNames(code ?? '');
  /** @param {string} file `notifications.store.mjs` is imported as `notifications` */
  const subject = (file) => flat(path.parse(file).name.split('.')[0] ?? '');
  return importedIds.flatMap((next) =>
    BARREL.test(next)
      ? (graph.getModuleInfo(next)?.importedIds ?? []).filter((one) => names.has(subject(one)))
      : [next],
  );
}

/**
 * Modules and what these need, without what they load on demand.
 * @param {readonly string[]} ids
 * @param {Graph} graph
 */
function withNeeds(ids, graph) {
  const found = new Set(ids);
  for (const id of found) for (const next of importsOf(id, graph)) found.add(next);
  return found;
}

/** @type {Map<string, Set<string>>} */
const members = new Map();

/**
 * Every module that a file of the build names, and what these need.
 * @param {string} name
 * @param {Claim[]} of
 * @param {Graph} graph
 */
function membersOf(name, of, graph) {
  const known = members.get(name);
  if (known) return known;
  const named = of.flatMap((one) => {
    if (one instanceof RegExp) return [];
    if (typeof one === 'string') return [path.join(root, one)];
    const { loadedBy, without } = one;
    const loaded = graph.getModuleInfo(path.join(root, loadedBy))?.dynamicallyImportedIds ?? [];
    return loaded.filter((id) => !without || ![...withNeeds([id], graph)].some((need) => without.test(need)));
  });
  const found = withNeeds(named, graph);
  members.set(name, found);
  return found;
}

/** The groups for `output.codeSplitting`, the first with the highest priority. */
export const chunkGroups = [
  { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
  { name: 'router', test: /node_modules[\\/]@tanstack[\\/](?:react-router|router-core|history)/ },
  ...FILES.map(([name, ...of]) => ({
    name: (/** @type {string} */ id, /** @type {Graph} */ graph) => {
      const fits = of.some((one) => one instanceof RegExp && one.test(id));
      return fits || membersOf(name, of, graph).has(id) ? name : null;
    },
    debugName: name,
  })),
  {
    name: (/** @type {string} */ id) => FEATURE.exec(id)?.slice(1).find(Boolean) ?? null,
    debugName: 'features',
  },
].map((group, at, { length }) => ({ ...group, priority: length - at }));
