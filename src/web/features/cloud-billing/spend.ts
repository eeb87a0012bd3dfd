import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '#web/data/client.ts';

/** What an identifier was charged on a day; `identifier` is null for the sum of those that are not named. */
export interface Spend {
  identifier: string | null;
  date: string;
  currency: string;
  /** A decimal text. */
  amount: string;
  bills: number;
}

export interface CurrencySpend {
  currency: string;
  amount: string;
  bills: number;
  identifiers: number;
}

export interface SpendAnswer {
  data: Spend[];
  meta: { total: number; currencies: CurrencySpend[] };
}

/** What is looked at. */
export interface SpendSearch {
  /** The identifier; empty for all. */
  key: string;
  startDate: string;
  endDate: string;
}

/** So many identifiers stand for themselves in the chart; the rest is Other. */
const LARGEST = 12;

/** The spend of a search: for the chart the largest and the rest, for the table every sum. */
export function spendQuery(search: SpendSearch, view: 'chart' | 'table'): UseQueryOptions<SpendAnswer> {
  const query = { ...search, ...(view === 'chart' && { largest: LARGEST }) };
  return {
    queryKey: ['cloud_bills', 'spend', view, query],
    queryFn: ({ signal }) => api.get<SpendAnswer>('/cloud_bills/spend', { query, signal }),
    // What was asked for before stands until the answer is there, where it is shown the same way.
    placeholderData: (before, query) => (query?.queryKey[2] === view ? before : undefined),
  };
}

/** Every identifier that was charged. */
export function identifiersQuery(): UseQueryOptions<string[]> {
  return {
    queryKey: ['cloud_bills', 'identifiers'],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: string[] }>('/cloud_bills/identifiers', { signal })).data,
  };
}

/** 1234.50 and USD → $1,234.50. A code that is no currency stands behind the amount. */
export function formatAmount(amount: string, currency: string, digits?: number): string {
  const exact = amount as `${number}`;
  const cut = digits === undefined ? {} : { minimumFractionDigits: 0, maximumFractionDigits: digits };
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency, ...cut }).format(exact);
  } catch {
    return `${new Intl.NumberFormat('en', { minimumFractionDigits: 2, ...cut }).format(exact)} ${currency}`;
  }
}

/** The search of the list with the bills behind a sum. */
export const billsBehind = ({ identifier, date, currency }: Spend): Record<string, string> => ({
  ...(identifier !== null && { by_charged: identifier }),
  by_date: date,
  by_currency: currency,
});
