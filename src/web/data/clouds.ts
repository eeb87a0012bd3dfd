import type { UseQueryOptions } from '@tanstack/react-query';
import { listClouds, type CloudStatus } from '#calls/clouds.ts';
import { queryOf } from './call.ts';

/** The clouds as this portal is set to talk to them; it changes with the settings alone. */
export const cloudsQuery = (): UseQueryOptions<CloudStatus[]> => ({
  ...queryOf(listClouds, {}),
  staleTime: 300_000,
});
