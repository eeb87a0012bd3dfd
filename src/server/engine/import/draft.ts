import type { Values } from '#kernel/input.ts';

/** Where rows stand: the table, and its header for each field of the payload. */
export interface DraftSource {
  /** The name of the sheet where a file has several. */
  sheet: string | null;
  headers: ReadonlyMap<string, string>;
}

/** A record that a row updates. */
export interface ExistingRecord {
  id: number;
  /** Its columns, as JSON has them. */
  values: Values;
}

/** One row on its way from the file to a record. */
export interface Draft {
  /** As people see the file: the header is row 1. */
  row: number;
  source: DraftSource;
  /**
   * By the payload's field. Of a new record what the file leaves out is absent until the defaults are filled in; of an
   * update only what changes is left once it is checked.
   */
  values: Values;
  /** References to other rows of the same file, by field. */
  links: Map<string, Draft>;
  /** The fields that have a problem already. */
  faults: Set<string>;
  /** The fields of which its cell is empty, where a person chooses what that says; once its record is found, those that have a value there. */
  emptied: Set<string>;
  /** Whether its key cannot be believed, so that it is not known whether there is such a record. */
  isUnnamed: boolean;
  /** The record that the row updates; null where it makes a new one. */
  existing: ExistingRecord | null;
}

const NO_FILE: DraftSource = { sheet: null, headers: new Map() };

export const newDraft = (row: number, source: DraftSource = NO_FILE): Draft => ({
  row,
  source,
  values: {},
  links: new Map(),
  faults: new Set(),
  emptied: new Set(),
  isUnnamed: false,
  existing: null,
});

/** The result of a row. */
export type Outcome = 'create' | 'update' | 'keep';

export function outcomeOf({ existing, values, links }: Draft): Outcome {
  if (existing === null) return 'create';
  return Object.keys(values).length > 0 || links.size > 0 ? 'update' : 'keep';
}

/** A field's value in the record that results; what links to another row has none yet. */
export const resulting = ({ existing, values, links }: Draft, name: string): unknown =>
  Object.hasOwn(values, name) || links.has(name) ? values[name] : existing?.values[name];
