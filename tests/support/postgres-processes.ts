import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The process id of the embedded database's main process. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** The main process of the database of this folder, and those that it has begun. Linux only. */
function familyOf(dataDir: string): number[] {
  const postmaster = postmasterOf(dataDir);
  const list = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...list.split(' ').filter(Boolean).map(Number)];
}

/** Ends all processes of the database of this folder at once, as a machine ends that loses its power. Linux only. */
export function killDatabase(dataDir: string): void {
  // First none of them goes on: the main one might begin others, and one that sees another one end might still answer.
  process.kill(postmasterOf(dataDir), 'SIGSTOP');
  const family = familyOf(dataDir);
  for (const signal of ['SIGSTOP', 'SIGKILL']) for (const pid of family) process.kill(pid, signal);
}

/**
 * Stops the embedded database of this folder where it stands: it keeps its connections and answers nothing, as a
 * machine that is paused does. Linux only.
 * @returns what lets it go on
 */
export function freezeDatabase(dataDir: string): () => void {
  const family = familyOf(dataDir);
  for (const pid of family) process.kill(pid, 'SIGSTOP');
  let frozen = true;
  return () => {
    // Once only: afterwards sessions end, and their numbers may become others'.
    if (!frozen) return;
    frozen = false;
    for (const pid of family) process.kill(pid, 'SIGCONT');
  };
}
