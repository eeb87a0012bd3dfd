import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const NAME = 'RUN_FOLDER';
/** The folder's name begins so, and goes on with the process that the run belongs to. */
const PREFIX = 'skyledger-run-';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** Several times what the files of a run take at once, in bytes. */
const ROOM = 3 * 1024 ** 3;

/**
 * Runs once before the tests: a folder for what their workers share and for all that they make as temporary files, which
 * goes with the run. It lies in memory where there is plenty: each database is a thousand small files, which take a disk
 * longer to make and remove than its tests take. A run that is interrupted ends its processes and removes the folder;
 * what a killed run left is removed by the next one.
 */
export default function makeRunFolder(): () => void {
  // Projects of one run share it.
  if (process.env[NAME] !== undefined) return () => undefined;
  const place = hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir();
  removeAbandoned(place);
  const folder = mkdtempSync(join(place, `${PREFIX}${process.pid}-`));
  // For any user, as other folders of temporary files: PostgreSQL and some portals run as others than these tests.
  chmodSync(folder, 0o1777);
  process.env[NAME] = folder;
  process.env['TMPDIR'] = folder;
  // A terminal interrupts the run and who began it, who passes the signal on: it comes twice, and the second one ends no clean-up.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      removeRun(folder);
      process.exit(1);
    });
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Removes the folders of runs whose process is gone. */
function removeAbandoned(place: string): void {
  for (const name of readdirSync(place)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) removeRun(join(place, name));
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Ends the processes of a run, PostgreSQL and portals among them, takes the small disks out that it mounted, and removes its folder. */
function removeRun(folder: string): void {
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    const left = processesOf(folder);
    for (const pid of left) sendTo(pid, signal);
    // There is no later turn in which to wait for them.
    if (left.length > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  }
  for (const disk of mountedIn(folder)) spawnSync('umount', ['--lazy', disk]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Where file systems are mounted in a folder. Where the system does not list them, none. */
function mountedIn(folder: string): string[] {
  return textOf('/proc/self/mounts')
    .split('\n')
    .flatMap((line) => line.split(' ')[1] ?? [])
    .filter((place) => place.startsWith(`${folder}/`));
}

/** The processes whose command line or environment names this folder. Where the system does not list them, none. */
function processesOf(folder: string): number[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => ['cmdline', 'environ'].some((part) => textOf(`/proc/${pid}/${part}`).includes(folder)))
    .map(Number);
}

/** Empty for a process that has ended meanwhile, or belongs to somebody else. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function sendTo(pid: number, signal: 'SIGQUIT' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, process.availableMemory()) > ROOM;
}

/**
 * A folder that all workers of the run share. The first worker that asks for it makes it, the others wait for it.
 * @param make fills an empty folder
 */
export async function madeOnce(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const shared = process.env[NAME];
  if (shared === undefined) throw new Error('There is a folder for all once the tests run.');
  const folder = join(shared, name);
  const claim = `${folder}.claim`;
  while (!existsSync(folder)) {
    try {
      mkdirSync(claim);
    } catch {
      await pause(100);
      continue;
    }
    try {
      if (existsSync(folder)) break;
      await make(`${folder}.part`);
      renameSync(`${folder}.part`, folder);
    } finally {
      rmSync(claim, { recursive: true });
    }
  }
  return folder;
}
