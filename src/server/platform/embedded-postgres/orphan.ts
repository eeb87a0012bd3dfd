import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../base/start-error.ts';

/** Sockets live under a short path of their own: a socket's path may not exceed 107 bytes. */
export const socketDirPrefix = path.join(os.tmpdir(), 'skyledger-socket-');

const FAST_STOP_MS = 5000;
const HARD_STOP_MS = 3000;

interface PidFile {
  pid: number;
  socketDir: string;
}

/**
 * Ends a PostgreSQL that a killed portal left running on this cluster, and clears what it left behind. Only
 * called by the process that holds the data folder's lock. A process that merely has the pid that the cluster's
 * pid file names, but does not serve this cluster, is left alone.
 */
export async function endOrphan(cluster: string): Promise<void> {
  const left = readPidFile(cluster);
  if (!left) return;
  if (isAlive(left.pid)) {
    if (servesCluster(left.pid, cluster)) {
      await endProcess(left.pid, () => !servesCluster(left.pid, cluster));
    } else {
      // PostgreSQL would take the stranger for its own postmaster and refuse to start. What could really still
      // be attached to the cluster it finds by its shared memory, pid file or not.
      rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
    }
  }
  if (left.socketDir.startsWith(socketDirPrefix)) rmSync(left.socketDir, { recursive: true, force: true });
}

/** Whether the postmaster with this pid says that it takes connections; a killed one's file may say so too. */
export function isReady(cluster: string, pid: number | undefined): boolean {
  const STATE_LINE = 7;
  const lines = pidFileLines(cluster);
  return Number(lines?.[0]) === pid && lines?.[STATE_LINE]?.trim() === 'ready';
}

/**
 * Asks a postmaster to stop at once, and insists when it does not. Its clients are disconnected.
 * @param isGone whether it has ended; a pid alone does not, since an ended process may stay listed
 */
export async function endProcess(pid: number, isGone: () => boolean): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', HARD_STOP_MS],
    ['SIGKILL', HARD_STOP_MS],
  ] as const) {
    if (!send(pid, signal)) return;
    const deadline = Date.now() + patience;
    while (Date.now() < deadline) {
      if (isGone()) return;
      await pause(10);
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

function servesCluster(pid: number, cluster: string): boolean {
  try {
    // A postmaster works inside its cluster's folder; its command line may name an earlier path.
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    const command = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes(`-D ${cluster} `);
  } catch {
    return false;
  }
}

function readPidFile(cluster: string): PidFile | null {
  const lines = pidFileLines(cluster);
  const pid = Number(lines?.[0]);
  return Number.isInteger(pid) && pid > 1 ? { pid, socketDir: lines?.[4] ?? '' } : null;
}

function pidFileLines(cluster: string): string[] | null {
  try {
    return readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
}
