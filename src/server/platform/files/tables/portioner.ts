import { TableBounds } from './table-bounds.ts';
import type { TablePart, TableRow } from './table-rows.ts';

/** The size of a portion, so that it is taken over in a few milliseconds: rows, their cells and their characters. */
const PORTION = { rows: 500, cells: 20_000, text: 1_000_000 };

/** Portions out the rows of a file. */
export class Portioner {
  /** The bounds of its rows, each of which is to be counted. */
  readonly bounds = new TableBounds();
  /** Whether each portion says so. */
  decimalComma = false;
  #held: TableRow[] = [];
  #heldCells = 0;
  #heldText = 0;

  /**
   * Takes a row that is counted; answers a portion as soon as there is one.
   * @throws {UnreadableFile} 413 for a text that is too long, with the cell where it is one
   */
  *add(sheet: string | null, row: TableRow): Generator<TablePart> {
    const cells = Object.entries(row.cells);
    this.#heldText += this.bounds.countText(sheet, row.row, cells);
    this.#held.push(row);
    this.#heldCells += cells.length;
    if (
      this.#held.length >= PORTION.rows ||
      this.#heldCells >= PORTION.cells ||
      this.#heldText >= PORTION.text
    )
      yield* this.rest(sheet);
  }

  /** The last portion of a sheet. */
  *rest(sheet: string | null): Generator<TablePart> {
    const rows = this.#held;
    this.#held = [];
    this.#heldCells = 0;
    this.#heldText = 0;
    if (rows.length > 0) yield { sheet, rows, ...(this.decimalComma && { decimalComma: true }) };
  }
}
