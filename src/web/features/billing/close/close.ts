import type { CloseCell, CloseState } from '#calls/close.ts';
import type { RunState } from '#kernel/billing/runs.ts';

/** Where the board of the month close is. */
export const CLOSE = '/auth/month-close';

/** How far a month of a provider is, with the word and the colour of each. */
export const CLOSE_WORDS: Record<CloseState, { word: string; color: string }> = {
  not_expected: { word: 'Not Expected', color: 'gray' },
  not_come: { word: 'Not Come', color: 'red' },
  in_intake: { word: 'In Intake', color: 'blue' },
  unallocated: { word: 'Unallocated', color: 'yellow' },
  in_review: { word: 'In Review', color: 'teal' },
  finalized: { word: 'Finalized', color: 'teal' },
  booked: { word: 'Booked', color: 'green' },
};

/** Runs that charge nothing any more, or never did. */
const OVER: readonly RunState[] = ['reversed', 'failed', 'superseded'];

/** The runs of a month that have invoices to be held against something. */
export const runsWithInvoices = ({ runs }: CloseCell): CloseCell['runs'] =>
  runs.filter(
    ({ state, invoices }) => !OVER.includes(state) && Object.values(invoices).some((count) => count > 0),
  );
