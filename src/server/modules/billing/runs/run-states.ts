import {
  BOOKING_STATES,
  COUNTING_STATES,
  OPEN_STATES,
  WAITING_STATES,
  type RunState,
} from '#kernel/billing/runs.ts';

/** Whether the run of a row is in one of these states, as SQL by the name of the row. */
const isIn =
  (states: readonly RunState[]) =>
  (row: string): string =>
    `${row}.state IN (${states.map((state) => `'${state}'`).join(', ')})`;

/** Whether the run `row` is read and waits for a person. */
export const isWaiting = isIn(WAITING_STATES);

/** Whether nobody has begun to book the run `row`. */
export const isOpen = isIn(OPEN_STATES);

/** Whether the run `row` books its postings, or has booked them. */
export const isBooking = isIn(BOOKING_STATES);

/** Whether the invoices of the run `row` count: it charges its month, or is going to. */
export const isCounting = isIn(COUNTING_STATES);

/** Whether the postings of the run `row` are in the books: it is final, or does an option of a run that was final before. */
export const isBooked = (row: string): string => `(${isBooking(row)} AND ${row}.finalized_at IS NOT NULL)`;
