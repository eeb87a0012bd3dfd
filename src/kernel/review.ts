import { kindOf, type Field } from './fields/kinds.ts';
import { isWritten } from './fields/field.ts';
import { keepsHistory, type Resource } from './resource.ts';

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

/** Whether changes of the records of a model can be agreed on: they are changed by people, and leave a line of history. */
export const hasReview = (resource: Resource): boolean =>
  resource.source === 'table' && resource.actions.includes('update') && keepsHistory(resource);

/** The fields whose changes a second person can approve: a secret is never kept to wait. */
export const reviewableFields = ({ fields }: Pick<Resource, 'fields'>): [name: string, field: Field][] =>
  Object.entries(fields).filter(([, field]) => isWritten(field, 'update') && !kindOf(field).hidden);
