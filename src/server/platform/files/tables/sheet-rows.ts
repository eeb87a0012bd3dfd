import { parseCellRef } from 'hucre/xlsx';
import { cellText, type CellText, type RawCell } from './cell-text.ts';
import type { TableBounds } from './table-bounds.ts';
import { mergesOf, type Merge } from './merged-cells.ts';
import { unreadable, type MarkupReader, type WorkbookParts } from './workbook-parts.ts';
import type { NamedSheet, Workbook } from './workbook.ts';

/** A cell that others cover, since they are merged with it. */
export interface CoveredCell {
  /** Counted from 0. */
  column: number;
  /** Such as A2:A3. */
  range: string;
  /** The first row of the merged cells. */
  from: number;
  /** The text of the merged cells. */
  text: string;
  fault?: string;
  /** Whether their text is in another column. */
  isAcross: boolean;
}

/** A row of a sheet, and its position: the first is row 1, whether or not it has cells. */
export interface SheetRow {
  row: number;
  cells: string[];
  /** Why cells cannot be believed, by their places; none where all can. */
  faults?: ReadonlyMap<number, string>;
  /** The cells that are empty because merged cells cover them. */
  covered?: readonly CoveredCell[];
  /** The cells that hold formulas, by their places. */
  formulas?: ReadonlySet<number>;
  /** Its numbers count days from 1904, where they are days that are not shown as such. */
  is1904?: true;
}

/** Columns that a sheet can have. */
const MOST_COLUMNS = 16_384;
/** Columns that merged cells may cover, at most: no file has more. */
const MOST_COVERED = 1000;

/** The rows of a sheet as they are read, blank ones too; each is counted. @throws {UnreadableFile} */
export async function* sheetRows(
  parts: WorkbookParts,
  workbook: Workbook,
  { part }: NamedSheet,
  bounds: TableBounds,
): AsyncGenerator<SheetRow> {
  const reader = new RowReader(workbook);
  const merges = new Covering(await mergesOf(parts.bytes(part)));
  for await (const _ of parts.read(part, reader))
    for (const { row, cells } of reader.taken()) {
      const width = cells.reduce((most, { column }) => Math.max(most, column + 1), 0);
      bounds.count(width);
      yield { ...merges.row(row, width, cells), ...(workbook.is1904 && { is1904: true }) };
    }
}

type ReadCell = CellText & { column: number; isFormula: boolean };

/** Makes rows of the elements of a sheet. */
class RowReader implements MarkupReader {
  readonly #workbook: Workbook;
  #done: { row: number; cells: ReadCell[] }[] = [];
  #row = 0;
  #cells: ReadCell[] | null = null;
  #cell: RawCell | null = null;
  #within: 'value' | 'formula' | 'inline' | null = null;
  #isInline = false;
  #isSound = false;

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
  }

  /** The rows that have ended since. */
  taken(): { row: number; cells: ReadCell[] }[] {
    const done = this.#done;
    this.#done = [];
    return done;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      const { r: number } = attributes;
      this.#row = number === undefined ? this.#row + 1 : Number(number);
      this.#cells = [];
    } else if (name === 'c' && this.#cells) this.#begin(this.#cells, attributes);
    else if (this.#cell) this.#openIn(this.#cell, name);
  }

  #begin(
    cells: readonly ReadCell[],
    { r: place, t: type = 'n', s: style = '-1' }: Readonly<Record<string, string>>,
  ): void {
    const column = place === undefined ? (cells.at(-1)?.column ?? -1) + 1 : parseCellRef(place).col;
    if (!(column < MOST_COLUMNS)) throw unreadable();
    this.#cell = { column, type, style: Number(style), value: null, inline: '', formula: null };
  }

  #openIn(cell: RawCell, name: string): void {
    if (name === 'v') {
      cell.value = '';
      this.#within = 'value';
    } else if (name === 'f') {
      cell.formula = '';
      this.#within = 'formula';
    } else if (name === 'is') this.#isInline = true;
    else if (name === 'rPh') this.#isSound = true;
    else if (name === 't' && this.#isInline && !this.#isSound) this.#within = 'inline';
  }

  text(text: string): void {
    if (!this.#cell || this.#within === null) return;
    if (this.#within === 'value') this.#cell.value += text;
    else if (this.#within === 'formula') this.#cell.formula += text;
    else this.#cell.inline += text;
  }

  close(name: string): void {
    if (name === 'c' && this.#cell && this.#cells) {
      const { column, formula } = this.#cell;
      this.#cells.push({ column, isFormula: formula !== null, ...cellText(this.#cell, this.#workbook) });
      this.#cell = null;
    } else if (name === 'row' && this.#cells) {
      this.#done.push({ row: this.#row, cells: this.#cells });
      this.#cells = null;
    } else if (name === 'is') this.#isInline = false;
    else if (name === 'rPh') this.#isSound = false;
    else if (name === 'v' || name === 'f' || name === 't') this.#within = null;
  }
}

const lastOf = ({ right }: Merge) => Math.min(right, MOST_COVERED - 1);

/** Knows which cells of a row merged cells cover. */
class Covering {
  /** By their first rows; those before the next one have begun. */
  readonly #merges: readonly Merge[];
  #next = 0;
  #open: { merge: Merge; shown: CellText }[] = [];

  constructor(merges: readonly Merge[]) {
    this.#merges = merges;
  }

  /** A row with what covers its cells; rows come in their order. */
  row(row: number, width: number, read: readonly ReadCell[]): SheetRow {
    const cells = Array.from({ length: width }, () => '');
    const faults = new Map<number, string>();
    const formulas = new Set<number>();
    for (const { column, text, fault, isFormula } of read) {
      cells[column] = text;
      if (isFormula) formulas.add(column);
      if (fault !== undefined) faults.set(column, fault);
    }
    const covered = this.#covered(row, cells, faults);
    return {
      row,
      cells,
      ...(faults.size > 0 && { faults }),
      ...(covered.length > 0 && { covered }),
      ...(formulas.size > 0 && { formulas }),
    };
  }

  #covered(row: number, cells: readonly string[], faults: ReadonlyMap<number, string>): CoveredCell[] {
    this.#open = this.#open.filter(({ merge }) => merge.bottom >= row - 1);
    for (; (this.#merges[this.#next]?.top ?? Infinity) < row; this.#next += 1) {
      const merge = this.#merges[this.#next] as Merge;
      const isHere = merge.top === row - 1;
      const fault = isHere ? faults.get(merge.left) : undefined;
      const text = isHere ? (cells[merge.left] ?? '') : '';
      if (merge.bottom >= row - 1 && text !== '' && merge.left < MOST_COVERED)
        this.#open.push({ merge, shown: { text, ...(fault !== undefined && { fault }) } });
    }
    // No program merges a cell twice.
    const covers = this.#open.reduce((sum, { merge }) => sum + lastOf(merge) - merge.left + 1, 0);
    if (covers > MOST_COVERED) throw unreadable();
    return this.#open.flatMap(({ merge, shown }) => {
      const { range, top, left } = merge;
      const columns = Array.from({ length: lastOf(merge) - left + 1 }, (_, at) => left + at);
      return columns
        .filter((column) => top < row - 1 || column > left)
        .map((column) => ({ column, range, from: top + 1, ...shown, isAcross: column > left }));
    });
  }
}
