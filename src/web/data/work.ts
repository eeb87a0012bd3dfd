import { keepPreviousData, type QueryClient, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { AnswerOf, DataOf } from '#calls/call.ts';
import type { listReports } from '#calls/reports.ts';
import type { listJobs, listMails } from '#calls/work.ts';
import { isJobUnderWay, isMailUnderWay, type Job, type Mail, type WorkEvent } from '#kernel/work.ts';
import { api, isGone, type Query } from './client.ts';
import { eventsLive, followEvents } from './events.ts';
import type { RecordAnswer } from './queries.ts';

/** Where the cache has jobs, and what is made by them. */
export const JOBS = 'jobs';
/** Where the cache has mails. */
export const OUTBOX = 'outbox';

/** Where the cache has cloud deployments, which are a model. */
const DEPLOYMENTS = 'cloud_deployments';

/** Where the cache has comments. */
export const COMMENTS = 'comments';

/** Where the cache has the changes that wait for a second person. */
export const WAITING_CHANGES = 'waiting_changes';

/** Where the cache has how much work waits. */
export const WORK_THAT_WAITS = 'work that waits';

const KEYS_OF: Record<WorkEvent['what'], readonly string[]> = {
  job: [JOBS],
  mail: [OUTBOX],
  deployment: [DEPLOYMENTS],
  comment: [COMMENTS],
  waiting_change: [WAITING_CHANGES, WORK_THAT_WAITS],
};
/** Several changes in this time are fetched together. */
const GATHER_MS = 200;
/** How often a screen looks by itself while it gets no events of changes. */
const BUSY_MS = 1500;
const IDLE_MS = 15_000;

/*
 * Every page loads this file, and so it knows of the calls their types alone: what declares them is loaded with the screens.
 */

type JobList = AnswerOf<typeof listJobs>;
type MailList = AnswerOf<typeof listMails>;
type OfferedReports = DataOf<typeof listReports>;

/** While events of changes arrive nothing is fetched by the clock; else often where something is under way. */
export const pauseOf = (busy: boolean, idle: number | false = IDLE_MS) =>
  eventsLive() ? false : busy ? BUSY_MS : idle;

/** A page of the jobs. */
export function jobsQuery(query: Query): UseQueryOptions<JobList> {
  return {
    queryKey: [JOBS, 'list', query],
    queryFn: ({ signal }) => api.get<JobList>('/jobs', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pauseOf(state.data?.data.some(isJobUnderWay) ?? false),
  };
}

/** A page of the outbox. */
export function mailsQuery(query: Query): UseQueryOptions<MailList> {
  return {
    queryKey: [OUTBOX, 'list', query],
    queryFn: ({ signal }) => api.get<MailList>('/outbox', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pauseOf(state.data?.data.some(isMailUnderWay) ?? false),
  };
}

/** One mail. */
export function mailQuery(id: number): UseQueryOptions<Mail> {
  return {
    queryKey: [OUTBOX, 'mail', id],
    queryFn: async ({ signal }) => (await api.get<RecordAnswer<Mail>>(`/outbox/${id}`, { signal })).data,
    refetchInterval: ({ state }) => pauseOf(state.data ? isMailUnderWay(state.data) : false, false),
  };
}

/** The reports that the person may request; a job that ends makes them be fetched again. */
export function reportsQuery(): UseQueryOptions<OfferedReports> {
  return {
    queryKey: [JOBS, 'reports'],
    queryFn: async ({ signal }) => (await api.get<AnswerOf<typeof listReports>>('/reports', { signal })).data,
  };
}

/**
 * A job as it goes on, on whatever screen: its state, progress and steps change as the server reports them, or as
 * they are looked at. `gone`: there is none that this person may see. Nothing is looked at without an id.
 */
export function useJob(id: string | null): { job: Job | undefined; gone: boolean } {
  const { data, error } = useQuery({
    queryKey: [JOBS, 'job', id],
    queryFn: async ({ signal }) => (await api.get<RecordAnswer<Job>>(`/jobs/${id}`, { signal })).data,
    enabled: id !== null,
    refetchInterval: ({ state }) => {
      // Of a job that was never seen no more events may come.
      if (state.error && !state.data) return isGone(state.error) ? false : BUSY_MS;
      return pauseOf(!state.data || isJobUnderWay(state.data), false);
    },
  });
  return { job: data, gone: data === undefined && isGone(error) };
}

/** Lets what is shown of background work follow what happens; answers how to stop. */
export function followWork(queries: QueryClient): () => void {
  const changed = new Set<string>();
  let timer: number | undefined;
  const fetchSoon = (keys: readonly string[]) => {
    for (const key of keys) changed.add(key);
    timer ??= window.setTimeout(() => {
      timer = undefined;
      for (const key of changed) void queries.invalidateQueries({ queryKey: [key] });
      changed.clear();
    }, GATHER_MS);
  };
  const stop = followEvents({
    // A tab of another version may report what this one does not know.
    onChange: ({ what }) => fetchSoon(KEYS_OF[what] ?? []),
    onLive: () => fetchSoon(Object.values(KEYS_OF).flat()),
  });
  return () => {
    window.clearTimeout(timer);
    stop();
  };
}
