import type { UseQueryOptions } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#calls/call.ts';
import { type AddedLine } from '#calls/bill-contents.ts';
import { listRuns, readRun, type Run } from '#calls/runs.ts';
import { BILL_PROVIDERS, type BillProvider, type RunState } from '#kernel/billing/runs.ts';
import { cloudNames } from '#kernel/clouds.ts';
import { fetchData, queryOf, wholeQueryOf } from '#web/data/call.ts';
import { JOBS, pauseOf } from '#web/data/work.ts';

/** Whose files are taken, and what people call them. */
export const PROVIDERS: Readonly<Record<BillProvider, string>> = cloudNames(BILL_PROVIDERS);

/** The states of a run, with the word and the colour of each. */
export const RUN_STATES = {
  processing: { word: 'Processing', color: 'blue' },
  needs_review: { word: 'Needs Review', color: 'yellow' },
  ready: { word: 'Ready', color: 'teal' },
  finalizing: { word: 'Finalizing', color: 'blue' },
  final: { word: 'Final', color: 'green' },
  reversed: { word: 'Reversed', color: 'gray' },
  superseded: { word: 'Superseded', color: 'gray' },
  failed: { word: 'Failed', color: 'red' },
} as const satisfies Record<RunState, { word: string; color: string }>;

/** The purposes of lines that are typed in. */
export const ADDED_KINDS = {
  tax: 'Tax',
  credit: 'Credit',
  adjustment: 'Adjustment',
} as const satisfies Record<AddedLine['kind'], string>;

/** The kind of a run, in words before others; empty for the invoice of a month. */
export function kindOf({ corrects, totals }: Pick<Run, 'corrects' | 'totals'>): string {
  if (corrects.length > 0) return 'Difference run · ';
  const isCredit = totals.length > 0 && totals.every(({ invoice }) => invoice.startsWith('-'));
  return isCredit ? 'Credit note · ' : '';
}

/** Whether something still happens to a run by itself. */
export const isRunUnderWay = ({ state }: Pick<Run, 'state'>): boolean =>
  state === 'processing' || state === 'finalizing';

/** Where the screen of all runs is. */
export const LIST = '/auth/billing-automation';

/** Where the screen of a run is. */
export const runAddress = (id: number): string => `${LIST}/runs/${id}`;

/** Background work is fetched anew whenever a job changes. */
const RUNS = [JOBS, 'billing_runs'] as const;
/** Events about the work of others do not come, so it is polled. */
export const BUSY_MS = 1500;

/** A page of the runs. */
export const runsQuery = (query: InputOf<typeof listRuns>): UseQueryOptions<AnswerOf<typeof listRuns>> => ({
  ...wholeQueryOf(listRuns, query, { keeps: true }),
  refetchInterval: ({ state }) =>
    (state.data?.data.some(isRunUnderWay) ?? false) ? BUSY_MS : pauseOf(false),
});

/** The most open runs that are shown on one screen. */
const MOST_OPEN = 200;

/** The runs that can still change, the newest first. */
export const openRunsQuery: UseQueryOptions<Run[]> = {
  queryKey: [...RUNS, 'open'],
  queryFn: async ({ signal }) => {
    const of = (state: RunState) =>
      fetchData(listRuns, { by_state: state, page: 1, per_page: MOST_OPEN }, { signal });
    const answers = await Promise.all([of('processing'), of('needs_review'), of('ready')]);
    // A run that goes on between two of the answers is in both.
    const runs = new Map(answers.flat().map((run) => [run.id, run] as const));
    return [...runs.values()].toSorted((a, b) => b.id - a.id);
  },
  refetchInterval: ({ state }) => ((state.data?.some(isRunUnderWay) ?? false) ? BUSY_MS : pauseOf(false)),
};

/** One run. */
export const runQuery = (id: string): UseQueryOptions<Run> => ({
  ...queryOf(readRun, { id }),
  refetchInterval: ({ state }) => (state.data && isRunUnderWay(state.data) ? BUSY_MS : pauseOf(false)),
});

/** The last months, the latest first: `YYYY-MM`. */
export function lastMonths(count: number, today = new Date()): string[] {
  return Array.from({ length: count }, (_, back) => {
    const month = new Date(Date.UTC(today.getFullYear(), today.getMonth() - back, 1));
    return month.toISOString().slice(0, 7);
  });
}
