import { stringify } from 'csv-stringify/sync';
import { Stretch } from '../base/stretch.ts';

/** Excel reads a file as UTF-8 only when it begins with this mark; imports leave it aside. */
export const BYTE_ORDER_MARK = '\ufeff';

/** So many rows, or so many characters, are written in one piece: in a few milliseconds. */
const ROWS_AT_ONCE = 250;
const LENGTH_AT_ONCE = 200_000;

/**
 * Rows of a CSV file, with CRLF. A lone line feed ends no line here, but it does for many that read the file, so it is
 * put into quotes. Cells are written as they are: who writes them makes formulas harmless.
 */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify(rows as string[][], { record_delimiter: 'windows', quoted_match: /[\r\n]/ });

/** The same of many rows, or of long ones, some at a time; others are served in between. */
export async function* csvPortions(rows: Iterable<readonly string[]>): AsyncGenerator<string> {
  const stretch = new Stretch();
  let [piece, length]: [(readonly string[])[], number] = [[], 0];
  for (const row of rows) {
    piece.push(row);
    for (const cell of row) length += cell.length;
    if (piece.length < ROWS_AT_ONCE && length < LENGTH_AT_ONCE) continue;
    yield csvLines(piece);
    [piece, length] = [[], 0];
    if (stretch.isOver) await stretch.rest();
  }
  if (piece.length > 0) yield csvLines(piece);
}
