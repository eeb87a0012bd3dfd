import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import { cloudParents } from '#resources/cloud-parents.ts';
import {
  environmentBuckets,
  OTHER,
  unitOptions,
  type EnvironmentCount,
  type PostureCloud,
} from '#resources/posture.ts';
import { api } from '#web/data/client.ts';

/** The codes of the chosen business units, in their order. */
export type Units = readonly string[];

const ALL_UNITS: Units = unitOptions.map(({ code }) => code);
/** In the address: none of them, which is not the same as nothing said. */
const NONE = 'None';

const inOrder = (codes: Units): Units => ALL_UNITS.filter((code) => codes.includes(code));
export const areAll = (units: Units): boolean => units.length === ALL_UNITS.length;

/** The units that an address names; all of them where it names none that there is. */
export function readUnits(text: string): Units {
  if (text === NONE) return [];
  const chosen = inOrder(text.split(','));
  return chosen.length > 0 ? chosen : ALL_UNITS;
}

/** Units as the address names them; undefined for all. */
export function writeUnits(units: Units): string | undefined {
  if (areAll(units)) return undefined;
  return units.length > 0 ? inOrder(units).join(',') : NONE;
}

/** How many accounts of some units there are, by cloud and environment. */
export interface Posture {
  units: Units;
  counts: EnvironmentCount;
  /** The accounts that are of none of the six units, and so are left out as soon as one is not chosen. */
  unplaced: number;
}

/** The address of the accounts of none of the six units. */
export const UNPLACED: Units = [OTHER];

async function counted(units: Units, signal: AbortSignal): Promise<EnvironmentCount> {
  const query = { by_units: units.join(','), page: 1, per_page: 1 };
  const { meta } = await api.get<{ meta: { environment_count: EnvironmentCount } }>(`/${cloudParents.name}`, {
    query,
    signal,
  });
  return meta.environment_count;
}

/** How many accounts there are in all clouds. */
export const sumOf = (counts: EnvironmentCount): number =>
  Object.values(counts).reduce((sum, ofCloud) => sum + totalOf(ofCloud), 0);

/** Counts the accounts of the chosen units. What was counted before stays until the answer is there. */
export function postureQuery(units: Units): UseQueryOptions<Posture> {
  return {
    queryKey: [cloudParents.name, 'posture', units],
    queryFn: async ({ signal }) => {
      const [counts, others] = await Promise.all([counted(units, signal), counted(UNPLACED, signal)]);
      return { units, counts, unplaced: sumOf(others) };
    },
    placeholderData: keepPreviousData,
    enabled: units.length > 0,
  };
}

/** The inventory of exactly the accounts that a number counts: of a cloud, of one of its environments, or of all. */
export function accountsBehind(units: Units, cloud?: PostureCloud, bucket?: string): Record<string, string> {
  return {
    by_terminated: 'false',
    ...(cloud && { by_provider_type: cloud }),
    ...(bucket && { by_environment_bucket: bucket }),
    ...(!areAll(units) && { by_units: units.join(',') }),
  };
}

/** A line of a cloud's table. */
export interface Line {
  /** As the API calls it. */
  bucket: string;
  /** The words that count as it: 'production, sites or env'. */
  words: string;
  count: number;
}

const either = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : (words[0] ?? '');

/** The environments of a cloud in their order, the others at last, also where there are none. */
export function linesOf(cloud: PostureCloud, counts: Readonly<Record<string, number>>): Line[] {
  const buckets: readonly (readonly [string, ...string[]])[] = environmentBuckets[cloud];
  return [...buckets, [OTHER] as const].map((words) => {
    const [bucket] = words;
    return { bucket, words: either(words), count: counts[bucket] ?? 0 };
  });
}

/** How many accounts a cloud has. */
export const totalOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
