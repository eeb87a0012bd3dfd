import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import type { BillProvider, HeldAgainst, RunState } from '#kernel/billing/runs.ts';
import type { Job, JobStep } from '#kernel/work.ts';
import { api, type Query } from '#web/data/client.ts';
import type { ListAnswer, RecordAnswer } from '#web/data/queries.ts';
import { JOBS, pauseOf } from '#web/data/work.ts';
import type { FinalizeOption } from './finalize-options.ts';

/** Whose files are taken, and what people call them. */
export const PROVIDERS = {
  azure: 'Azure',
  gcp: 'GCP',
  aws: 'AWS',
  focus: 'FOCUS',
  github: 'GitHub',
} as const satisfies Record<BillProvider, string>;

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

/** What a run comes to in one currency; amounts are decimal texts. */
export interface Total {
  currency: string;
  invoice: string;
  /** Whether `invoice` is stated, and not the sum of the lines. */
  confirmed: boolean;
  /** What the weakest of its invoices is held against. */
  held_against: HeldAgainst;
  lines: string;
  allocated: string;
  unallocated: string;
  /** What earlier runs booked of its invoices, where it books the difference from them. */
  before: string;
  postings: string;
  bills: string;
  rounding: string;
  /** What is of no account and was split by the others. */
  spread: string;
}

/** One invoice of a run. */
export interface Invoice {
  /** By which it is told from the others of the run. */
  n: number;
  reference: string;
  provider: string | null;
  currency: string;
  invoice: string;
  confirmed: boolean;
  /** Who stated it; null for the file. */
  confirmed_by: string | null;
  /** When a person did, where that is known. */
  confirmed_at: string | null;
  held_against: HeldAgainst;
  /** Who confirmed the sum of the lines without a stated total, and how they checked it. */
  checked: { by: string; name: string | null; at: string; note: string } | null;
  lines: string;
  rounding: string;
  count: number;
  invoice_date: string | null;
  due_date: string | null;
  /** The earlier invoices that its refunds are of, where the file names them. */
  refund_of: string[];
}

/** A sum in one currency. */
export interface Sum {
  currency: string;
  amount: string;
}

/** One of the parts that a run's files consist of. */
export interface BillPart {
  name: string;
  /** A manifest names what is missing; what is repeated has the bytes of another part, and counts once. */
  state: 'read' | 'repeated' | 'missing';
  same_as: string | null;
  rows: number;
  lines: number;
  totals: Sum[];
  /** Whether it has the amortised costs of what the others bill. */
  amortised: boolean;
}

/** What files or a run hold, by which two are told apart. */
export interface Held {
  id: number | null;
  file_name: string;
  lines: number;
  accounts: number;
  first_day: string | null;
  last_day: string | null;
  totals: Sum[];
}

/** Files, and another run that has one of their invoices as well. */
export interface Both {
  file: Held;
  billing_run: Held;
  /** Whether that run is final, and not open. */
  booked: boolean;
}

/** What may become of both. */
export type Existing = 'add' | 'replace' | 'leave' | 'difference';

/** What lines may be for that are typed in. */
export const ADDED_KINDS = { tax: 'Tax', credit: 'Credit', adjustment: 'Adjustment' } as const;

/** A line that somebody typed in. */
export interface AddedLine {
  id: number;
  /** Of the invoice in the run. */
  n: number;
  reference: string;
  provider: string | null;
  currency: string;
  kind: keyof typeof ADDED_KINDS;
  amount: string;
  reason: string;
  created_by: string;
  created_at: string;
}

/** Something that was done with a run; `by` is the person who decided it, null for what the portal does. */
interface RunStep extends Pick<JobStep, 'name'> {
  state: 'running' | 'done' | 'failed';
  started_at: string;
  finished_at: string | null;
  by: string | null;
  /** What more there is to say of it. */
  detail?: string;
}

interface RunFile {
  id: string;
  name: string;
  content_type: string;
  size: number;
}

/** One of the options that a run was finalized with. */
export interface OptionDone {
  name: FinalizeOption;
  state: 'waiting' | 'done' | 'skipped' | 'failed';
  /** What came of it, or why nothing did. */
  note: string | null;
  by: string;
  asked_at: string;
  finished_at: string | null;
}

/** How a reviewed workbook changes a posting. */
interface Difference {
  posting: number;
  /** As a sentence. */
  message: string;
}

