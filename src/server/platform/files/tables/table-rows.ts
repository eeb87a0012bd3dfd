/** One row of a table, and its position; the header is row 1. */
export interface TableRow {
  row: number;
  cells: Record<string, string>;
  /** Why cells cannot be believed, by column, as the end of a sentence that begins with the cell. */
  faults?: Record<string, string>;
  /** The merged cells, such as A2:A3, whose first row has the text of a cell, by column. */
  merged?: Record<string, string>;
}

/** Rows of a sheet; `sheet` is its name where the file has several. */
export interface TablePart {
  sheet: string | null;
  /** Its cells have semicolons between them, as files have where a comma is the decimal sign. */
  decimalComma?: true;
  rows: TableRow[];
}
