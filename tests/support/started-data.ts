import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from './child-environment.ts';
import { madeOnce } from './run-folder.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Fills an empty folder with what a portal's first start leaves there: the embedded database with the example data, and
 * the keys, and no billing run. One portal is started for the whole run, and its folder copied: each first start makes a cluster, runs every
 * migration and fills the database, which takes longer than all else of a start.
 * @throws when that portal does not start, with what it wrote
 */
export async function fillAsStarted(dataDir: string): Promise<void> {
  const made = await startedOnce();
  // With its owners: run by root, PostgreSQL belongs to another user.
  await promisify(execFile)('cp', ['-a', `${made}/.`, dataDir]);
}

/** The folder of a portal that was started and ended, which is made once for the run. */
export const startedOnce = (): Promise<string> => madeOnce('started', startOnce);

async function startOnce(dataDir: string): Promise<void> {
  const child = spawn(process.execPath, [resolve(root, 'src/server/main.ts')], {
    env: {
      ...childEnvironment(),
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: dataDir,
      DIRECTORY_SYNC: 'off',
      BILL_FETCH: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.once('message', () => child.kill('SIGTERM'));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`A first start ended with ${code}: ${output}`);
}
