/** The header in which a change says why it is made: UTF-8, percent-encoded. */
export const REASON_HEADER = 'change-reason';

/** In characters. */
export const LONGEST_REASON = 500;

/** What becomes of a change that waits for a second person; `ended` says that its record was deleted. */
export const REVIEW_STATES = ['waiting', 'approved', 'refused', 'withdrawn', 'ended'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** What people agreed on about changes of the records of a model. */
export interface ChangeRule {
  /** Whether a change or deletion has to say why it is made. */
  asks_reason: boolean;
  /** The fields whose changes a second person approves. */
  fields: string[];
}
