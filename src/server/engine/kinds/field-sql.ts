import type { Field } from '#kernel/fields/kinds.ts';

/** Encrypts what is kept secret; `place` is bound to it: it can be read in no other one. */
export interface Vault {
  seal: (text: string, place: string) => string;
  /** @throws {Error} where the text was sealed with another key or for another place */
  open: (sealed: string, place: string) => string;
}

/** A span of days, from the first up to the second, which is not in it. */
export type Days = readonly [from: string, until: string];

/** All projections of one kind of field that are SQL. `column` is the expression of a value. */
export interface FieldSql<F extends Field = Field> {
  /** The type of the column as the catalogue names it; null for a field without a column. */
  type: (field: F) => string | null;
  /** The value as answers and the history carry it: as text where a JSON number or PostgreSQL's own form would bend it. */
  answer: (column: string) => string;
  /** The expression by which lists are ordered. */
  sort: (column: string) => string;
  /** The text in which a filter looks for a part. */
  text: (column: string) => string;
  /** Whether `q` and the search through all models look into the text. */
  searched: boolean;
  /** Whether the value is the one of a parameter such as $1. */
  equals: (column: string, parameter: string) => string;
  /** The form in which a unique index compares values. */
  unique: (column: string) => string;
  /** The form in which texts are compared that look the same; null where `unique` distinguishes all. */
  alike: ((column: string) => string) | null;
  /** Whether a filter takes a range of values, such as 10..20. */
  ranges: boolean;
  /**
   * One SELECT of the sum of a field over some rows, as JSON; null where there are no sums. `rows` is a name, `column` and
   * the columns beside it are columns of it.
   */
  total: ((field: F, rows: string, column: string) => string) | null;
  /** The bounds of days as values of the column's type, in a zone; null where the values lie in no day. */
  span: ((days: Days, zone: string) => Days) | null;
  /** Takes out of a value of a request, or of the database, what must never be shown. */
  clean: ((value: string) => string) | null;
  /** Whether a stored value that is not null is empty all the same; null where none can be. */
  blank: ((column: string) => string) | null;
  /** Whether today's declaration would refuse a stored value that is not empty; null where none can be. */
  refused: (field: F, column: string) => string | null;
  /** The stored form of a checked value; `place` is the table and the column. */
  store: (value: unknown, vault: Vault, place: string) => unknown;
}
