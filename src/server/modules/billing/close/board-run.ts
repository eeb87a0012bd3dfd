import type { CloseCell, Decision } from '#calls/close.ts';
import type { BillProvider } from '#kernel/billing/runs.ts';

/** A run of a month, as the board shows it. */
export type BoardRun = CloseCell['runs'][number] & {
  provider: BillProvider;
  month: string;
  error: string | null;
  /** How many accounts and invoices are to be worked through, and what of it is charged to nobody. */
  exceptions: number;
  unallocated: { currency: string; amount: string }[];
  /** In how many postings a reviewed workbook differs that nobody has accepted. */
  differences: number;
  /** Whether its bills are there. */
  booked: boolean;
  decisions: Decision[];
};
