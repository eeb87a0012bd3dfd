import type { FieldError } from './errors.ts';
import type { ReferenceCount, StaleConflict } from './history.ts';

/** So many records are changed at most by one request; as many as the longest page shows. */
export const MOST_AT_ONCE = 500;

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
