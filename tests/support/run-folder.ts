import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const NAME = 'RUN_FOLDER';

/** Runs once before the tests: a folder for what their workers share, which goes with the run. */
export default function makeRunFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'skyledger-run-'));
  // Who starts a portal on a copy may be another user, who must be able to pass it.
  chmodSync(folder, 0o755);
  process.env[NAME] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
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
