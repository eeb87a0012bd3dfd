/**
 * The rooms of the source tree and what each may import. The dependency rules are derived from this table
 * and from the folders that are really there: a folder without a row fails the gate, and so does a row
 * without a sentence.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const serverBase = ['kernel', 'resources', 'calls', 'server/policies', 'server/platform', 'server/engine'];
/** The rooms of the platform, from the one that knows nothing on; each may import the kernel and these others. */
const platform = {
  base: [],
  config: ['base'],
  log: ['base'],
  database: ['base', 'config'],
  'embedded-postgres': ['base', 'database'],
  store: ['base', 'config', 'log', 'database', 'embedded-postgres'],
  files: ['base', 'database'],
  http: ['base', 'config', 'log', 'database', 'files'],
  metrics: ['base', 'database', 'http'],
  jobs: ['base', 'log', 'database', 'files', 'http'],
  mail: ['base', 'config', 'log', 'database', 'files', 'jobs'],
  process: ['base', 'config', 'log', 'store'],
};
const platformRooms = Object.fromEntries(
  Object.entries(platform).map(([name, others]) => [
    `server/platform/${name}`,
    { imports: ['kernel', 'calls', ...others.map((other) => `server/platform/${other}`)] },
  ]),
);

/** The wire protocols that the simulators speak; they know nothing of the portal but with what it calls them. */
const protocols = [
  'aws',
  'azure',
  'big-query',
  'faults',
  'gcp',
  'github',
  'graph',
  'identity-provider',
  'objects',
  'serve',
].map((name) => `simulators/${name}`);
const protocolRooms = Object.fromEntries(
  protocols.map((name) => [
    name,
    { imports: protocols, files: ['server/providers/common/simulator-access.ts'] },
  ]),
);

const screenBase = ['kernel', 'resources', 'calls', 'web/ui', 'web/data', 'web/grid', 'web/generic'];

/**
 * Room → rooms it may import besides itself, and rooms of which it may know the interfaces: the files interface.ts.
 * `packages` limits the npm packages; without it any will do.
 */
export const rooms = {
  kernel: { imports: [], packages: ['zod'], node: false },
  resources: { imports: ['kernel'], packages: [], node: false },
  calls: { imports: ['kernel', 'resources'], packages: ['zod'], node: false },
  ...platformRooms,
  'server/engine': { imports: ['kernel', 'calls', 'server/platform'] },
  'server/policies': { imports: ['kernel', 'resources'], files: ['server/platform/base/actor.ts'] },
  'server/behaviours': { imports: serverBase },
  'server/modules': { imports: serverBase, interfaces: ['server/providers'], separate: true },
  'server/providers': { imports: ['kernel', 'server/platform'] },
  ...protocolRooms,
  'simulators/first-data': {
    imports: ['kernel', 'resources', 'server/platform', ...Object.keys(protocolRooms)],
  },
  'web/ui': { imports: ['kernel'], node: false },
  'web/data': { imports: ['kernel', 'calls'], node: false },
  'web/grid': { imports: ['kernel', 'web/ui'], node: false },
  'web/generic': { imports: ['kernel', 'calls', 'web/ui', 'web/grid', 'web/data'], node: false },
  'web/screens': { imports: screenBase, node: false },
  'web/features': { imports: screenBase, node: false, separate: true },
  'web/app': { imports: ['kernel', 'resources', 'calls', 'web'], node: false },
};

/** Rooms of one subject in an order: each may import those before it. Files directly in the folder put them together. */
export const orders = {
  'server/modules/billing': [
    'runs',
    'intake',
    'allocation',
    'review',
    'explain',
    'reports',
    'finalize',
    'close',
    'example',
  ],
};

/** Folders that hold no modules: the web's files that are served as they are. */
const assets = ['web/public'];

/** The composition roots: files directly in these folders, which may use all of their side. */
export const roots = {
  server: ['kernel', 'resources', 'calls', 'server'],
  simulators: ['kernel', 'resources', 'server/platform', 'simulators'],
  web: ['kernel', 'resources', 'calls', 'web'],
};

/** The one place of the product that knows the simulators, and the one file of theirs that it knows. */
const simulatorsDoor = { from: '^src/server/simulators[.]ts$', to: '^simulators/main[.]ts$' };

