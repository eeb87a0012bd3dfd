import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import { api } from '#web/data/client.ts';
import type { ListAnswer } from '#web/data/queries.ts';

/** The states of a job, as the filter offers them, each with the colour of its dot. */
export const JOB_STATES = [
  { value: 'queued', label: 'Queued', color: 'yellow' },
  { value: 'running', label: 'Running', color: 'blue' },
  { value: 'done', label: 'Done', color: 'teal' },
  { value: 'failed', label: 'Failed', color: 'red' },
] as const;

export interface Job {
  id: string;
  title: string;
  state: (typeof JOB_STATES)[number]['value'];
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

export const retryJob = (id: string, intent: string) => api.post(`/jobs/${id}/retry`, {}, { intent });