/** A billing run, as the API answers it. */
export interface Run {
  id: number;
  provider: BillProvider;
  format: string | null;
  month: string;
  posting_day: string;
  state: RunState;
  file_name: string;
  file_size: number;
  rules_version: number;
  lines: number;
  totals: Total[];
  invoices: Invoice[];
  parts: BillPart[];
  /** An open or final run of the same invoice, as long as nobody has said what becomes of both. */
  existing_run: number | null;
  /** The runs that it books the difference from. */
  corrects: number[];
  /** The runs that book the difference from it. */
  corrected_by: { id: number; state: RunState }[];
  additions: AddedLine[];
  exceptions: number;
  steps: RunStep[];
  files: RunFile[];
  options: OptionDone[];
  /** What a reviewed workbook changes, until somebody accepts it. */
  differences: Difference[];
  /** Whether it was finalized before anybody was asked what its invoices are held against. */
  finalized_unasked: boolean;
  /** By which it is known whether they are others meanwhile. */
  differences_digest: string | null;
  /** Whether its lines are about reservations or savings plans. */
  has_commitments: boolean;
  /** Lines of the file that are like an earlier one in all that is read. */
  repeated_lines: { currency: string; lines: number; amount: string }[];
  error: string | null;
  superseded_by: number | null;
  job_id: string;
  created_by: string;
  created_at: string;
  changed_at: string;
}

/** What begins work on a run answers; `job` is null where it is over and forgotten. */
export interface Begun {
  billing_run: Run;
  job: Job | null;
}

/** What a run is, in words that stand before others; empty for the invoice of a month. */
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

/** What is asked of what runs in the background is fetched anew whenever a job changes. */
const RUNS = [JOBS, 'billing_runs'] as const;
/** Work that somebody else asked for is not told of, so it is looked at. */
export const BUSY_MS = 1500;

/** A page of the runs. */
export function runsQuery(query: Query): UseQueryOptions<ListAnswer<Run>> {
  return {
    queryKey: [...RUNS, 'list', query],
    queryFn: ({ signal }) => api.get<ListAnswer<Run>>('/billing_runs', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      (state.data?.data.some(isRunUnderWay) ?? false) ? BUSY_MS : pauseOf(false),
  };
}

/** As many open runs as are told on one screen. */
const MOST_OPEN = 200;

/** The runs that can still change, the newest first. */
export const openRunsQuery: UseQueryOptions<Run[]> = {
  queryKey: [...RUNS, 'open'],
  queryFn: async ({ signal }) => {
    const of = (state: RunState) =>
      api.get<ListAnswer<Run>>('/billing_runs', {
        query: { by_state: state, page: 1, per_page: MOST_OPEN },
        signal,
      });
    const answers = await Promise.all([of('processing'), of('needs_review'), of('ready')]);
    // A run that goes on between two of the answers is in both.
    const runs = new Map(answers.flatMap(({ data }) => data.map((run) => [run.id, run] as const)));
    return [...runs.values()].toSorted((a, b) => b.id - a.id);
  },
  refetchInterval: ({ state }) => ((state.data?.some(isRunUnderWay) ?? false) ? BUSY_MS : pauseOf(false)),
};

/** One run. */
export function runQuery(id: string): UseQueryOptions<Run> {
  return {
    queryKey: [...RUNS, 'run', id],
    queryFn: async ({ signal }) => (await api.get<RecordAnswer<Run>>(`/billing_runs/${id}`, { signal })).data,
    refetchInterval: ({ state }) => (state.data && isRunUnderWay(state.data) ? BUSY_MS : pauseOf(false)),
  };
}

/** A run beside the other run of the same invoice. */
export function bothQuery(id: number): UseQueryOptions<Both> {
  return {
    queryKey: [...RUNS, 'existing', id],
    queryFn: async ({ signal }) =>
      (await api.get<RecordAnswer<Both>>(`/billing_runs/${id}/existing`, { signal })).data,
  };
}

/** The last months, the latest first: `YYYY-MM`. */
export function lastMonths(count: number, today = new Date()): string[] {
  return Array.from({ length: count }, (_, back) => {
    const month = new Date(Date.UTC(today.getFullYear(), today.getMonth() - back, 1));
    return month.toISOString().slice(0, 7);
  });
}
