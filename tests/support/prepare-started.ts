import { startedOnce } from './started-data.ts';

/**
 * Runs once before the tests: starts the portal whose folder theirs are copied from. Not by the first worker that needs
 * it: a worker that runs out of time on a busy machine is ended, and would leave the others waiting.
 */
export default async function prepareStarted(): Promise<void> {
  await startedOnce();
}
