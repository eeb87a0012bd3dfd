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

/** The labels of steps by their ids, where their own names say too little. */
export const ID_WORDS: Readonly<Record<string, string>> = {
  taken: 'id that another project has already, which may be ours:',
  looks: 'looked for it so many times:',
};
