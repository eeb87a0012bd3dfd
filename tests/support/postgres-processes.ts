import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The process id of the embedded database's main process. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

/**
 * Stops the embedded database of this folder where it stands: it keeps its connections and answers nothing, as a
 * machine that is paused does. Linux only.
 * @returns what lets it go on
 */
export function freezeDatabase(dataDir: string): () => void {
  const postmaster = postmasterOf(dataDir);
  const list = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  const family = [postmaster, ...list.split(' ').filter(Boolean).map(Number)];
  for (const pid of family) process.kill(pid, 'SIGSTOP');
  let frozen = true;
  return () => {
    // Once only: afterwards sessions end, and their numbers may become others'.
    if (!frozen) return;
    frozen = false;
    for (const pid of family) process.kill(pid, 'SIGCONT');
  };
}
