import type { AnswerOf } from '#calls/call.ts';
import { listAnomalies, listMutes } from '#calls/anomalies.ts';
import { listRunningCosts, listRunningDays, type DayCost } from '#calls/running-costs.ts';
import type { Spend } from '#calls/spend.ts';
import type { UseQueryOptions } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { AnomalyKind, AnomalyState } from '#kernel/billing/anomalies.ts';
import { FETCHED_CLOUDS, type FetchedCloud } from '#kernel/billing/sources.ts';
import { cloudName } from '#kernel/clouds.ts';
import { MONTH } from '#kernel/dates.ts';
import { queryOf, wholeQueryOf } from '#web/data/call.ts';
import { pauseOf } from '#web/data/work.ts';
import { textOf } from '#web/generic/list-state.ts';
import { BUSY_MS } from '../billing.ts';

/** What the chart shows: sums by day and service. */
export interface ChartProps {
  sums: readonly Spend[];
  currency: string;
  /** The content of the chart, in a sentence. */
  label: string;
  onPick: (spend: Spend) => void;
}
export type DayChart = ComponentType<ChartProps>;

type Address = Readonly<Record<string, unknown>>;

/** The filter of the costs, as the address has it. */
export interface CostFilter {
  month: string;
  provider: FetchedCloud | '';
  q: string;
  page: number;
}

/** The running month of the clouds, which count in UTC. */
export const runningMonth = (): string => new Date().toISOString().slice(0, 7);

const providerOf = (address: Address): FetchedCloud | '' =>
  FETCHED_CLOUDS.find((one) => one === textOf(address['provider'])) ?? '';
const pageOf = (address: Address): number => Number(/^[1-9]\d{0,5}$/.exec(textOf(address['page']))?.[0] ?? 1);

/** The filter in the address; the running month where it names none. */
export function costFilter(address: Address): CostFilter {
  const month = textOf(address['month']);
  return {
    month: MONTH.test(month) ? month : runningMonth(),
    provider: providerOf(address),
    q: textOf(address['q']),
    page: pageOf(address),
  };
}

/** A filter as query parameters of the API. */
export const costParams = ({ month, provider, q }: CostFilter) => ({
  month,
  ...(provider !== '' && { provider }),
  ...(q !== '' && { q }),
});

export type RunningCosts = AnswerOf<typeof listRunningCosts>;
export const COSTS_PAGE = 50;

/** A page of the costs, and what all of them come to. */
export const costsQuery = (filter: CostFilter) =>
  wholeQueryOf(
    listRunningCosts,
    { ...costParams(filter), page: filter.page, per_page: COSTS_PAGE },
    { keeps: true },
  );

/** The same by day. */
export const daysQuery = (filter: CostFilter) =>
  queryOf(listRunningDays, costParams(filter), { keeps: true });

/** The days of one currency as the chart takes them. */
export const asSums = (days: readonly DayCost[], currency: string): Spend[] =>
  days.flatMap((one) =>
    one.currency === currency && one.day !== null
      ? [{ identifier: one.service, date: one.day, currency, amount: one.amount, bills: 0 }]
      : [],
  );

export const PROVIDER_CHOICES = [
  { value: '', label: 'All' },
  ...FETCHED_CLOUDS.map((value) => ({ value, label: cloudName(value) })),
];

/** The months that have figures, and those that a link may name. */
export const monthsOffered = (known: readonly string[], month: string): string[] =>
  [...new Set([runningMonth(), ...known, month])].toSorted().toReversed();

export const STATES: Readonly<Record<AnomalyState, { word: string; color: string }>> = {
  open: { word: 'Open', color: 'yellow' },
  acknowledged: { word: 'Acknowledged', color: 'teal' },
  muted: { word: 'Muted', color: 'gray' },
  ended: { word: 'Ended', color: 'gray' },
};

export const KINDS: Readonly<Record<AnomalyKind, string>> = {
  spike: 'More than usual',
  new_service: 'New service',
};

/** The filter of the anomalies, as the address has it; the open ones where it names no state. */
export interface AnomalyFilter {
  state: AnomalyState | 'All';
  provider: FetchedCloud | '';
  q: string;
  page: number;
}

export function anomalyFilter(address: Address): AnomalyFilter {
  const state = textOf(address['state']);
  return {
    state: Object.hasOwn(STATES, state) || state === 'All' ? (state as AnomalyState | 'All') : 'open',
    provider: providerOf(address),
    q: textOf(address['q']),
    page: pageOf(address),
  };
}

export const anomalyParams = ({ state, provider, q }: AnomalyFilter) => ({
  by_state: state,
  ...(provider !== '' && { provider }),
  ...(q !== '' && { q }),
});

export type Anomalies = AnswerOf<typeof listAnomalies>;
export const ANOMALIES_PAGE = 25;

/** A page of the anomalies; while the month is read, which somebody else may have requested, it is loaded again and again. */
export const anomaliesQuery = (filter: AnomalyFilter): UseQueryOptions<Anomalies> => ({
  ...wholeQueryOf(
    listAnomalies,
    { ...anomalyParams(filter), page: filter.page, per_page: ANOMALIES_PAGE },
    { keeps: true },
  ),
  refetchInterval: ({ state }) => (state.data?.meta.reading.under_way ? BUSY_MS : pauseOf(false)),
});

export const mutesQuery = () => queryOf(listMutes, {});
