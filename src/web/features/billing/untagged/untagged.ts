import type { AnswerOf } from '#calls/call.ts';
import { listLines } from '#calls/run-details.ts';
import { listServiceSpend, listUntaggedSpend, type ServiceSpend } from '#calls/untagged.ts';
import type { BillProvider } from '#kernel/billing/runs.ts';
import { wholeQueryOf } from '#web/data/call.ts';
import { JOBS } from '#web/data/work.ts';

/** The filter of the spend of a month: its address has the same. */
export interface SpendFilter {
  /** YYYY-MM */
  month: string;
  /** Empty for all. */
  provider: BillProvider | '';
  /** The missing tags: `any` demanded tag, `all` tags, or the name of one. */
  lacks: string;
}

/** A page of accounts, with what the whole month comes to. */
export type Spend = AnswerOf<typeof listUntaggedSpend>;

export const ACCOUNTS_PAGE = 50;

/** The filter as query parameters of the API. */
export const paramsOf = ({ month, provider, lacks }: SpendFilter) => ({
  month,
  lacks,
  ...(provider !== '' && { provider }),
});

/** The accounts of a page, those of the owner with the most first. */
export const spendQuery = (filter: SpendFilter, page: number) =>
  wholeQueryOf(listUntaggedSpend, { ...paramsOf(filter), page, per_page: ACCOUNTS_PAGE }, { keeps: true });

export const SERVICES_PAGE = 50;

/** The services of an account, the largest amounts first. */
export const servicesQuery = (filter: SpendFilter, identifier: string, page: number) =>
  wholeQueryOf(
    listServiceSpend,
    { ...paramsOf(filter), by_identifier: identifier, page, per_page: SERVICES_PAGE },
    { keeps: true },
  );

export const GAPS_PAGE = 25;

/** The lines of a service that lack the wanted tags, in the order of the file; a job may count their tags anew. */
export const gapsQuery = (
  { billing_run: id, service }: ServiceSpend,
  of: { identifier: string; lacks: string },
  page: number,
) => {
  const query = wholeQueryOf(
    listLines,
    {
      id,
      by_identifier: of.identifier,
      by_lacks: of.lacks,
      ...(service === null ? { no_service: '1' } : { by_service: service }),
      page,
      per_page: GAPS_PAGE,
    },
    { keeps: true },
  );
  return { ...query, queryKey: [JOBS, ...query.queryKey] };
};
