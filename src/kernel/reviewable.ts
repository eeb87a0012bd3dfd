import { kindOf, type Field } from './fields/kinds.ts';
import { isWritten } from './fields/field.ts';
import { keepsHistory, type Resource } from './resource.ts';

/** Whether changes of the records of a model can be agreed on: they are changed by people, and leave a line of history. */
export const hasReview = (resource: Resource): boolean =>
  resource.source === 'table' && resource.actions.includes('update') && keepsHistory(resource);

/** The fields whose changes a second person can approve: a secret is never kept to wait. */
export const reviewableFields = ({ fields }: Pick<Resource, 'fields'>): [name: string, field: Field][] =>
  Object.entries(fields).filter(([, field]) => isWritten(field, 'update') && !kindOf(field).hidden);
