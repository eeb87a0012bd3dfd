import { readCell, type DaysRead, type ImportColumn } from '#kernel/csv/csv-import.ts';
import {
  readHeaders,
  type HeaderReading,
  type Meaning,
  type SaidHeadings,
} from '#kernel/csv/import-headings.ts';
import { columnReadings, daysRead, type SaidOfFile } from '#kernel/csv/column-readings.ts';
import type { ColumnReading } from '#kernel/fields/field.ts';
import { asReference, kindOf } from '#kernel/fields/kinds.ts';
import type { Registry } from '#kernel/registry.ts';
import { newDraft, type Draft, type DraftSource } from '../draft.ts';
import { keyIn, type ImportPart } from '../part.ts';
import { Problems, sheetOf, type FileProblems } from '../problems.ts';
import type { ImportRow } from '../request.ts';
import { WrittenReferences, type WrittenReference } from './written-references.ts';

/** The rows of one sheet. */
export interface ImportTable {
  /** Its name where the file has several. */
  sheet: string | null;
  /** Its cells have semicolons between them, as where a comma is the decimal sign. */
  decimalComma?: boolean;
  /** The notation of its texts, as a person stated it. */
  notation?: SaidOfFile;
  /** What its headings stand for, as a person stated it. */
  headings?: SaidHeadings;
  rows: readonly ImportRow[];
}

/** The rows of a file for one model, read cell by cell, before anything is looked up in the database. */
export interface ReadPart extends ImportPart {
  problems: Problems;
  drafts: Draft[];
  /** References as the file writes them, by field. */
  references: ReadonlyMap<string, WrittenReference[]>;
}

/** Whether nobody wrote anything into a cell. */
export const isBlank = (cell: unknown) =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

const quoted = (cell: unknown) => (isBlank(cell) ? '' : ` '${String(cell)}'`);

/** Why an amount or a number of merged cells is not that of each of their rows; null for what is. */
function sharedAmount({ field }: ImportColumn, range: string): string | null {
  const { sheet } = kindOf(field);
  return sheet === 'money' || sheet === 'number'
    ? `is of the merged cells ${range}. Unmerge them, so that each row has its own.`
    : null;
}

/** Reads what the rows of a file say of one model. */
export class PartReader {
  /** As the file declares it; `part` has the key that the columns of a table decide. */
  readonly declared: ImportPart;
  part: ImportPart;
  readonly #among: boolean;
  readonly #file: FileProblems;
  readonly #problems: Problems;
  readonly #references = new WrittenReferences();
  readonly #drafts: Draft[] = [];
  #reading: HeaderReading = { columns: new Map(), ignored: [], by: new Map(), problems: [] };
  #source: DraftSource = { sheet: null, headers: new Map() };
  #keyHeader: string | undefined;
  #columns: ReadonlyMap<string, ColumnReading> = new Map();
  readonly days: DaysRead[] = [];

  /** @param among whether the file is about other models as well */
  constructor(part: ImportPart, among: boolean, file: FileProblems) {
    this.declared = part;
    this.part = part;
    this.#among = among;
    this.#file = file;
    this.#problems = new Problems(part.resource, file);
  }

  /** Begins the next table. */
  begin(
    registry: Registry,
    { sheet, rows, notation = {}, decimalComma = false }: ImportTable,
    headers: readonly string[],
    meaning: Meaning,
  ): HeaderReading {
    const { resource, columns } = this.part;
    this.#reading = readHeaders(registry, resource, headers, columns, meaning);
    this.#columns = columnReadings(this.#reading.columns, rows, notation, decimalComma);
    for (const one of daysRead(this.#columns, this.#reading.columns, rows))
      this.days.push({ ...one, ...sheetOf({ sheet }) });
    for (const problem of this.#reading.problems) this.#file.note({ ...problem, ...sheetOf({ sheet }) });
    const own = [...this.#reading.columns].filter(([, { narrows }]) => narrows === null);
    this.#source = { sheet, headers: new Map(own.map(([header, { name }]) => [name, header])) };
    this.part = { ...this.part, key: keyIn(this.declared, (name) => this.#source.headers.has(name)) };
    const [first] = this.part.key ?? [];
    this.#keyHeader = first === undefined ? undefined : this.#source.headers.get(first);
    return this.#reading;
  }

  /**
   * Reads a row that is not empty; answers whether it is about this model.
   * @param refused the headers of its cells that are named as wrong already, since they are of another model too
   */
  read({ row, cells, faults = {}, merged = {} }: ImportRow, refused: Set<string>): boolean {
    if (this.#among && (this.#keyHeader === undefined || isBlank(cells[this.#keyHeader]))) return false;
    const draft = newDraft(row, this.#source);
    this.#drafts.push(draft);
    for (const [header, cell] of Object.entries(cells)) {
      const column = this.#reading.columns.get(header);
      if (!column) continue;
      const fault =
        faults[header] ?? (merged[header] === undefined ? null : sharedAmount(column, merged[header]));
      const wrong =
        fault === null
          ? this.#readCell(draft, column, cell, this.#columns.get(header))
          : `${column.label}${quoted(cell)} ${fault}`;
      if (wrong === null) continue;
      if (refused.has(header)) draft.faults.add(column.name);
      else this.#problems.add(draft, column.name, wrong);
      refused.add(header);
    }
    for (const { name, column, text } of this.#references.end(draft)) {
      const message = `${column.label} '${text}' says nothing without the ${column.field.label}.`;
      this.#problems.add(draft, name, message);
    }
    draft.isUnnamed = this.part.key?.some((name) => draft.faults.has(name)) ?? false;
    return true;
  }

  end(): ReadPart {
    return {
      ...this.part,
      problems: this.#problems,
      drafts: this.#drafts,
      references: this.#references.all,
    };
  }

  /** Reads a cell; answers what is wrong with it, or null. */
  #readCell(draft: Draft, column: ImportColumn, cell: unknown, reading?: ColumnReading): string | null {
    const { name, field } = column;
    const result = readCell(column, cell, reading);
    if (result !== null && 'error' in result) return result.error;
    if (column.narrows !== null)
      this.#references.beside(column, result === null ? null : String(result.value));
    else if (result === null) {
      // Beside other models a blank cell only says nothing: the row may be there for one of them alone.
      if (field.nullable && !this.#among) draft.values[name] ??= null;
      if (this.part.emptyCells) draft.emptied.add(name);
    } else if (asReference(field)) this.#references.shown(name, String(result.value));
    else if (!Object.hasOwn(draft.values, name) || draft.values[name] === null)
      draft.values[name] = result.value;
    else if (draft.values[name] !== result.value)
      return `Two columns of the row say different things of the ${field.label}.`;
    return null;
  }
}
