import type { UseQueryOptions } from '@tanstack/react-query';
import type { CloudStanding } from '#kernel/cloud/cloud-factory.ts';
import { api } from './client.ts';
import type { RecordAnswer } from './queries.ts';

/** The clouds as this portal is set to talk to them; it changes with the settings alone. */
export function cloudsQuery(): UseQueryOptions<CloudStanding[]> {
  return {
    queryKey: ['clouds'],
    queryFn: async ({ signal }) => (await api.get<RecordAnswer<CloudStanding[]>>('/clouds', { signal })).data,
    staleTime: 300_000,
  };
}
