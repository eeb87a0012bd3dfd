import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import { readCorrection } from '#calls/corrections.ts';
import { wholeQueryOf } from '#web/data/call.ts';
import { api, type Query } from '#web/data/client.ts';
import type { ListAnswer, RecordAnswer } from '#web/data/queries.ts';
import type { Run } from './billing.ts';
import type { Bearer } from './copilot/copilot.ts';
import type { FinalizeOption } from './finalize-options.ts';
import { ofRun } from './of-run.ts';

/** A step on the way from what was named to what is charged. */
export interface ChainStep {
  what: 'project' | 'network' | 'wbs_element' | 'cost_center';
  id: number;
  identifier: string;
  /** On the posting day of the run. */
  valid: boolean;
  /** Whether it was come to as a backup. */
  backup: boolean;
}

interface Explained {
  /** What the cloud parent names. */
  named: string | null;
  cloud_parent_id: number | null;
  chain: ChainStep[];
  /** The problem as a sentence. */
  message: string | null;
}

/** A cost center that may pay for an account, and why. */
export interface Suggestion {
  cost_center_id: number;
  cost_center: string;
  owner_email: string | null;
  /** The reason as a sentence. */
  message: string;
}

/** What found no place. */
export interface Exception extends Explained {
  id: number;
  problem: string;
  /** Whether a cost center settles it. */
  assignable: boolean;
  identifier: string | null;
  provider: string | null;
  reference: string;
  currency: string;
  amount: string;
  lines: number;
  /** Who owns the account, as far as that is known. */
  owner_email: string | null;
  /** The best one first. */
  suggestions: Suggestion[];
}

export interface Posting {
  id: number;
  reference: string;
  company_code: string;
  gl_account: string;
  cost_center: string | null;
  wbs_element: string | null;
  amount: string;
  currency: string;
  text: string;
  business_unit: string | null;
  owner_email: string | null;
}

/** What lines are for. */
export const LINE_KINDS = {
  usage: 'Purchases and usage',
  tax: 'Tax',
  credit: 'Credits',
  adjustment: 'Adjustments',
  rounding: 'Rounding',
} as const;

/** What of an invoice belongs to no account and is of one kind, and who bears it. */
export interface Spread {
  reference: string;
  currency: string;
  kind: keyof typeof LINE_KINDS;
  lines: number;
  amount: string;
  rule: 'proportional' | 'rounding' | 'named';
  /** The cost center or WBS element that was named. */
  charged_to: string | null;
  /** How many bear it. */
  postings: number;
  exceptions: number;
}

/** A line of the file, with where it is charged and why. */
export interface Line extends Explained {
  line: number;
  identifier: string | null;
  currency: string;
  /** With all the digits of the file. */
  amount: string;
  kind: keyof typeof LINE_KINDS;
  day: string | null;
  service: string | null;
  description: string | null;
  rule: 'account' | 'seats' | 'proportional' | 'named' | 'rounding';
  company_code: string | null;
  cost_center: string | null;
  wbs_element: string | null;
  /** Every posting that it is a part of; of one that nobody split, the share is 1. */
  parts: { posting: number; share: string }[];
}

/** A part of a run; what changes the run makes it be fetched anew. */
function partQuery<R>(
  { id, changed_at: changed }: Run,
  part: string,
  query: Query,
): UseQueryOptions<ListAnswer<R>> {
  return {
    queryKey: ['billing_runs', id, part, changed, query],
    queryFn: ({ signal }) => api.get<ListAnswer<R>>(`/billing_runs/${id}/${part}`, { query, signal }),
    placeholderData: keepPreviousData,
  };
}

/** As many exceptions as a person looks through on one screen. */
const MOST_EXCEPTIONS = 500;

/** What found no place, the largest amounts first. */
export const exceptionsQuery = (run: Run) =>
  partQuery<Exception>(run, 'exceptions', { page: 1, per_page: MOST_EXCEPTIONS });

const MOST_SPREAD = 500;

/** What of its invoices belongs to no account, invoice by invoice. */
export const spreadQuery = (run: Run) => partQuery<Spread>(run, 'spread', { page: 1, per_page: MOST_SPREAD });

export const POSTINGS_PAGE = 50;

/** Whether it is a row of the file that is looked for; ids of accounts have more digits. */
const ROW = /^\d{1,9}$/;

/** @param find an account, or a row of the file, whose postings are asked for; empty for all */
export const postingsQuery = (run: Run, page: number, find: string) =>
  partQuery<Posting>(run, 'postings', {
    page,
    per_page: POSTINGS_PAGE,
    ...(find !== '' && (ROW.test(find) ? { by_line: find } : { by_identifier: find })),
  });

