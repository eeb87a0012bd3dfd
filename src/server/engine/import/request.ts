import { FIRST_ROW } from '#kernel/csv/csv-import.ts';
import { Refusal } from '#kernel/errors.ts';

/** Most rows of one import. */
const MOST_ROWS = 100_000;

/** One parsed row of the file, and its position. */
export interface ImportRow {
  row: number;
  cells: Record<string, unknown>;
  /** Why cells of a workbook cannot be believed, by header, as the end of a sentence that begins with the cell. */
  faults?: Readonly<Record<string, string>>;
  /** The merged cells, such as A2:A3, whose first row has the text of a cell, by header. */
  merged?: Readonly<Record<string, string>>;
}

/**
 * The rows of an import with their lines in the file; without these the rows follow the header without a gap.
 * @throws {Refusal} 413 above MOST_ROWS
 */
export function rowsOf(
  rows: readonly ImportRow['cells'][],
  lines: readonly number[] | undefined,
): ImportRow[] {
  if (rows.length > MOST_ROWS) {
    const sentence = `The file has ${rows.length} rows; an import takes at most ${MOST_ROWS}. Please split the file.`;
    throw new Refusal(413, sentence);
  }
  return rows.map((cells, at) => ({ row: lines?.[at] ?? at + FIRST_ROW, cells }));
}
