import { JOB_STATES, type Job, type JobState } from '#kernel/work.ts';
import { formatMoment } from '#web/ui/moments.ts';

const SHOWN: Record<JobState, { label: string; color: string }> = {
  queued: { label: 'Queued', color: 'yellow' },
  running: { label: 'Running', color: 'blue' },
  done: { label: 'Done', color: 'teal' },
  failed: { label: 'Failed', color: 'red' },
};

/** The states of a job, as a filter offers them, each with the colour of its dot. */
export const jobStates = JOB_STATES.map((value) => ({ value, ...SHOWN[value] }));

/** The word for the state of a job, and the colour of its dot. */
export const shownState = ({ state }: Job) => ({ word: SHOWN[state].label, color: SHOWN[state].color });

/** The next step of a job by itself, and when; null where it does it now or not at all. */
export function nextOf({ state, next_try: nextTry, next_look: nextLook }: Job): string | null {
  if (state === 'queued' && nextTry) return `Tried again at ${formatMoment(nextTry)}`;
  if (state === 'running' && nextLook) return `Looks again at ${formatMoment(nextLook)}`;
  return null;
}
