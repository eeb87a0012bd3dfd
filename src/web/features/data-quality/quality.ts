import type { UseQueryOptions } from '@tanstack/react-query';
import { QUALITY_FILTER, type QualityCount } from '#kernel/quality.ts';
import { api } from '#web/data/client.ts';
import type { ListAnswer } from '#web/data/queries.ts';

/** What is wrong with the records that the person may see. */
export function qualityQuery(): UseQueryOptions<QualityCount[]> {
  return {
    queryKey: ['data quality'],
    queryFn: async ({ signal }) =>
      (await api.get<ListAnswer<QualityCount>>('/data_quality', { signal })).data,
  };
}

/** The search of a list that has exactly the records which break a rule. */
export const brokenSearch = (rule: string): Record<string, string> => ({ [`by_${QUALITY_FILTER}`]: rule });
