import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import { decimalsOf } from '#kernel/currencies.ts';
import { api, type Query } from '#web/data/client.ts';

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

/** The spend of a search: the largest identifiers of each currency, and the rest as one. */
export const spendQuery = (search: SpendSearch): UseQueryOptions<SpendAnswer> =>
  asked('chart', { ...search, largest: LARGEST });

/** Sums of a table's page. */
export const TABLE_PAGE = 50;

/** What a table of sums shows. */
export interface TableAsked {
  currency: string;
  /** From 1. */
  page: number;
  /** Part of the identifier. */
  find: string;
}

/** A page of the sums of a search in one currency, by day and the largest first. */
export const spendTableQuery = (
  search: SpendSearch,
  { currency, page, find }: TableAsked,
): UseQueryOptions<SpendAnswer> =>
  asked('table', { ...search, currency, page, per_page: TABLE_PAGE, q: find });

function asked(view: string, query: Query): UseQueryOptions<SpendAnswer> {
  return {
    queryKey: ['cloud_bills', 'spend', view, query],
    queryFn: ({ signal }) => api.get<SpendAnswer>('/cloud_bills/spend', { query, signal }),
    // What was asked for before stands until the answer is there.
    placeholderData: keepPreviousData,
  };
}

/** Identifiers that were charged, the first of them. */
interface Identifiers {
  data: string[];
  /** How many there are. */
  meta: { total: number };
}

/** The identifiers that were charged and have `q` in them. */
export function identifiersQuery(q: string): UseQueryOptions<Identifiers> {
  return {
    queryKey: ['cloud_bills', 'identifiers', q],
    queryFn: ({ signal }) => api.get<Identifiers>('/cloud_bills/identifiers', { query: { q }, signal }),
  };
}

/** 1234.50 and USD → $1,234.50. A code that is no currency stands behind the amount. */
export function formatAmount(amount: string, currency: string, digits?: number): string {
  const exact = amount as `${number}`;
  const own = decimalsOf(currency);
  const cut =
    digits === undefined
      ? { minimumFractionDigits: own, maximumFractionDigits: own }
      : { minimumFractionDigits: 0, maximumFractionDigits: digits };
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency, ...cut }).format(exact);
  } catch {
    return `${new Intl.NumberFormat('en', cut).format(exact)} ${currency}`;
  }
}

/** The search of the list with the bills behind a sum. */
export const billsBehind = ({ identifier, date, currency }: Spend): Record<string, string> => ({
  ...(identifier !== null && { by_charged: identifier }),
  by_date: date,
  by_currency: currency,
});
