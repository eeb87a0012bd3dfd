import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import { JOB_STATES, type JobState } from '#kernel/work.ts';
import { api } from '#web/data/client.ts';
import type { ListAnswer } from '#web/data/queries.ts';

const SHOWN: Record<JobState, { label: string; color: string }> = {
  queued: { label: 'Queued', color: 'yellow' },
  running: { label: 'Running', color: 'blue' },
  done: { label: 'Done', color: 'teal' },
  failed: { label: 'Failed', color: 'red' },
};

/** The states of a job, as the filter offers them, each with the colour of its dot. */
export const jobStates = JOB_STATES.map((value) => ({ value, ...SHOWN[value] }));

/** The word for where a job stands, and the colour of its dot. */
export const shownState = ({ state }: Job) => ({ word: SHOWN[state].label, color: SHOWN[state].color });

/** A job as the API tells of it. */
export interface Job {
  id: string;
  title: string;
  state: JobState;
  attempts: number;
  progress: { done: number; total: number } | null;
  error: string | null;
  created_by: string;
  created_at: string;
  next_try: string | null;
  finished_at: string | null;
}

const BUSY_MS = 1500;
const IDLE_MS = 15_000;

const isUnderWay = ({ state }: Job) => state === 'queued' || state === 'running';

/** A page of the jobs; it is looked at again by itself, more often while something is under way. */
export function jobsQuery(query: Record<string, string>): UseQueryOptions<ListAnswer<Job>> {
  return {
    queryKey: ['jobs', 'list', query],
    queryFn: ({ signal }) => api.get<ListAnswer<Job>>('/jobs', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? BUSY_MS : IDLE_MS),
  };
}

/** Lets a failed job go on; the same `intent` counts once. */
export const retryJob = (id: string, intent: string) => api.post(`/jobs/${id}/retry`, {}, { intent });
