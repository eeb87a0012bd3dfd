import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const NAME = 'RUN_FOLDER';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** Several times what the files of a run take at once, in bytes. */
const ROOM = 3 * 1024 ** 3;

/**
 * Runs once before the tests: a folder for what their workers share and for all that they make as temporary files, which
 * goes with the run. It lies in memory where there is plenty: each database is a thousand small files, which take a disk
 * longer to make and remove than its tests take.
 */
export default function makeRunFolder(): () => void {
  // Projects of one run share it.
  if (process.env[NAME] !== undefined) return () => undefined;
  const folder = mkdtempSync(join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'skyledger-run-'));
  // For any user, as other folders of temporary files: PostgreSQL and some portals run as others than these tests.
  chmodSync(folder, 0o1777);
  process.env[NAME] = folder;
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
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
