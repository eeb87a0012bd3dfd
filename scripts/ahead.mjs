/**
 * Tells the start page which files each address needs, so that color-scheme.js has them fetched for who is signed in while
 * the first scripts are still on their way.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cloudRequests } from '../src/resources/cloud-requests/all.ts';
import { registry } from '../src/resources/registry.ts';
import { listAddress, listedAt, narrowedAddresses } from '../src/web/app/own-addresses.ts';
import { formInputs } from '../src/web/generic/form/form-fields.ts';
import { inputNamesOf } from '../src/web/generic/kinds/input-names.ts';

const root = path.join(import.meta.dirname, '..');
const LIST = 'src/web/generic/list/list-screen.tsx';

/** @typedef {[at: string, ...modules: string[]]} Ahead addresses as a regular expression, and modules that are imported there */

/**
 * What every signed-in page imports late, and what the screens that all models share import beside it.
 * @type {Ahead[]}
 */
const COMMON = [
  [
    '^/auth(/|$)',
    'src/resources/registry.ts',
    'src/web/app/signed-in.tsx',
    'src/web/app/model-routes.tsx',
    'src/web/app/enter-screen.ts',
    'src/web/app/screens.ts',
  ],
  ['^/auth/(view|crud)/[^/]+$', LIST],
  ['^/auth/crud/[^/]+$', 'src/web/generic/crud/crud-screen.tsx'],
  ['^/auth/view/[^/]+/[^/]+$', 'src/web/generic/record/record-screen.tsx'],
  ['^/auth/create/[^/]+$', 'src/web/generic/form/create-screen.tsx'],
  ['^/auth/edit/[^/]+/[^/]+$', 'src/web/generic/form/edit-screen.tsx'],
  ['^/auth/create-[a-z]+-[a-z]+$', 'src/web/features/factory/request-page.tsx'],
];

/**
 * Pairs of a name and a module in a source.
 * @param {string} file
 * @param {RegExp} pair
 * @returns {[name: string, module: string][]}
 */
function pairsIn(file, pair) {
  const source = readFileSync(path.join(root, file), 'utf8');
  const found = [...source.matchAll(pair)].map(([, name = '', module = '']) => {
    const inRoot = module.startsWith('#')
      ? module.replace('#', 'src/')
      : path.join(path.dirname(file), module);
    return /** @type {[string, string]} */ ([name, inRoot]);
  });
  if (found.length === 0)
    throw new Error(`${file} names no modules in the way that scripts/ahead.mjs reads.`);
  return found;
}

/** @returns {Ahead[]} what belongs to the screens of single models, and to pages of their own. */
function ownOnes() {
  const models = pairsIn('src/web/app/model-screens.ts', /(\w+): \(\) => import\('([^']+)'\)/g);
  const pages = pairsIn(
    'src/web/app/routes.tsx',
    /path: '([^']+)',\s*component: lazyRouteComponent\(\s*\(\) => import\('([^']+)'\)/g,
  );
  const listed = models.map(([model]) => listAddress(model)).filter((to) => !to.startsWith('/auth/view/'));
  const narrowed = narrowedAddresses().map(({ path: to }) => to);
  return [
    ...[...new Set([...listed, ...narrowed])].map((to) => /** @type {Ahead} */ ([`^${to}$`, LIST])),
    ...models.map(([model, module]) => {
      const own = [listAddress(model), ...narrowed.filter((to) => listedAt(to) === model)];
      return /** @type {Ahead} */ ([`^(/auth/[^/]+/${model}(/|$)|(${own.join('|')})$)`, module]);
    }),
    ...pages.map(
      ([to, module]) => /** @type {Ahead} */ ([`^/auth/${to.replaceAll(/\$\w+/g, '[^/]+')}$`, module]),
    ),
  ];
}

/** @returns {Ahead[]} what mounts the rows in sight alone, at the lists that have no pages */
const scrolledOnes = () =>
  registry.all
    .filter(({ paging }) => paging === 'scroll')
    .map(({ name }) => [`^/auth/view/${name}$`, 'src/web/grid/rows/scrolled-rows.tsx']);

/** @returns {Ahead[]} the inputs that come late, at the forms with fields that are edited with them. */
function inputsOfForms() {
  const forms = [
    ...registry.all.flatMap((one) => [
      { at: `create/${one.name}`, inputs: one.actions.includes('create') ? formInputs(one, 'create') : [] },
      {
        at: `edit/${one.name}/[^/]+`,
        inputs: one.actions.includes('update') ? formInputs(one, 'update') : [],
      },
    ]),
    ...cloudRequests.map(({ page, fields, choices }) => {
      const plain = Object.entries(fields).filter(([name]) => !Object.hasOwn(choices, name));
      return { at: page.replace('/auth/', ''), inputs: inputNamesOf(plain.map(([, field]) => field)) };
    }),
  ];
  const files = pairsIn(
    'src/web/generic/kinds/editing.ts',
    /(\w+): async \(\) => \(await import\('([^']+)'\)/g,
  );
  return files.flatMap(([input, module]) => {
    const at = forms.filter(({ inputs }) => inputs.some((name) => name === input)).map((form) => form.at);
    return at.length > 0 ? [/** @type {Ahead} */ ([`^/auth/(${at.join('|')})$`, module])] : [];
  });
}

/**
 * Writes into `<meta name="ahead">` of the start page the files of the build, and by addresses which of them are wanted:
 * `{ files: [file, …], at: [[address, …numbers of files], …] }`. The largest come first, since a browser fetches six at a
 * time and each small one costs a way there and back.
 * @returns {import('vite').Plugin}
 */
export function tellAhead() {
  return {
    name: 'tell-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        /** @param {string} module */
        const filesOf = (module) => {
          const id = path.join(root, module);
          // A module that shares its file with others may have a small one that leads there.
          const chunk =
            chunks.find(({ facadeModuleId }) => facadeModuleId === id) ??
            chunks.find(({ moduleIds }) => moduleIds.includes(id));
          if (!chunk) throw new Error(`No file is there for ${module}.`);
          const wanted = new Set([chunk]);
          for (const { imports } of wanted)
            for (const one of chunks) if (imports.includes(one.fileName)) wanted.add(one);
          return [...wanted].flatMap((one) => [
            { name: one.fileName, size: one.code.length },
            ...[...(one.viteMetadata?.importedCss ?? [])].map((name) => ({ name, size: Infinity })),
          ]);
        };
        /** @type {Map<string, number>} */
        const sizes = new Map();
        const at = [...COMMON, ...scrolledOnes(), ...inputsOfForms(), ...ownOnes()].map(
          ([address, ...modules]) => {
            const files = modules.flatMap(filesOf).filter(({ name }) => !html.includes(name));
            for (const { name, size } of files) sizes.set(name, size);
            return { address, names: new Set(files.map(({ name }) => name)) };
          },
        );
        const files = [...sizes].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
        const told = {
          files: files.map((name) => `/${name}`),
          at: at.map(({ address, names }) => [address, ...[...names].map((name) => files.indexOf(name))]),
        };
        const place = '<meta name="ahead" content=""';
        if (!html.includes(place)) throw new Error('The start page has no place for what is fetched ahead.');
        return html.replace(place, () => `<meta name="ahead" content='${JSON.stringify(told)}'`);
      },
    },
  };
}