/**
 * @param {string} room its name in the table
 * @returns {string} its folder: below src, but for the simulators, which are no part of the product
 */
const folderOf = (room) => (/^simulators(?:[/]|$)/.test(room) ? room : `src/${room}`);

/**
 * @param {string} root the project folder
 * @returns {string[]} folders below src and simulators that have no row in the table, and files that lie directly in src or in a
 *   folder of rooms
 */
export function unknownRooms(root) {
  const found = [];
  const look = (folder) => {
    const path = join(root, folderOf(folder));
    if (!existsSync(path)) return;
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const hasRooms = Object.keys(rooms).some((room) => room.startsWith(`${name}/`));
      if (entry.isDirectory() && hasRooms && !(name in rooms)) look(name);
      else if (entry.isDirectory() ? !(name in rooms || assets.includes(name)) : !(folder in roots))
        found.push(folderOf(name));
    }
  };
  look('');
  look('simulators');
  for (const [folder, order] of Object.entries(orders)) {
    const path = join(root, 'src', folder);
    if (!existsSync(path)) continue;
    for (const entry of readdirSync(path, { withFileTypes: true }))
      if (entry.isDirectory() && !order.includes(entry.name)) found.push(folderOf(`${folder}/${entry.name}`));
  }
  return found;
}

const test = '[.]test[.]tsx?$';
const inside = (names) => names.map((name) => `^${folderOf(name)}/`);
/** Each folder of the room has one. */
const interfacesOf = (names) => names.map((name) => `^${folderOf(name)}/[^/]+/interface[.]ts$`);
const ours = '^(src|simulators|tests|bench|scripts)/';

/** @returns {object[]} dependency-cruiser's `forbidden` rules for every row of the table */
export function directionRules() {
  const rules = [];
  const forbid = (name, comment, from, to) =>
    rules.push({ name, comment, severity: 'error', from: { pathNot: test, ...from }, to });

  for (const [room, row] of Object.entries(rooms)) {
    const { imports, packages, node, files = [], interfaces = [], separate } = row;
    const from = { path: `^${folderOf(room)}/` };
    const known = [...imports, ...interfaces.map((name) => `the interfaces of ${name}`)];
    const allowed = known.length === 0 ? 'nothing else of ours' : `only ${known.join(', ')}`;
    forbid(`${room}-directions`, `${room} may import ${allowed}.`, from, {
      path: ours,
      pathNot: [
        ...inside([room, ...imports]),
        ...interfacesOf(interfaces),
        ...files.map((file) => `^src/${file}$`),
      ],
    });
    if (packages)
      forbid(`${room}-packages`, `${room} may use ${packages.join(', ') || 'no package'}.`, from, {
        dependencyTypesNot: ['core'],
        path: 'node_modules/',
        pathNot: packages.map((name) => `node_modules/${name}/`),
      });
    if (node === false)
      forbid(`${room}-runs-in-the-browser`, `${room} reaches the browser, so no Node module.`, from, {
        dependencyTypes: ['core'],
      });
    if (separate)
      forbid(
        `${room}-stand-alone`,
        `One of ${room} never imports another.`,
        { path: `^src/${room}/([^/]+)` },
        { path: `^src/${room}/`, pathNot: `^src/${room}/$1` },
      );
  }
  for (const [folder, order] of Object.entries(orders))
    order.forEach((name, at) => {
      const known = order.slice(0, at + 1);
      forbid(
        `${folder}/${name}-order`,
        `${folder}/${name} may import only ${known.join(', ')} of ${folder}.`,
        { path: `^src/${folder}/${name}/` },
        { path: `^src/${folder}/`, pathNot: inside(known.map((each) => `${folder}/${each}`)) },
      );
    });
  for (const [side, imports] of Object.entries(roots))
    forbid(
      `${side}-root-directions`,
      `Files directly in ${folderOf(side)} may use only ${imports.join(', ')}.`,
      { path: `^${folderOf(side)}/[^/]+$`, pathNot: [test, simulatorsDoor.from] },
      { path: ours, pathNot: inside(imports) },
    );
  forbid(
    'simulators-stay-outside',
    'The simulators are no part of the product: src/server/simulators.ts alone loads simulators/main.ts.',
    { path: simulatorsDoor.from },
    { path: ours, pathNot: [...inside(roots.server), simulatorsDoor.to] },
  );
  return rules;
}
