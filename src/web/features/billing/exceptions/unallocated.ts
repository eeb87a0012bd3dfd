import type { UseQueryOptions } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#calls/call.ts';
import { listUnallocated, type ProblemName } from '#calls/exceptions.ts';
import { CLOUDS as BILLED_CLOUDS, type Cloud } from '#kernel/billing/runs.ts';
import { cloudNames } from '#kernel/clouds.ts';
import { wholeQueryOf } from '#web/data/call.ts';
import { pauseOf } from '#web/data/work.ts';
import { BUSY_MS, isRunUnderWay, LIST } from '../billing.ts';

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
  no_metric: 'Metric not imported',
  no_spend: 'No spend to split by',
  pool_target_gone: 'Cost center of a pool gone',
} as const satisfies Partial<Record<ProblemName, string>>;

/** The clouds whose accounts are looked for. */
export const CLOUDS: Readonly<Record<Cloud, string>> = cloudNames(BILLED_CLOUDS);

/** A page of what nobody is charged for in all open runs, the largest amounts first. */
export const unallocatedQuery = (
  query: InputOf<typeof listUnallocated>,
): UseQueryOptions<AnswerOf<typeof listUnallocated>> => ({
  ...wholeQueryOf(listUnallocated, query, { keeps: true }),
  refetchInterval: ({ state }) =>
    (state.data?.data.some(({ runs }) => runs.some(isRunUnderWay)) ?? false) ? BUSY_MS : pauseOf(false),
});