/** What a posting was made of. */
export interface MadeOf {
  posting: Posting;
  /** What earlier runs booked on the same place, where the run books the difference; null for a bill of no run. */
  before: string | null;
  accounts: {
    /** null for what is charged to a cost center that was named. */
    identifier: string | null;
    lines: number;
    amount: string;
    /** How much of it is charged there, 1 for all. */
    share: string;
    named: string | null;
    cloud_parent_id: number | null;
    chain: ChainStep[];
  }[];
  accounts_total: number;
  /** Who bears what of it is charged for GitHub. */
  seats: Bearer[];
  seats_total: number;
  /** What of the lines that belong to no account is a part of it. */
  split: { lines: number; amount: string; rounding: string };
  /** The bill that books it, and that which takes it back. */
  bills: { id: number; date: string; amount: string; counters: boolean }[];
}

/** The accounts in a posting, and how each of them came to be charged there. */
export function madeOfQuery({ id, changed_at: changed }: Run, posting: number): UseQueryOptions<MadeOf> {
  return {
    queryKey: ['billing_runs', id, 'made of', changed, posting],
    queryFn: async ({ signal }) =>
      (await api.get<RecordAnswer<MadeOf>>(`/billing_runs/${id}/postings/${posting}`, { signal })).data,
  };
}

/** Where something is charged. */
export interface Place {
  company_code: string | null;
  cost_center: string | null;
  wbs_element: string | null;
}

/** What something came to, and comes to now. */
export interface Moved {
  before: string;
  now: string;
  difference: string;
}

/** `name`: what the inventory calls it. */
type ChangedAccount = { identifier: string; name: string | null; currency: string; amount: string } & Place;

/** What of a run is otherwise than the month before; `counts` has all, the lists the largest. */
export interface Changes {
  /** null where the month before has no run. */
  compared_with: Pick<Run, 'id' | 'month'> | null;
  /** All that it is compared with, taken together. */
  compared_runs: Pick<Run, 'id' | 'month'>[];
  totals: ({ currency: string } & Moved)[];
  accounts_came: ChangedAccount[];
  accounts_gone: ChangedAccount[];
  postings_changed: ({ gl_account: string; currency: string; share: string | null } & Place & Moved)[];
  expiring: {
    what: string;
    id: number;
    identifier: string;
    expired_at: string;
    replaced_by: string | null;
    currency: string;
    amount: string;
  }[];
  counts: Record<'accounts_came' | 'accounts_gone' | 'postings_changed' | 'expiring', number>;
}

/** What changed since the month before. */
export function changesQuery({ id, changed_at: changed }: Run): UseQueryOptions<Changes> {
  return {
    queryKey: ['billing_runs', id, 'changes', changed],
    queryFn: async ({ signal }) =>
      (await api.get<RecordAnswer<Changes>>(`/billing_runs/${id}/changes`, { signal })).data,
  };
}

interface Compared {
  currency: string;
  this_month: string;
  last_month: string;
  difference: string;
}

/** What an owner is told of a run. */
export interface Statement {
  /** null for what has no known owner. */
  owner_email: string | null;
  sent: boolean;
  /** Why it is not sent. */
  why: string | null;
  totals: Compared[];
  cost_centers: ({ identifier: string } & Compared)[];
  services: { service: string; currency: string; amount: string }[];
}

/** What owners would be mailed. */
/** Why options cannot be chosen here, whatever the run, by their names. */
export const lacksQuery: UseQueryOptions<Partial<Record<FinalizeOption, string>>> = {
  queryKey: ['billing_options'],
  queryFn: async ({ signal }) => {
    const { data } = await api.get<ListAnswer<{ name: FinalizeOption; reason: string | null }>>(
      '/billing_options',
      { signal },
    );
    return Object.fromEntries(data.flatMap(({ name, reason }) => (reason === null ? [] : [[name, reason]])));
  },
};

export const statementsQuery = (run: Run) => partQuery<Statement>(run, 'statements', {});

export const LINES_PAGE = 25;

/** A page of what a difference run changes. */
export const correctionQuery = (run: Run, page: number) =>
  ofRun(run, wholeQueryOf(readCorrection, { id: run.id, page, per_page: POSTINGS_PAGE }, { keeps: true }));

/** The lines behind a posting, or those of an account. */
export const linesQuery = (run: Run, of: { by_posting: number } | { by_identifier: string }, page: number) =>
  partQuery<Line>(run, 'lines', { ...of, page, per_page: LINES_PAGE });

/** Exceptions of one account for one reason, with its amount in each currency. */
export interface AccountProblem {
  problem: string;
  assignable: boolean;
  identifier: string | null;
  provider: string | null;
  message: string;
  named: string | null;
  cloud_parent_id: number | null;
  chain: ChainStep[];
  lines: number;
  owner_email: string | null;
  suggestions: Suggestion[];
  amounts: { reference: string; currency: string; amount: string }[];
}

/** Groups exceptions by account and reason, in the order in which they come. */
export function byAccount(exceptions: readonly Exception[]): AccountProblem[] {
  const groups = Map.groupBy(exceptions, ({ identifier, message }) => JSON.stringify([identifier, message]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return {
      ...first,
      message: first.message ?? '',
      lines: group.reduce((sum, { lines }) => sum + lines, 0),
      amounts: group.map(({ reference, currency, amount }) => ({ reference, currency, amount })),
    };
  });
}
