import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import type { BillProvider, RunState } from '#kernel/billing/runs.ts';
import { api } from '#web/data/client.ts';
import type { ListAnswer, RecordAnswer } from '#web/data/queries.ts';
import { JOBS } from '#web/data/work.ts';
import { isRunUnderWay, type Begun, type Run } from '../billing.ts';

/** Where the costs of Copilot are. */
export const COSTS = '/auth/copilot-costs';

interface Amount {
  currency: string;
  amount: string;
}

/** Who bears a part of what a run charges for GitHub. */
export interface Bearer {
  account: string;
  identifier: string;
  /** null where the organization bears it itself. */
  username: string | null;
  organization: string | null;
  name: string | null;
  /** What the seat, or the organization, names as its cost center. */
  named: string | null;
  /** Whether the cost center of the organization is charged in its place. */
  fallback: boolean;
  reference: string;
  currency: string;
  /** To six digits. */
  amount: string;
  posting: number | null;
  cost_center: string | null;
  wbs_element: string | null;
  problem: string | null;
}

/** What a run charges for an account of GitHub. */
export interface CopilotAccount {
  identifier: string;
  /** Whether it is split by seats. */
  split: boolean;
  organization: string | null;
  lines: number;
  currency: string;
  amount: string;
  seats: number;
  fallback_seats: number;
  unplaced: number;
  no_seats: boolean;
}

/** Copilot of an organization that another run of the month charges as well. */
export interface BilledTwice {
  /** In small letters; * for what names none. */
  organization: string;
  other_run: number;
  other_provider: BillProvider;
  other_state: RunState;
  reference: string;
  currency: string;
  amount: string;
  other_amounts: Amount[];
  /** Why both are right; null until somebody says so. */
  reason: string | null;
  decided_by: string | null;
}

/** What a run charges for GitHub. */
export interface CopilotOfRun {
  accounts: CopilotAccount[];
  billed_twice: BilledTwice[];
}

/** Whether a run may charge anything for GitHub. */
export const mayChargeGithub = ({ provider }: Run): boolean =>
  provider === 'github' || provider === 'azure' || provider === 'focus';

/** What a run charges for GitHub; another run may come to charge it as well, so it is asked for again with each look. */
export function copilotQuery(run: Run): UseQueryOptions<CopilotOfRun> {
  return {
    queryKey: [JOBS, 'billing_runs', run.id, 'copilot', run.changed_at],
    queryFn: async ({ signal }) =>
      (await api.get<RecordAnswer<CopilotOfRun>>(`/billing_runs/${run.id}/copilot`, { signal })).data,
    enabled: !isRunUnderWay(run),
    placeholderData: keepPreviousData,
  };
}

export const SEATS_PAGE = 50;

/** Which bearers of a run are shown. */
export type BearersOf = { by_identifier: string } | { by_charged: string } | Record<string, never>;

/** A page of who bears what a run charges for GitHub. */
export function bearersQuery(run: number, of: BearersOf, page: number): UseQueryOptions<ListAnswer<Bearer>> {
  const query = { ...of, page, per_page: SEATS_PAGE };
  return {
    queryKey: [JOBS, 'billing_runs', run, 'seats', query],
    queryFn: ({ signal }) => api.get<ListAnswer<Bearer>>(`/billing_runs/${run}/seats`, { query, signal }),
    placeholderData: keepPreviousData,
  };
}

/** Says why Copilot of an organization is charged by this run and by another one. @throws {ApiError} */
export const chargeBoth = async (
  run: number,
  decision: { organization: string; reason: string },
  intent: string,
): Promise<Begun> =>
  (await api.post<RecordAnswer<Begun>>(`/billing_runs/${run}/copilot_decisions`, decision, { intent })).data;

/** What a cost center is charged for Copilot by one run. */
export interface CopilotCost {
  /** Both null for what nobody is charged for. */
  cost_center: string | null;
  wbs_element: string | null;
  company_code: string | null;
  owner_email: string | null;
  business_unit: string | null;
  seats: number;
  fallback_seats: number;
  amounts: Amount[];
  billing_run: { id: number };
}

/** A run that charges Copilot, with what its lines of it come to. */
export interface RunOfCosts {
  id: number;
  provider: BillProvider;
  month: string;
  state: RunState;
  seats: number;
  totals: Amount[];
}

/** What cost centers are charged for Copilot in some months. */
export interface CopilotCosts {
  data: CopilotCost[];
  meta: { total: number; totals: Amount[]; runs: RunOfCosts[] };
}

/** @param from the first month, YYYY-MM @param to the last one */
export function costsQuery(from: string, to: string): UseQueryOptions<CopilotCosts> {
  return {
    queryKey: [JOBS, 'copilot_costs', from, to],
    queryFn: ({ signal }) => api.get<CopilotCosts>('/github/copilot_costs', { query: { from, to }, signal }),
    placeholderData: keepPreviousData,
  };
}
