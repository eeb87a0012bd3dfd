import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { tellAhead } from './scripts/ahead.mjs';
import { componentStyles } from './scripts/component-styles.mjs';

const outDir = path.join(import.meta.dirname, 'dist/web');

/** Smaller files gain nothing: they fit one packet. */
const WORTH_COMPRESSING = 1400;

const packers: [suffix: string, pack: (content: Buffer) => Promise<Buffer>][] = [
  ['.gz', (content) => promisify(gzip)(content, { level: 9 })],
  [
    '.br',
    (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
  ],
];

/**
 * Writes .gz and .br beside the hashed assets, so that the server never compresses while a person waits.
 * The start page is left alone, because the server may write into it.
 */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async closeBundle() {
      const folder = path.join(outDir, 'assets');
      const files = (await readdir(folder)).filter((file) => /\.(?:js|css|svg)$/.test(file));
      for (const file of files) {
        const content = await readFile(path.join(folder, file));
        if (content.length < WORTH_COMPRESSING) continue;
        for (const [suffix, pack] of packers)
          await writeFile(path.join(folder, file + suffix), await pack(content));
      }
    },
  };
}

const MANTINE = 'node_modules/@mantine/core/esm/components';

/**
 * What a page needs at once comes in few files: a browser fetches six at a time from a server, so forty small ones
 * take seven turns over the line, and asking for each of them costs a slow processor more than running it. Each has what
 * its modules need beyond those before it: the public pages, the models, the frame of all signed-in ones and the way to a
 * screen, what any page shows, the table, the list. Last what opens when something is pressed, which no screen needs to stand.
 */
const TOGETHER: [name: string, ...modules: string[]][] = [
  ['start', 'src/web/app/main.tsx'],
  ['models', 'src/resources/registry.ts'],
  ['frame', 'src/web/app/signed-in.tsx', 'src/web/app/model-routes.tsx', 'src/web/app/enter-screen.ts'],
  [
    'page',
    'src/web/ui/pages/page-header.tsx',
    'src/web/ui/pages/loaded.tsx',
    'src/web/ui/entries.tsx',
    'src/web/ui/toned-text.tsx',
    'src/web/ui/menus/choice-select.tsx',
    'src/web/generic/record-title.ts',
    'src/web/generic/use-may.ts',
    'src/web/generic/former-values.ts',
    'src/web/generic/editing/values.ts',
    'src/web/generic/editing/intents.ts',
    'src/web/generic/kinds/kinds.ts',
    'src/web/generic/additions/action-buttons.tsx',
    'src/web/generic/bulk/bulk-calls.ts',
    'src/web/generic/list/filter-bar.tsx',
    'src/web/generic/list/download-button.tsx',
    'src/web/generic/report/report-button.tsx',
    'src/resources/reports.ts',
    'src/web/screens/import-texts.ts',
    `${MANTINE}/Paper/Paper.mjs`,
    `${MANTINE}/TextInput/TextInput.mjs`,
    `${MANTINE}/Portal/OptionalPortal.mjs`,
    `${MANTINE}/Checkbox/CheckIcon.mjs`,
    `${MANTINE}/Radio/RadioIcon.mjs`,
    `${MANTINE}/Overlay/Overlay.mjs`,
    `${MANTINE}/ScrollArea/utils/to-int.mjs`,
    'node_modules/@mantine/hooks/esm/utils/use-callback-ref/use-callback-ref.mjs',
    'node_modules/@mantine/hooks/esm/use-window-event/use-window-event.mjs',
  ],
  ['grid', 'src/web/grid/grid.tsx'],
  ['list', 'src/web/generic/list/list-screen.tsx'],
  ['choices', 'src/web/ui/menus/open-select.tsx', 'src/web/ui/dialogs/confirm-popover.tsx'],
  [
    'menus',
    'src/web/ui/menus/menu-at.tsx',
    'src/web/ui/dialogs/dialog.tsx',
    'src/web/app/navigation/navigation-drawer.tsx',
    'src/web/app/frame/appearance-items.tsx',
    'src/web/app/frame/user-items.tsx',
    'src/web/grid/columns/column-items.tsx',
    'src/web/generic/list/more-items.tsx',
    'src/web/generic/list/row-menu.tsx',
    'src/web/generic/filters/days-popover.tsx',
  ],
];

type Graph = {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; code: string | null } | null;
};

