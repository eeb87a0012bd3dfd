import type { JobStep } from '#kernel/work.ts';

/**
 * The steps of a job of a kind, with the state of those that it has already: a version of the portal with other steps may
 * have enqueued it.
 */
export const stepsOf = (names: readonly string[], known: readonly JobStep[] = []): JobStep[] =>
  names.map(
    (name) =>
      known.find((step) => step.name === name) ?? {
        name,
        state: 'waiting',
        started_at: null,
        finished_at: null,
      },
  );

/**
 * The steps once this one has begun: what ran before it is done.
 * @param at ISO 8601
 * @throws {Error} for a step that the job has not
 */
export function beginStep(steps: readonly JobStep[], name: string, at: string): JobStep[] {
  const place = steps.findIndex((step) => step.name === name);
  if (place === -1) throw new Error(`The job has no step '${name}'.`);
  return steps.map((step, index) => {
    if (index < place) return step.state === 'done' ? step : finished(step, 'done', at);
    if (index > place) return step;
    return { ...step, state: 'running', started_at: step.started_at ?? at, finished_at: null };
  });
}

/** The steps of a job that has ended well: all are done. */
export const allDone = (steps: readonly JobStep[], at: string): JobStep[] =>
  steps.map((step) => (step.state === 'done' ? step : finished(step, 'done', at)));

/** The steps of a job that has failed: the one that ran is where it did. */
export const runningFailed = (steps: readonly JobStep[], at: string): JobStep[] =>
  steps.map((step) => (step.state === 'running' ? finished(step, 'failed', at) : step));

const finished = (step: JobStep, state: 'done' | 'failed', at: string): JobStep => ({
  ...step,
  state,
  started_at: step.started_at ?? at,
  finished_at: at,
});
