import type { UseQueryOptions } from '@tanstack/react-query';
import { cloudParents } from '#resources/cloud-parents.ts';
import { api } from '#web/data/client.ts';

/** The counts of the estate, as the list of cloud parents has them in `meta`. Terminated accounts count nowhere. */
export interface Estate {
  /** Active and not expired. */
  valid_cost_center_count: number;
  account_count: number;
  member_count: number;
  project_count: number;
  /** Name → how many; what has none counts as None. */
  cloud_deployments_count: Record<string, number>;
  cloud_form_count: Record<string, number>;
  cloud_provider_count: Record<string, number>;
}

/** How much of everything there is in the clouds. */
export function estateQuery(): UseQueryOptions<Estate> {
  return {
    queryKey: [cloudParents.name, 'estate'],
    queryFn: async ({ signal }) => {
      const query = { page: 1, per_page: 1 };
      return (await api.get<{ meta: Estate }>(`/${cloudParents.name}`, { query, signal })).meta;
    },
  };
}

/** A part of a whole. */
export interface Slice {
  name: string;
  count: number;
  /** Of the whole, from 0 to 1. */
  share: number;
  /** Its name in the API; null for several small parts together. */
  key: string | null;
}

/** More parts than these cannot be distinguished in a small chart. */
const MOST_SLICES = 8;

/** The parts of a whole, the largest first and what is too small to be seen as one. */
export function slicesOf(counts: Readonly<Record<string, number>>, nameOf: (key: string) => string): Slice[] {
  const all = Object.entries(counts).filter(([, count]) => count > 0);
  const whole = all.reduce((sum, [, count]) => sum + count, 0);
  const sorted = all
    .map(([key, count]) => ({ key, name: nameOf(key), count, share: count / whole }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  if (sorted.length <= MOST_SLICES) return sorted;
  const rest = sorted.slice(MOST_SLICES - 1);
  const count = rest.reduce((sum, one) => sum + one.count, 0);
  const other = { key: null, name: `Other (${rest.length})`, count, share: count / whole };
  return [...sorted.slice(0, MOST_SLICES - 1), other];
}