/** A package's list of all it has: what imports one of it does not need the others. */
const EVERYTHING = /node_modules[\\/].*[\\/](?:index|tabler-icons-react)[.]mjs$/;

/** `use-storage` as `useStorage` is written: a component begins with a capital, a function with a small letter. */
const flat = (name: string) => name.slice(0, 1) + name.slice(1).replaceAll(/\W/g, '').toLowerCase();

/** What a file is called for: `notifications.store.mjs` has `notifications`. */
const subjectOf = (file: string) => flat(path.parse(file).name.split('.')[0] ?? '');

/** What a module imports by name, such as the components of a library. */
function importedNames(code: string): Set<string> {
  const clauses = code.matchAll(/import\s*\{([^}]*)\}\s*from/g);
  const names = [...clauses].flatMap(([, clause = '']) => clause.split(','));
  return new Set(names.map((name) => flat(name.split(/\sas\s/)[0]?.trim() ?? '')));
}

/** What a module needs; of a package that lists everything only the files whose names it imports. */
function neededBy(id: string, graph: Graph): string[] {
  const { importedIds = [], code = '' } = graph.getModuleInfo(id) ?? {};
  const names = importedNames(code ?? '');
  return importedIds.flatMap((next) =>
    EVERYTHING.test(next)
      ? (graph.getModuleInfo(next)?.importedIds ?? []).filter((one) => names.has(subjectOf(one)))
      : [next],
  );
}

const reached = new Map<string, Set<string>>();

/** Every module that comes with `module`, without what it loads later. */
function comesWith(module: string, graph: Graph): Set<string> {
  const known = reached.get(module);
  if (known) return known;
  const found = new Set([path.join(import.meta.dirname, module)]);
  for (const id of found) for (const next of neededBy(id, graph)) found.add(next);
  reached.set(module, found);
  return found;
}

/** Icons and helpers of the library, a few lines each: none of them may lead a page to all of the table or the menus. */
const SMALL =
  /node_modules[\\/]@(?:tabler[\\/]icons-react[\\/].*[\\/]icons|mantine[\\/]core[\\/]esm[\\/]core)[\\/]/;
const SMALL_WITH = 'page';

const belongsTo = (modules: readonly string[], id: string, graph: Graph) =>
  modules.some((one) => comesWith(one, graph).has(id));

/** The groups take their dependencies along, so the earlier ones are made first. */
const together = TOGETHER.map(([name, ...modules], at) => ({
  name: (id: string, graph: Graph) => {
    const isSmall = name === SMALL_WITH && SMALL.test(id);
    const taken = isSmall ? TOGETHER.slice(at).flatMap(([, ...later]) => later) : modules;
    return belongsTo(taken, id, graph) ? name : null;
  },
  debugName: name,
  priority: TOGETHER.length - at,
}));

/**
 * Has every `import()` of our own ask again for code that did not come, which browsers do not by themselves.
 */
function importAnew(): Plugin {
  const ours = path.join(import.meta.dirname, 'src/web/');
  const helper = path.join(ours, 'ui/anew.ts');
  return {
    name: 'import-anew',
    apply: 'build',
    transform(code, id) {
      if (!id.startsWith(ours) || id === helper || !/\bimport\(\s*['"]/.test(code)) return null;
      const own = path.relative(ours, id);
      const wrapped = code.replaceAll(
        /\bimport\(\s*(['"])([^'"]+)\1\s*\)/g,
        (call, _quote, target: string) => `anew(${JSON.stringify(`${own} ${target}`)}, () => ${call})`,
      );
      return { code: `import { anew } from ${JSON.stringify(helper)};\n${wrapped}`, map: null };
    },
  };
}

export default defineConfig({
  root: path.join(import.meta.dirname, 'src/web'),
  plugins: [react(), componentStyles(), importAnew(), tellAhead(), precompress()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // An inline polyfill would break the rule that scripts come from files only.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A shape of answers that the web has the type of alone is left out; so is what only makes such shapes.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          // One file each that browsers keep across releases; the rest is split where screens are lazy.
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
              priority: TOGETHER.length + 1,
            },
            {
              name: 'router',
              test: /node_modules[\\/]@tanstack[\\/](?:react-router|router-core|history)/,
              priority: TOGETHER.length + 1,
            },
            ...together,
          ],
        },
      },
    },
  },
});
