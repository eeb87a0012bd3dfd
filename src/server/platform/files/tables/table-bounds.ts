import { UnreadableFile, type PlaceInFile } from './unreadable.ts';

const MOST_ROWS = 100_000;
const MOST_CELLS = 5_000_000;
const MOST_COLUMNS = 1000;
/** Characters of all cells: as many as an import may have that comes as JSON. */
const MOST_TEXT = 60_000_000;
/** Characters of one cell: twice those of the longest field, which states its own length. A worksheet's holds 32,767. */
const LONGEST_CELL = 100_000;
/** Characters of one row, as many as a CSV may have. */
const LONGEST_ROW = 1_000_000;

const tooMuch = (sentence: string) => new UnreadableFile(`${sentence} Please split it.`, 413);

/** Holds the rows of a file against what one may have. */
export class TableBounds {
  #rows = 0;
  #cells = 0;
  #text = 0;

  /** Counts a row, be it empty. @throws {UnreadableFile} 413 for a file of too many rows, columns or cells */
  count(cells: number): void {
    this.#rows += 1;
    this.#cells += cells;
    if (cells > MOST_COLUMNS) throw tooMuch(`The file has more than ${MOST_COLUMNS} columns.`);
    if (this.#rows > MOST_ROWS) throw tooMuch(`The file has more than ${MOST_ROWS} rows.`);
    if (this.#cells > MOST_CELLS) throw tooMuch(`The file has more than ${MOST_CELLS} cells.`);
  }

  /**
   * Counts the characters of a row that is kept, and answers them.
   * @param cells with what their columns are called
   * @throws {UnreadableFile} 413 for a text that is too long, with the cell where it is one
   */
  countText(sheet: string | null, row: number, cells: Iterable<readonly [string, string]>): number {
    let sum = 0;
    for (const [column, cell] of cells) {
      demandCell(cell, { row, column, ...(sheet !== null && { sheet }) });
      sum += cell.length;
    }
    if (sum > LONGEST_ROW)
      throw new UnreadableFile(
        `${whereOf(sheet, row)}: the row has more than ${LONGEST_ROW} characters. Please shorten it.`,
        413,
      );
    this.#text += sum;
    if (this.#text > MOST_TEXT) throw tooMuch(`The file has more than ${MOST_TEXT} characters.`);
    return sum;
  }
}

/** @throws {UnreadableFile} 413 that names the cell where it is longer than any field */
export function demandCell(cell: string, place: PlaceInFile): void {
  if (cell.length <= LONGEST_CELL) return;
  const column = place.column.slice(0, 60).toWellFormed();
  throw new UnreadableFile(
    `${whereOf(place.sheet ?? null, place.row)}, ${column}: the cell has ${cell.length} characters. At most ${LONGEST_CELL} are possible.`,
    413,
    { ...place, column },
  );
}

/** A row in words; the sheet is named where the file has several. */
export const whereOf = (sheet: string | null, row: number): string =>
  sheet === null ? `Row ${row}` : `Sheet ${sheet}, row ${row}`;
