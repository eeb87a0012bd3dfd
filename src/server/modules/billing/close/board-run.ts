import type { HeldAgainst } from '#kernel/billing/runs.ts';

/** How far a month of a provider is, the least first. */
export const CLOSE_STATES = [
  'not_expected',
  'not_come',
  'in_intake',
  'unallocated',
  'in_review',
  'finalized',
  'booked',
] as const;
export type CloseState = (typeof CLOSE_STATES)[number];

/** The states of runs that charge a month, or are going to. */
export const COUNTING: readonly string[] = ['processing', 'needs_review', 'ready', 'finalizing', 'final'];

/** A run of a month, as the board tells it. */
export interface BoardRun {
  id: number;
  provider: string;
  month: string;
  state: string;
  file_name: string;
  error: string | null;
  /** How many of its invoices are held against each. */
  invoices: Record<HeldAgainst, number>;
  /** Whether it was finalized before anybody was asked for that. */
  finalized_unasked: boolean;
  /** How many accounts and invoices are to be worked through, and what of it is charged to nobody. */
  exceptions: number;
  unallocated: { currency: string; amount: string }[];
  /** In how many postings a reviewed workbook differs that nobody has accepted. */
  differences: number;
  /** Whether its bills are there. */
  booked: boolean;
  decisions: Decision[];
}

/** What a difference run changes of a month after its invoice was booked. */
export interface BoardDifference {
  run: number;
  state: string;
  provider: string;
  /** YYYY-MM, the month that is charged. */
  month: string;
  /** YYYY-MM, the month in which it became final; null as long as it is not. */
  finalized_in: string | null;
  /** The runs that it corrects. */
  corrects: number[];
  totals: { currency: string; amount: string }[];
}

/** What somebody did about a month. */
export interface Decision {
  at: string;
  by: string;
  what: string;
  /** The run that it was done to; null for accruals. */
  run: number | null;
}
