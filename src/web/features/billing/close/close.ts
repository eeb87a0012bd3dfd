import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import type { BillProvider, HeldAgainst, RunState } from '#kernel/billing/runs.ts';
import { api } from '#web/data/client.ts';
import type { RecordAnswer } from '#web/data/queries.ts';
import { JOBS } from '#web/data/work.ts';

/** Where the board of the month close is. */
export const CLOSE = '/auth/month-close';

/** How far a month of a provider is, with the word and the colour of each. */
export const CLOSE_STATES = {
  not_expected: { word: 'Not Expected', color: 'gray' },
  not_come: { word: 'Not Come', color: 'red' },
  in_intake: { word: 'In Intake', color: 'blue' },
  unallocated: { word: 'Unallocated', color: 'yellow' },
  in_review: { word: 'In Review', color: 'teal' },
  finalized: { word: 'Finalized', color: 'teal' },
  booked: { word: 'Booked', color: 'green' },
} as const;
export type CloseState = keyof typeof CLOSE_STATES;

interface Amount {
  currency: string;
  amount: string;
}

/** What keeps a month from being closed, and which screen it is done on. */
export interface Missing {
  kind: 'invoice' | 'run' | 'exceptions' | 'accrue' | 'accrual';
  message: string;
  run: number | null;
}

/** What is booked for a month whose invoice has not come. */
export interface Accrual {
  id: number;
  provider: BillProvider;
  month: string;
  /** The month that was copied. */
  based_on: string;
  percent: string;
  state: 'standing' | 'reversed';
  totals: Amount[];
  created_by: string;
  created_at: string;
  reversed_by: string | null;
  reversed_at: string | null;
}

interface Decision {
  at: string;
  by: string;
  what: string;
  run: number | null;
}

/** Runs that charge nothing any more, or never did. */
const OVER: readonly RunState[] = ['reversed', 'failed', 'superseded'];

/** The runs of a month that have invoices to be held against something. */
export const runsWithInvoices = ({ runs }: CloseCell): CloseCell['runs'] =>
  runs.filter(
    ({ state, invoices }) => !OVER.includes(state) && Object.values(invoices).some((count) => count > 0),
  );

/** A month of a provider. */
export interface CloseCell {
  month: string;
  state: CloseState;
  runs: {
    id: number;
    state: RunState;
    file_name: string;
    /** How many of its invoices are held against each. */
    invoices: Record<HeldAgainst, number>;
    /** Whether it was finalized before anybody was asked for that. */
    finalized_unasked: boolean;
  }[];
  missing: Missing[];
  accruals: Accrual[];
  /** Differences after the close: of this month, and of others where they became final in it. */
  differences: {
    run: number;
    state: RunState;
    month: string;
    finalized_in: string | null;
    corrects: number[];
    totals: Amount[];
  }[];
  may_accrue: boolean;
  decisions: Decision[];
}

export interface CloseRow {
  provider: BillProvider;
  cells: CloseCell[];
}

export interface Board {
  months: string[];
  providers: CloseRow[];
}

interface Place {
  currency: string;
  company_code: string;
  gl_account: string;
  cost_center: string | null;
  wbs_element: string | null;
}

interface Compared {
  accrued: string;
  invoiced: string;
  difference: string;
}

/** An accrual, and what its invoices came to once they are final. */
export interface AccrualDetails {
  accrual: Accrual;
  comparison: {
    runs: number[];
    totals: (Compared & { currency: string })[];
    places: (Compared & Place)[];
  } | null;
}

/** What would be accrued. */
export interface Suggestion {
  from: string | null;
  /** The runs of that month whose amounts are not copied, since they are not final. */
  left_out: number[];
  totals: Amount[];
  postings: (Place & { n: number; amount: string; valid: boolean })[];
}

/** The months up to and with one, YYYY-MM. */
export function boardQuery(month: string): UseQueryOptions<Board> {
  return {
    queryKey: [JOBS, 'month_close', month],
    queryFn: async ({ signal }) =>
      (await api.get<RecordAnswer<Board>>('/month_close', { query: { month }, signal })).data,
    placeholderData: keepPreviousData,
  };
}

/** An accrual with its comparison. */
export function accrualQuery(id: number): UseQueryOptions<AccrualDetails> {
  return {
    queryKey: [JOBS, 'billing_accruals', id],
    queryFn: async ({ signal }) =>
      (await api.get<RecordAnswer<AccrualDetails>>(`/billing_accruals/${id}`, { signal })).data,
  };
}

/** What would be accrued for a month, with the amounts as they were. */
export function suggestionQuery(provider: BillProvider, month: string): UseQueryOptions<Suggestion> {
  const query = { provider, month };
  return {
    queryKey: [JOBS, 'billing_accruals', 'suggestion', query],
    queryFn: async ({ signal }) =>
      (await api.get<RecordAnswer<Suggestion>>('/billing_accruals/suggestion', { query, signal })).data,
  };
}

/** Makes an accrual. @throws {ApiError} */
export const makeAccrual = async (
  asked: { provider: BillProvider; month: string; percent: string },
  intent: string,
): Promise<Accrual> => (await api.post<RecordAnswer<Accrual>>('/billing_accruals', asked, { intent })).data;

/** Takes an accrual back. @throws {ApiError} */
export const reverseAccrual = async (id: number, intent: string): Promise<Accrual> =>
  (await api.post<RecordAnswer<Accrual>>(`/billing_accruals/${id}/reverse`, {}, { intent })).data;
