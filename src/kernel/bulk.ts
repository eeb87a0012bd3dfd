import type { FieldError } from './errors.ts';
import { isWritten } from './fields/field.ts';
import { kindOf, type Field } from './fields/kinds.ts';
import type { ReferenceCount, StaleConflict } from './history.ts';

/** So many records are changed at most by one request; as many as the longest page shows. */
export const MOST_AT_ONCE = 500;

/** So many records that match a filter are changed or deleted at most in one go. */
export const MOST_MATCHING = 10_000;

/** So many are taken back at most in one go: as many as the largest file makes, whose rows may be about two models each. */
export const MOST_TAKEN_BACK = 200_000;

/** So many records that refuse are named where many are changed; the others are counted. */
export const MOST_REFUSED_NAMED = 20;

/** Whether several records can share a value of a field: what is unique is not, nor what nobody can read. */
export const isShared = (field: Field): boolean =>
  isWritten(field, 'update') && field.unique === undefined && !kindOf(field).hidden;

/** A record that kept the others of one request from being changed too. */
export interface RefusedRecord {
  id: number;
  /** Its name for people. */
  name: string;
  /** As it would have been answered for this record alone. */
  status: number;
  error: string;
  errors: FieldError[];
  conflict?: StaleConflict;
  references?: ReferenceCount[];
}
