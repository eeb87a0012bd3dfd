import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import { api, type Query } from '#web/data/client.ts';
import type { ListAnswer } from '#web/data/queries.ts';
import { JOBS, pauseOf } from '#web/data/work.ts';
import { BUSY_MS, isRunUnderWay, LIST, type Run } from '../billing.ts';
import type { Suggestion } from '../details.ts';

/** Where the screen of all exceptions is. */
export const QUEUE = `${LIST}/exceptions`;

/** Why nobody is charged, in few words, as the queue is narrowed by it. */
export const PROBLEMS = {
  unknown_account: 'Unknown account',
  no_account: 'No account',
  nothing_named: 'Names nothing',
  unknown_name: 'Names what is unknown',
  several_matches: 'Names several things',
  several_companies: 'Several companies',
  nothing_valid: 'Nothing valid',
  no_network: 'No network',
  no_wbs_element: 'No WBS element',
  no_company: 'No company',
  no_gl_account: 'No GL account',
  unknown_cloud: 'Unknown cloud',
  nothing_to_split_by: 'Nothing to split by',
  shared_cost_center_gone: 'Shared cost center gone',
  seat_without_cost_center: 'GitHub seat without cost center',
  no_seats: 'No seat of Copilot',
} as const;

/** The clouds whose accounts are looked for. */
export const CLOUDS = { azure: 'Azure', gcp: 'GCP', aws: 'AWS', github: 'GitHub' } as const;

/** An account that nobody is charged for in some of the open runs. */
export interface Unallocated {
  /** null for what belongs to no account, which is told run by run. */
  identifier: string | null;
  provider: keyof typeof CLOUDS | null;
  cloud_parent_id: number | null;
  problems: { problem: string; message: string }[];
  amounts: { currency: string; amount: string }[];
  lines: number;
  references: string[];
  runs: Pick<Run, 'id' | 'provider' | 'month' | 'state'>[];
  owner_email: string | null;
  /** The best one first. */
  suggestions: Suggestion[];
}

/** A page of what nobody is charged for in all open runs, the largest amounts first. */
export function unallocatedQuery(query: Query): UseQueryOptions<ListAnswer<Unallocated>> {
  return {
    queryKey: [JOBS, 'billing_exceptions', query],
    queryFn: ({ signal }) => api.get<ListAnswer<Unallocated>>('/billing_exceptions', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      (state.data?.data.some(({ runs }) => runs.some(isRunUnderWay)) ?? false) ? BUSY_MS : pauseOf(false),
  };
}
