import type { ImportColumn, ImportProblem } from '#kernel/csv-import.ts';
import { FIRST_ROW } from '#kernel/csv-import.ts';
import { asReference } from '#kernel/fields/kinds.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';

/** One row on its way from the file to a record. */
export interface Draft {
  /** As people see the file: the header is row 1. */
  row: number;
  /** By the payload's field; what the file leaves out is absent until the defaults are filled in. */
  values: Values;
  /** References to other rows of the same file, by field. */
  links: Map<string, Draft>;
  /** The fields that have a problem already. */
  faults: Set<string>;
}

export const newDraft = (row: number): Draft => ({ row, values: {}, links: new Map(), faults: new Set() });

/** Kept at most; beyond it problems are only counted. */
const MOST_KEPT = 10_000;

/** Cells and headers are quoted in problems, hundreds of times; the file may have them at any length. */
const LONGEST_QUOTE = 300;
const shortened = (text: string) =>
  text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE).toWellFormed()}…` : text;

/** What is wrong with the rows of a file, by row and column. */
export class Problems {
  readonly #kept: ImportProblem[] = [];
  readonly #headers: ReadonlyMap<string, string>;
  readonly #resource: Resource;
  readonly #missing = new Set<string>();
  #total = 0;

  /** `columns`: by the header as the file has it. */
  constructor(resource: Resource, columns: ReadonlyMap<string, ImportColumn>) {
    this.#resource = resource;
    const own = [...columns].filter(([, { narrows }]) => narrows === null);
    this.#headers = new Map(own.map(([header, column]) => [column.name, header]));
  }

  get total(): number {
    return this.#total;
  }

  /** Notes what is wrong with the field `name` of a row. */
  add(draft: Draft, name: string, message: string, detail?: string): void {
    draft.faults.add(name);
    this.note({
      row: draft.row,
      column: this.columnOf(name),
      field: name,
      message,
      ...(detail && { detail }),
    });
  }

  /** Notes once that the file lacks the column of a field that every row needs. */
  addMissingColumn(draft: Draft, name: string, message: string): void {
    draft.faults.add(name);
    if (this.#missing.has(name)) return;
    this.#missing.add(name);
    const column = this.columnOf(name);
    this.note({ row: 1, column, field: name, message: `The column ${column} is missing. ${message}` });
  }

  note(problem: ImportProblem): void {
    this.#total += 1;
    if (this.#kept.length >= MOST_KEPT) return;
    const { column, field, message } = problem;
    this.#kept.push({
      ...problem,
      column: shortened(column),
      field: shortened(field),
      message: shortened(message),
    });
  }

  /** Whether the file has a column for the field. */
  has(name: string): boolean {
    return this.#headers.has(name);
  }

  /** The header of the file, or the name that our own export gives to the column. */
  columnOf(name: string): string {
    const field = this.#resource.fields[name];
    return this.#headers.get(name) ?? asReference(field)?.as ?? name;
  }

  /** The first `most`, by row. */
  first(most: number): ImportProblem[] {
    return this.#kept.toSorted((one, other) => one.row - other.row).slice(0, most);
  }

  /** What a person reads who sees nothing but one sentence. */
  sentence(): string {
    const [first] = this.first(1);
    if (!first) return '';
    const more = this.#total - 1;
    const others =
      more === 0 ? '' : ` There ${more === 1 ? 'is one more problem' : `are ${more} more problems`}.`;
    const where = first.row < FIRST_ROW ? 'Header' : `Row ${first.row}, ${first.column}`;
    return `Nothing was imported. ${where}: ${first.message}${first.detail ? ` ${first.detail}` : ''}${others}`;
  }
}
