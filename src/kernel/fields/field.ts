import type * as z from 'zod/mini';

/**
 * When a field may be written: `required` at creation, `omissible` (it has a default or may be empty),
 * `update-only` (refused at creation), `never` (the system's own).
 */
export type Writing = 'required' | 'omissible' | 'update-only' | 'never';

/** How `by_<field>` filters a column. */
export type FilterOperation = 'contains' | 'equals' | 'day' | 'last-days';

/** What every field states, whatever its kind. `Value` is what a row carries. */
export interface FieldOf<Kind extends string, Value, W extends Writing = Writing> {
  kind: Kind;
  /** The name that people read: column header, form label, error messages. */
  label: string;
  writing: W;
  /** Whether a row may lack the value. */
  nullable: boolean;
  /** One short sentence under the form field. */
  hint?: string;
  /** The sentence of the 409 for a second record with the same value; makes the column unique. */
  unique?: string;
  /** Carries the type only; there is no such member at run time. */
  readonly value?: Value;
}

/** The outcome of reading one spreadsheet cell. */
export type CellResult = { value: unknown } | { error: string };

/** All projections of one kind of field; engine and screens ask here and nowhere else. */
export interface Kind<F> {
  /** The PostgreSQL type of the column; null where the field has no column of its own. */
  sqlType: (field: F) => string | null;
  /** Checks a value of a request and turns it into what is stored. Null is handled by the caller. */
  schema: (field: F) => z.ZodMiniType;
  /** JSON Schema of the value in an answer, without null. */
  answer: (field: F) => Record<string, unknown>;
  /** Reads a trimmed cell that is not empty. */
  parseCell: (field: F, cell: string) => CellResult;
  /** Writes a value that is not null into a CSV cell, so that `parseCell` reads the same value. */
  formatCell: (value: unknown, field: F) => string;
  /** Shows a value that is not null as tables do. */
  display: (value: unknown) => string;
  filter: FilterOperation;
  align: 'left' | 'right';
}

/** Options that every writable kind takes. */
export interface CommonOptions {
  optional?: boolean;
  hint?: string;
  /** Refused at creation, changed by updates only. */
  updateOnly?: boolean;
}

/** The `Writing` that follows from a field's options. */
export type WritingOf<O> = O extends { updateOnly: true }
  ? 'update-only'
  : O extends { optional: true }
    ? 'omissible'
    : O extends { default: string | number | boolean }
      ? 'omissible'
      : 'required';

export function writingOf(options: { optional?: boolean; updateOnly?: boolean; default?: unknown }): Writing {
  if (options.updateOnly) return 'update-only';
  return options.optional || options.default !== undefined ? 'omissible' : 'required';
}

/** The value's type: a field that is optional without a default may be null. */
export type ValueOf<O, Value> = O extends { optional: true } ? Value | null : Value;
