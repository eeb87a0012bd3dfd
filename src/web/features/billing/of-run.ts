import type { UseQueryOptions } from '@tanstack/react-query';
import type { Run } from '#calls/runs.ts';

/** The query of a part of a run, which is fetched anew once the run has changed. */
export const ofRun = <T>(
  { changed_at }: Pick<Run, 'changed_at'>,
  query: UseQueryOptions<T>,
): UseQueryOptions<T> => ({ ...query, queryKey: [...query.queryKey, changed_at] });
