import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { JOBS } from './work.ts';

/** What a currency comes to; all amounts are decimal texts, credits below zero. */
interface Amounts {
  currency: string;
  cost: string;
  credits: string;
  /** The cost with its credits. */
  amount: string;
}

/** What a project costs so far. */
export interface UnbilledCost extends Amounts {
  /** The project; null for what belongs to none. */
  identifier: string | null;
  name: string | null;
  cloud_parent_id: number | null;
  cost_center: string | null;
  owner_email: string | null;
}

/** A month that no bill tells of yet. */
export interface UnbilledMonth {
  /** YYYY-MM */
  month: string;
  /** Where it was read. */
  source: string;
  read_at: string;
  read_by: string;
  totals: (Amounts & { accounts: number })[];
}

interface UnbilledAnswer {
  data: UnbilledCost[];
  meta: {
    total: number;
    /** Why nothing can be read here; null where it can. */
    reason: string | null;
    unbilled: UnbilledMonth | null;
  };
}

/** What the running month costs so far, the largest projects first; asked for anew whenever a job changes, since one reads it. */
export function unbilledQuery(most: number): UseQueryOptions<UnbilledAnswer> {
  return {
    queryKey: [JOBS, 'unbilled', most],
    queryFn: ({ signal }) =>
      api.get<UnbilledAnswer>('/unbilled_costs', { query: { page: 1, per_page: most }, signal }),
  };
}
