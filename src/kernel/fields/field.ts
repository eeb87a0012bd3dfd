import type * as z from 'zod/mini';
import type { DateOrder } from '../reading/days.ts';
import type { DecimalSign } from '../reading/numbers.ts';

/**
 * When a field may be written: `required` at creation, `omissible` (it has a default or may be empty),
 * `update-only` (refused at creation), `create-required` and `create-only` (required and omissible at creation,
 * refused by updates), `never` (the system's own).
 */
export type Writing = 'required' | 'omissible' | 'update-only' | 'create-required' | 'create-only' | 'never';

/** Whether a creation or an update may set a field. */
export function isWritten({ writing }: { writing: Writing }, mode: Mode): boolean {
  if (writing === 'never') return false;
  return mode === 'create' ? writing !== 'update-only' : !writing.startsWith('create-');
}

/** Whether a creation must set a field. */
export const isDemanded = ({ writing }: { writing: Writing }): boolean =>
  writing === 'required' || writing === 'create-required';

/** A new record, or a change of one. */
export type Mode = 'create' | 'update';

/** How `by_<field>` filters a column. */
export type FilterOperation = 'contains' | 'equals' | 'day' | 'last-days';

/**
 * The meaning of a filter's word. A span is one of days, from the first up to the second, which is not in it. Among
 * texts is one of them exactly; apart from them is any other, and none.
 * An error is the end of a sentence that begins with the name of the parameter.
 */
export type FilterReading =
  | { comparison: 'contains' | 'equals'; values: [unknown] }
  | { comparison: 'span'; values: [from: string, until: string] }
  | { comparison: 'empty'; values: [] }
  | { comparison: 'among' | 'apart'; values: [texts: readonly string[]] }
  | { error: string };

/** The form of a value in a spreadsheet: as what it is, or as text. */
export type SheetCell = 'text' | 'number' | 'money' | 'date' | 'instant';

/** The options of every field, whatever its kind. `Value` is what a row carries. */
export interface FieldOf<Kind extends string, Value, W extends Writing = Writing> {
  kind: Kind;
  /** The name that people read: column header, form label, error messages. */
  label: string;
  writing: W;
  /** Whether a row may lack the value. */
  nullable: boolean;
  /** One short sentence under the form field. */
  hint?: string;
  /** The sentence where it is missing, where it is not that of its label. */
  missing?: string;
  /** The sentence of the 409 for a second record with the same value; makes the column unique. */
  unique?: string;
  /** It is unique together with other fields. */
  inUnique?: boolean;
  /** Carries the type only; there is no such member at run time. */
  readonly value?: Value;
}

/** The outcome of reading one spreadsheet cell. */
export type CellResult = { value: unknown } | { error: string };

/** How a column of a file is read, as all of its cells decide it; null where two readings are left. */
export interface ColumnReading {
  decimalSign: DecimalSign | null;
  dateOrder: DateOrder | null;
}

/**
 * All projections of one kind of field that need no database and no screen; all code reads them here, and none checks a
 * field for its kind. Values are as a request or an answer carries them.
 */
