import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import { api } from '#web/data/client.ts';
import type { ListAnswer } from '#web/data/queries.ts';
import type { Run } from './billing.ts';

/** A reservation or savings plan in an invoice, with who bears what of it; what the file does not say is null. */
export interface Commitment {
  commitment: string;
  reference: string;
  currency: string;
  charge: 'buyer' | 'effective_cost';
  /** Whether the file says its effective cost. */
  known: boolean;
  billed: string;
  used: string | null;
  unused: string | null;
  /** What is billed less what is used and unused. */
  difference: string | null;
  /** An account, or the place where nobody knows it, with the cost center that pays for it. */
  buyer: string;
  buyer_charged_to: string | null;
  unused_to: string;
  unused_charged_to: string | null;
  /** How many accounts used it. */
  users: number;
  largest: { identifier: string; amount: string; charged_to: string | null }[];
}

/** What an invoice with commitments comes to. */
export interface AmortisedInvoice {
  reference: string;
  currency: string;
  billed: string;
  amortised: string;
  difference: string;
  charged: string;
}

interface CommitmentsAnswer extends ListAnswer<Commitment> {
  meta: ListAnswer['meta'] & { invoices: AmortisedInvoice[] };
}

const MOST_COMMITMENTS = 500;

/** The commitments of its invoices, those of the largest amounts first. */
export function commitmentsQuery({ id, changed_at: changed }: Run): UseQueryOptions<CommitmentsAnswer> {
  return {
    queryKey: ['billing_runs', id, 'commitments', changed],
    queryFn: ({ signal }) =>
      api.get<CommitmentsAnswer>(`/billing_runs/${id}/commitments`, {
        query: { page: 1, per_page: MOST_COMMITMENTS },
        signal,
      }),
    placeholderData: keepPreviousData,
  };
}
