import type { UseQueryOptions } from '@tanstack/react-query';
import type { BillSourceStanding } from '#kernel/billing/sources.ts';
import type { Job } from '#kernel/work.ts';
import { api } from '#web/data/client.ts';
import type { RecordAnswer } from '#web/data/queries.ts';
import { JOBS } from '#web/data/work.ts';

/** A source that bills can be fetched from. */
export type Source = BillSourceStanding & { place: string };

/** From where bills are fetched; a job that ends makes it be asked for again. */
export const sourcesQuery: UseQueryOptions<BillSourceStanding[]> = {
  queryKey: [JOBS, 'billing_sources'],
  queryFn: async ({ signal }) =>
    (await api.get<RecordAnswer<BillSourceStanding[]>>('/billing_sources', { signal })).data,
};

/** Has the bill of a month, YYYY-MM, fetched. @throws {ApiError} */
export const fetchBill = async (
  asked: { provider: string; month: string },
  intent: string,
): Promise<{ job: Job }> =>
  (await api.post<RecordAnswer<{ job: Job }>>('/billing_fetches', asked, { intent })).data;
