import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { projectRoot } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { databaseAt } from '#tests/support/portal-database.ts';
import { apiClient, type Api } from '#tests/support/api.ts';
import { childEnvironment } from '#tests/support/child-environment.ts';
import { fillAsStarted } from '#tests/support/started-data.ts';

/** From the start of the process to the first request that it takes. */
const START_PATIENCE_MS = 90_000;

/** The portal's server as a process of its own, which may be killed like any other. */
export interface PortalProcess {
  url: string;
  pid: number;
  output: () => string;
  /** Ends it without notice; resolves when it is gone. */
  kill: () => Promise<void>;
  /** Asks it to end, as SIGTERM does; resolves with its exit code. */
  stop: () => Promise<number | null>;
}

/** A folder for a portal's data, removed with the test. */
export function newDataDir(): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'skyledger-fault-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  return dataDir;
}

/** A folder as a portal's first start leaves it, removed with the test. */
export async function startedDataDir(): Promise<string> {
  const dataDir = newDataDir();
  await fillAsStarted(dataDir);
  return dataDir;
}

/**
 * Starts the server as `npm start` does, on a free port; it ends with the test at the latest. The directory is read and
 * bills are fetched by themselves only where `settings` say so: a first start would begin with jobs that these tests do not know of.
 * @throws when it is not ready within 30 seconds, with what it wrote
 */
export async function startServer(settings: Record<string, string>): Promise<PortalProcess> {
  const child = spawn(process.execPath, [path.join(projectRoot, 'src/server/main.ts')], {
    env: {
      ...childEnvironment(),
      NODE_ENV: 'test',
      PORT: '0',
      DIRECTORY_SYNC: 'off',
      BILL_FETCH: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const gone = once(child, 'exit');
  onTestFinished(() => endNow(child, gone));

  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`Not ready after ${START_PATIENCE_MS} ms: ${text}`)),
      START_PATIENCE_MS,
    );
    child.once('message', ({ ready }: { ready: string }) => {
      clearTimeout(late);
      resolve(ready);
    });
    child.once('exit', () => {
      clearTimeout(late);
      reject(new Error(`It ended with ${child.exitCode} before it was ready: ${text}`));
    });
  });
  return {
    url,
    pid: child.pid ?? 0,
    output: () => text,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
      return child.exitCode;
    },
  };
}

async function endNow(child: ChildProcess, gone: Promise<unknown>): Promise<void> {
  // The embedded database would outlive a server that is killed.
  child.kill('SIGTERM');
  await gone;
}

/** The database of a portal that runs on this folder, for a look that no route gives. */
export function databaseOf(dataDir: string): Database {
  const db = databaseAt(dataDir);
  onTestFinished(() => db.close());
  return db;
}

/** The headers of automation that may do everything. */
export async function newToken(db: Database): Promise<Record<string, string>> {
  const made = await createApiToken(db, { email: 'load@example.com', name: 'load', roles: ['admin'] });
  if (!made) throw new Error('This database has the token already.');
  return { authorization: `Bearer ${made.token}` };
}

/** The API of a portal process for whoever holds these headers. */
export const apiOf = (portal: { url: string }, headers: Record<string, string>): Api =>
  apiClient(portal.url, headers);
