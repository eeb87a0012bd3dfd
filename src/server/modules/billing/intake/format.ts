import type { BillProvider } from '#kernel/billing/runs.ts';
import type { BillRow } from './bill-line.ts';
import type { Cells } from './cells.ts';

/** The columns of a file by their names, whatever their case and place. */
export class Columns {
  readonly #places = new Map<string, number>();
  readonly #found = new Set<number>();
  readonly names: readonly string[];

  constructor(headers: readonly string[]) {
    this.names = headers.map((header) => header.trim());
    this.names.forEach((name, at) => {
      const key = name.toLowerCase();
      if (!this.#places.has(key)) this.#places.set(key, at);
    });
  }

  /** Where the first of these columns is; -1 where there is none of them. */
  at(...names: string[]): number {
    for (const name of names) {
      const place = this.#places.get(name.toLowerCase());
      if (place !== undefined) return this.#find(place);
    }
    return -1;
  }

  /** Where the first of these columns is whose cells are read only now and then, one by one. */
  aside(...names: string[]): number {
    return names.map((name) => this.#places.get(name.toLowerCase())).find((at) => at !== undefined) ?? -1;
  }

  /** Where the first column is whose name fits; -1 where there is none. */
  like(pattern: RegExp): number {
    return this.#find(this.names.findIndex((name) => pattern.test(name)));
  }

  /** The places that were answered. */
  get found(): number[] {
    return [...this.#found];
  }

  #find(place: number): number {
    if (place >= 0) this.#found.add(place);
    return place;
  }
}

/** What is known of a file beside its rows. */
export interface FileFacts {
  /** The rows before the header, `label,value`, by their labels in lower case. */
  preamble: ReadonlyMap<string, string>;
  /** What the person told. */
  currency: string | null;
  /** The invoice number that the person told. */
  reference: string | null;
}

/** What stands at a place of a row, whether or not it is read of each; empty for the place -1. */
export type CellAt = (place: number) => string;

/** Reads one row. @throws {BillProblem} for what cannot be read, and for a file that is refused */
export type RowReader = (cells: Cells, cell: CellAt) => BillRow;

/** A file of a provider, recognised by its columns. */
export interface BillFormat {
  name: string;
  /** What people call it. */
  label: string;
  provider: BillProvider;
  /** The columns without which it is another file; a pattern where their names vary. */
  needs: readonly (string | { like: RegExp; label: string })[];
  /** What it asks of the columns is all that is read of a row, unless it `readsAll`. */
  reader: (columns: Columns, facts: FileFacts) => RowReader;
  readsAll?: boolean;
  /** Its lines have no number until their month is closed, and the same bill has numbers then. */
  numbersLate?: boolean;
  /** The total of the file's one invoice, where its preamble says it; a row that says it goes before. */
  statedBy?: (facts: FileFacts) => string | null;
  /** When the file's one invoice was made and is due, YYYY-MM-DD. */
  dates?: (facts: FileFacts) => { invoice: string | null; due: string | null };
}

/** The columns that a file lacks to be of this format. */
export const missingOf = ({ needs }: BillFormat, columns: Columns): string[] =>
  needs.flatMap((need) => {
    if (typeof need === 'string') return columns.at(need) < 0 ? [need] : [];
    return columns.like(need.like) < 0 ? [need.label] : [];
  });