export interface Kind<F> {
  /** Checks a value of a request and turns it into what is stored. What is empty is handled by `whenEmpty`. */
  schema: (field: F) => z.ZodMiniType;
  /** JSON Schema of the value in an answer, without null. */
  answer: (field: F) => Record<string, unknown>;
  /** The most characters of a value that comes as text; 0 where few are enough for any. */
  longest: (field: F) => number;
  /** Whether a value of a request says that there is none, besides null, undefined and the empty text. */
  isBlank: (value: unknown) => boolean;
  /** The treatment of an empty value: stored as none, refused, or the stored one stays. */
  whenEmpty: (field: F, mode: Mode) => { value: unknown } | { error: string } | { stays: true };
  /** The value of a creation that leaves the field out; undefined where there is none. `today` is YYYY-MM-DD. */
  preset: (field: F, today: string) => unknown;
  /** Whether two values of answers, neither of them null, are the same to a person. */
  same: (one: unknown, other: unknown) => boolean;
  /** Reads a trimmed cell that is not empty: by itself, or as its column is read. */
  parseCell: (field: F, cell: string, reading?: ColumnReading) => CellResult;
  /** The reading that the cells of a column decide together, where one alone may have two. */
  decides?: 'amounts' | 'days';
  /** Writes a value that is not null into a CSV cell, so that `parseCell` reads the same value. */
  formatCell: (value: unknown, field: F) => string;
  sheet: SheetCell;
  /** How the portal's own pages write a value in a request, where that is otherwise than it is answered. */
  written?: (value: unknown, field: F) => unknown;
  /** Shows a value that is not null as tables do. */
  display: (value: unknown, field: F) => string;
  /** How `by_<field>` filters, the usual way first; empty where it does not. */
  filters: readonly FilterOperation[];
  /** Whether a value may be any text, so that a filter by `All` looks for that word; elsewhere it is no filter. */
  free: (field: F) => boolean;
  /** The meaning of `by_<field>` where screens show words for some values, whichever way it filters; null where they do not. */
  readShown?: (field: F, word: string) => FilterReading | null;
  /** The meaning of `by_<field>` where it neither looks for a part nor for a number of days. */
  readFilter: (field: F, word: string) => FilterReading;
  align: 'left' | 'right';
  /** A few words that distinguish one record from another, beside its title. */
  distinguishes: boolean;
  /** A whole text or a list, by which nobody groups a list of records. */
  isWhole?: true;
  /** Written and never read: in no answer, history, draft, search, file or log. */
  hidden: boolean;
  /** The error of a value that is not null beside the other values of its record, as far as these are known. */
  unfit?: (field: F, value: unknown, values: Readonly<Record<string, unknown>>) => string | null;
  /** The error of a declaration, as the end of a sentence; null where all is well. */
  fault: (field: F, fields: Readonly<Record<string, { kind: string }>>) => string | null;
}

/** The sentence for a missing value: `Identifier is required.` */
export const requiredMessage = ({ label, missing }: { label: string; missing?: string | undefined }) =>
  missing ?? `${label} is required.`;

/** A text of spaces only. */
export const isBlankText = (value: unknown) => typeof value === 'string' && value.trim() === '';

/** Null where a row may lack the value. */
export const nullOrRequired = (field: { label: string; missing?: string; nullable: boolean }) =>
  field.nullable ? { value: null } : { error: requiredMessage(field) };

export const isIdentical = (one: unknown, other: unknown) => one === other;

/** A filter for values that are this word, as the database compares them. */
export const equalTo = (value: unknown): FilterReading => ({ comparison: 'equals', values: [value] });

/** The options that a value lacks which nobody sets; for the kinds that are only read. */
export const onlyRead = {
  longest: () => 0,
  isBlank: () => false,
  whenEmpty: nullOrRequired,
  preset: () => undefined,
} as const;

/** Options that every writable kind takes. */
export interface CommonOptions {
  optional?: boolean;
  hint?: string;
  /** Refused at creation, changed by updates only. */
  updateOnly?: boolean;
  /** Set by a creation, refused by updates. */
  createOnly?: boolean;
  /** The portal itself sets it, as another system reports it; every request that writes it is refused. */
  readOnly?: boolean;
}

/** The `Writing` that follows from a field's options. */
export type WritingOf<O> = O extends { readOnly: true }
  ? 'never'
  : O extends { updateOnly: true }
    ? 'update-only'
    : O extends { optional: true } | { default: string | number | boolean }
      ? O extends { createOnly: true }
        ? 'create-only'
        : 'omissible'
      : O extends { createOnly: true }
        ? 'create-required'
        : 'required';

export function writingOf(options: {
  optional?: boolean;
  updateOnly?: boolean;
  createOnly?: boolean;
  readOnly?: boolean;
  default?: unknown;
}): Writing {
  if (options.readOnly) return 'never';
  if (options.updateOnly) return 'update-only';
  const omissible = options.optional || options.default !== undefined;
  if (options.createOnly) return omissible ? 'create-only' : 'create-required';
  return omissible ? 'omissible' : 'required';
}

/** The value's type: a field that is optional without a default may be null. */
export type ValueOf<O, Value> = O extends { optional: true } ? Value | null : Value;
