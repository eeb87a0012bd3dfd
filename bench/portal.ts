import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { serverFlags } from '../scripts/server-flags.mjs';
import { projectRoot } from '#server/platform/config/config.ts';

const START_PATIENCE_MS = 60_000;
const END_PATIENCE_MS = 15_000;
/** Until a portal that has started is idle. */
export const SETTLED_MS = 3000;

/** A process of the bench that serves HTTP. */
export interface ServingProcess {
  /** Without a slash at the end. */
  url: string;
  pid: number;
  stop: () => Promise<void>;
}

/** The portal as `npm start` runs it, on a free port and without bills that its example would fetch; its log goes to a file in `folder`. */
export const startPortal = (folder: string, settings: Record<string, string>): Promise<ServingProcess> =>
  start(folder, 'src/server/main.ts', { PORT: '0', HOST: '127.0.0.1', BILL_FETCH: 'off', ...settings });

/** The bare server of `bare-server.ts`; `plan` says what it answers. */
export const startBareServer = (folder: string, plan: object): Promise<ServingProcess> =>
  start(folder, 'bench/bare-server.ts', { BARE_PLAN: JSON.stringify(plan) });

async function start(
  folder: string,
  program: string,
  settings: Record<string, string>,
): Promise<ServingProcess> {
  const logFile = path.join(folder, `${path.basename(program, '.ts')}.log`);
  const log = openSync(logFile, 'w');
  // Both with the flags of `npm start`, so that the memory of the one is no advantage over the other.
  const child = spawn(process.execPath, [...serverFlags, path.join(projectRoot, program)], {
    cwd: projectRoot,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  try {
    const url = await readyAt(child);
    return { url, pid: child.pid ?? 0, stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw new Error(`${program} did not start: ${String(error)}\n${readFileSync(logFile, 'utf8')}`, {
      cause: error,
    });
  }
}

function readyAt(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const late = setTimeout(() => reject(new Error('not ready in a minute')), START_PATIENCE_MS);
  child.once('message', (message: { ready: string }) => resolve(message.ready));
  child.once('error', reject);
  child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  return promise.finally(() => clearTimeout(late));
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), END_PATIENCE_MS);
  await gone;
  clearTimeout(late);
}
