import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import type { BillProvider } from '#kernel/billing/runs.ts';
import type { AccountSpend, RunOfSpend, ServiceSpend, SpendTotal } from '#kernel/billing/untagged-spend.ts';
import { api } from '#web/data/client.ts';
import type { ListAnswer } from '#web/data/queries.ts';
import { JOBS } from '#web/data/work.ts';
import type { Line } from '../details.ts';

/** What is asked of the spend of a month: its address has the same. */
export interface SpendAsked {
  /** YYYY-MM */
  month: string;
  /** Empty for all. */
  provider: BillProvider | '';
  /** What is lacked: `any` demanded tag, `all` tags, or the name of one. */
  lacks: string;
}

/** A page of accounts, with what the whole month comes to. */
export interface Spend {
  data: AccountSpend[];
  meta: {
    total: number;
    tags: { name: string; label: string }[];
    totals: SpendTotal[];
    runs: RunOfSpend[];
  };
}

export const ACCOUNTS_PAGE = 50;

/** What is asked, as the API takes it. */
export const paramsOf = ({ month, provider, lacks }: SpendAsked): Record<string, string> => ({
  month,
  lacks,
  ...(provider !== '' && { provider }),
});

/** The accounts of a page, those of the owner with the most first. */
export function spendQuery(asked: SpendAsked, page: number): UseQueryOptions<Spend> {
  const query = { ...paramsOf(asked), page, per_page: ACCOUNTS_PAGE };
  return {
    queryKey: [JOBS, 'untagged_spend', query],
    queryFn: ({ signal }) => api.get<Spend>('/untagged_spend', { query, signal }),
    placeholderData: keepPreviousData,
  };
}

export const SERVICES_PAGE = 50;

/** The services of an account, the largest amounts first. */
export function servicesQuery(
  asked: SpendAsked,
  identifier: string,
  page: number,
): UseQueryOptions<ListAnswer<ServiceSpend>> {
  const query = { ...paramsOf(asked), by_identifier: identifier, page, per_page: SERVICES_PAGE };
  return {
    queryKey: [JOBS, 'untagged_spend', 'services', query],
    queryFn: ({ signal }) => api.get<ListAnswer<ServiceSpend>>('/untagged_spend/services', { query, signal }),
    placeholderData: keepPreviousData,
  };
}

export const GAPS_PAGE = 25;

/** The lines of a service that lack the tags that are asked for, in the order of the file. */
export function gapsQuery(
  { billing_run: run, service }: ServiceSpend,
  of: { identifier: string; lacks: string },
  page: number,
): UseQueryOptions<ListAnswer<Line>> {
  const query = {
    by_identifier: of.identifier,
    by_lacks: of.lacks,
    by_service: service ?? '',
    page,
    per_page: GAPS_PAGE,
  };
  return {
    queryKey: [JOBS, 'billing_runs', run, 'gaps', query],
    queryFn: ({ signal }) => api.get<ListAnswer<Line>>(`/billing_runs/${run}/lines`, { query, signal }),
    placeholderData: keepPreviousData,
  };
}
