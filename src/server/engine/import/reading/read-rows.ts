import {
  readCell,
  type DaysRead,
  type HeadingRead,
  type ImportColumn,
  type ImportProblem,
} from '#kernel/csv/csv-import.ts';
import {
  meaningOf,
  readHeaders,
  unknownHeader,
  type HeaderReading,
  type Meaning,
  type SaidHeadings,
} from '#kernel/csv/import-headings.ts';
import { columnReadings, daysRead, type SaidOfFile } from '#kernel/csv/column-readings.ts';
import type { ColumnReading } from '#kernel/fields/field.ts';
import { asReference, kindOf } from '#kernel/fields/kinds.ts';
import type { Registry } from '#kernel/registry.ts';
import { newDraft, type Draft, type DraftSource } from '../draft.ts';
import { inTurns } from '../../in-turns.ts';
import { keyColumn, keyIn, type ImportPart } from '../part.ts';
import { FileProblems, Problems, sheetOf } from '../problems.ts';
import type { ImportRow } from '../request.ts';
import { headingsOf } from './headings-read.ts';
import { shareHeaders } from './shared-headers.ts';
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

export interface ReadFile {
  parts: ReadPart[];
  problems: FileProblems;
  ignored: string[];
  /** What each heading was taken for. */
  headings: HeadingRead[];
  /** How columns of days are read that may be read in two orders. */
  days: DaysRead[];
  /** Empty rows. */
  skipped: number;
  /** Rows that were left out because they are wrong, where a file is taken over without them. */
  refused: number;
  /** The fields for which the whole file waits for a second person. */
  held: string[];
}

async function allHeaders(rows: readonly ImportRow[]): Promise<Set<string>> {
  const headers = new Set<string>();
  await inTurns(rows, ({ cells }) => {
    for (const header of Object.keys(cells)) headers.add(header);
  });
  return headers;
}

function unclearHeader(header: string, parts: readonly ImportPart[]): ImportProblem {
  const keys = parts.map((part) => keyColumn(part)?.header).join(', ');
  const message = `'${header.trim()}' may be of several records of a row: ${keys}. Name the columns as the template does.`;
  return { row: 1, column: header, field: header, message };
}

const isBlank = (cell: unknown) =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/**
 * Reads every cell by the kind of its field. A blank cell is None where the field may be empty and the
 * field's default where it may not; a column that the file lacks gets the default. Where a file is about several
 * models, a row is about those whose key it has.
 */
export async function readFile(
  registry: Registry,
  parts: readonly ImportPart[],
  tables: readonly ImportTable[],
): Promise<ReadFile> {
  const problems = new FileProblems();
  const readers = parts.map((part) => new PartReader(part, parts.length > 1, problems));
  const ignored = new Set<string>();
  let skipped = 0;
  const headings: HeadingRead[] = [];
  for (const table of tables) {
    const all = [...(await allHeaders(table.rows))];
    const meaning = meaningOf(table.headings);
    const headers = all.filter((header) => meaning(header) !== null);
    const shared = parts.length > 1 ? shareHeaders(registry, parts, headers, meaning) : null;
    const readings = readers.map((reader) =>
      reader.begin(registry, table, shared?.of(reader.declared) ?? headers, meaning),
    );
    for (const header of headers)
      noteUnread(header, { table, parts, readings, unclear: shared?.unclear }, ignored, problems);
    for (const header of all) if (meaning(header) === null && header.trim() !== '') ignored.add(header);
    headings.push(...headingsOf(table, parts, readings, all, meaning));
    await inTurns(table.rows, (written) => {
      const { row, cells } = written;
      if (Object.values(cells).every(isBlank)) {
        skipped += 1;
        return;
      }
      for (const [header, cell] of Object.entries(cells))
        if (header.trim() === '' && !isBlank(cell))
          problems.note({
            row,
            column: header,
            field: header,
            message: `The cell '${String(cell)}' has no header.`,
            ...sheetOf(table),
          });
      const refused = new Set<string>();
      const taken = readers.filter((reader) => reader.read(written, refused));
      if (taken.length > 0) return;
      const keys = parts.map((part) => keyColumn(part)?.header).join(', ');
      const message = `The row has none of ${keys}, so it is about nothing.`;
      problems.note({ row, column: '', field: '', message, ...sheetOf(table) });
    });
  }
  return {
    parts: readers.map((reader) => reader.end()),
    problems,
    ignored: [...ignored],
    headings,
    days: readers.flatMap((reader) => reader.days),
    skipped,
    refused: 0,
    held: [],
  };
}

interface HeadersRead {
  table: ImportTable;
  parts: readonly ImportPart[];
  readings: readonly HeaderReading[];
  /** Those of which it is not known which of several models they are about. */
  unclear: ReadonlyMap<string, readonly ImportPart[]> | undefined;
}

/** Notes a header that fills nothing, and why. */
function noteUnread(
  header: string,
  { table, parts, readings, unclear }: HeadersRead,
  ignored: Set<string>,
  problems: FileProblems,
): void {
  if (readings.some(({ columns }) => columns.has(header)) || header.trim() === '') return;
  if (readings.some((reading) => reading.ignored.includes(header))) ignored.add(header);
  // Both of two headers that stand for one column are known.
  else if (readings.some(({ by }) => by.has(header))) return;
  else {
    const knowing = unclear?.get(header);
    const columns = parts.flatMap((part) => part.columns);
    const problem = knowing ? unclearHeader(header, knowing) : unknownHeader(columns, header);
    problems.note({ ...problem, ...sheetOf(table) });
  }
}

const quoted = (cell: unknown) => (isBlank(cell) ? '' : ` '${String(cell)}'`);

/** Why an amount or a number of merged cells is not that of each of their rows; null for what is. */
function sharedAmount({ field }: ImportColumn, range: string): string | null {
  const { sheet } = kindOf(field);
  return sheet === 'money' || sheet === 'number'
    ? `is of the merged cells ${range}. Unmerge them, so that each row has its own.`
    : null;
}

/** Reads what the rows of a file say of one model. */
class PartReader {
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
