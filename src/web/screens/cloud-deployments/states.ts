import type { DeploymentState, DeploymentStep } from '#resources/cloud-deployments.ts';

/** How the state of a deployment looks beside its word. */
export const STATE_COLORS: Record<DeploymentState, string> = {
  waiting_approval: 'yellow',
  running: 'sky',
  waiting_provider: 'sky',
  done: 'teal',
  failed: 'red',
  cancelled: 'gray',
};

export const isUnderWay = (state: unknown): boolean => state === 'running' || state === 'waiting_provider';

/** The words for where a step is. */
export const STEP_WORDS: Record<DeploymentStep['state'], string> = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  skipped: 'not needed',
  failed: 'failed',
};

/** What ids of steps are called where their own names do not tell it. */
export const ID_WORDS: Readonly<Record<string, string>> = {
  taken: 'id that another project has already, which may be ours:',
  looks: 'looked for it so many times:',
};

/** How long something took, as people say it. */
export function took(from: string, until: string): string {
  const seconds = Math.max(0, (Date.parse(until) - Date.parse(from)) / 1000);
  if (seconds < 1) return 'less than 1 s';
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
