import type { AnswerOf } from '#calls/call.ts';
import { listIdentifiers, listSpend, type Spend } from '#calls/spend.ts';
import { decimalsOf } from '#kernel/currencies.ts';
import { wholeQueryOf } from '#web/data/call.ts';

/** The spend, with its totals by currency. */
export type SpendAnswer = AnswerOf<typeof listSpend>;

/** The search. */
export interface SpendSearch {
  /** The identifier; empty for all. */
  key: string;
  startDate: string;
  endDate: string;
}

/** The number of identifiers with a part of their own in the chart; the rest is Other. */
const LARGEST = 12;

/** The spend of a search: the largest identifiers of each currency, and the rest as one. */
export const spendQuery = (search: SpendSearch) =>
  wholeQueryOf(listSpend, { ...search, largest: LARGEST }, { keeps: true });

/** Sums of a table's page. */
export const TABLE_PAGE = 50;

/** The query of a table of sums. */
export interface TableQuery {
  currency: string;
  /** From 1. */
  page: number;
  /** Part of the identifier. */
  find: string;
}

/** A page of the sums of a search in one currency, by day and the largest first. */
export const spendTableQuery = (search: SpendSearch, { currency, page, find }: TableQuery) =>
  wholeQueryOf(listSpend, { ...search, currency, page, per_page: TABLE_PAGE, q: find }, { keeps: true });

/** The identifiers that were charged and have `q` in them. */
export const identifiersQuery = (q: string) => wholeQueryOf(listIdentifiers, { q });

/** 1234.50 and USD → $1,234.50. A code that is no currency follows the amount. */
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
