import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fillAsStarted } from './started-data.ts';

const root = resolve(import.meta.dirname, '../..');
const patienceMs = 60_000;

export interface SpawnedPortal {
  /** Where it is served, without a slash at the end. */
  url: string;
  /** Where its database is. */
  dataDir: string;
  /** What it has written so far. */
  output: () => string;
  /** Ends it as Ctrl-C would, and removes its data. */
  stop: () => Promise<void>;
}

/**
 * The portal as `npm start` runs it: a process of its own with the built web, an embedded PostgreSQL in a
 * folder of its own, the data set of a first start and the built-in identity provider, on a free port. The directory is read and
 * bills are fetched by themselves only where `settings` say so.
 */
export async function spawnPortal(settings: Record<string, string> = {}): Promise<SpawnedPortal> {
  if (!existsSync(join(root, 'dist/web/index.html'))) throw new Error('Build the web first: npm run build');
  const dataDir = mkdtempSync(join(tmpdir(), 'skyledger-journey-'));
  await fillAsStarted(dataDir);
  const child = spawn(join(root, 'node_modules/.bin/node'), ['src/server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      DIRECTORY_SYNC: 'off',
      BILL_FETCH: 'off',
      // A busy machine is no reason to refuse anything.
      DB_WAIT_SECONDS: '60',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));

  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  const ready = new Promise<string>((done, fail) => {
    child.once('message', (message: { ready: string }) => done(message.ready));
    child.once('error', fail);
    void ended.then(() => fail(new Error('The portal ended before it was ready.')));
    setTimeout(() => fail(new Error('The portal was not ready in a minute.')), patienceMs).unref();
  });
  try {
    return { url: await ready, dataDir, output: () => output, stop };
  } catch (error) {
    await stop();
    throw new Error(`${String(error)}\n${output}`, { cause: error });
  }
}
