import { useSyncExternalStore } from 'react';

/** A reload of the tab goes on following. */
const KEY = 'skyledger.followed';
/** More would cover what a person works on. */
const MOST = 4;

const listeners = new Set<() => void>();
let followed = read();

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function keep(ids: readonly string[]): void {
  followed = ids;
  sessionStorage.setItem(KEY, JSON.stringify(ids));
  for (const listener of listeners) listener();
}

/** Shows in this tab the progress of a job that its person has requested, whatever screen they go to. */
export const followJob = (id: string): void =>
  keep([...followed.filter((one) => one !== id), id].slice(-MOST));

/** Shows no more of a job. */
export const forgetJob = (id: string): void => keep(followed.filter((one) => one !== id));

/** Shows no more of any job: its person has gone. */
export const forgetJobs = (): void => keep([]);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The ids of the jobs that this tab follows, the latest last. */
export const useFollowedJobs = (): readonly string[] => useSyncExternalStore(subscribe, () => followed);
