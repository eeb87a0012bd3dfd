import { parse } from 'csv-parse/browser/esm/sync';

/**
 * The cells of a range as spreadsheets copy it, line by line: tabs between, quotation marks around what holds a tab or
 * a line end. A text that is none of that is read as it is. An empty line is one empty cell: a column may have some in between.
 */
export function readCells(text: string): string[][] {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  try {
    return parse(lines, { delimiter: '\t', relax_column_count: true, trim: true });
  } catch {
    // A quotation mark by itself.
    return lines
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => line.split('\t').map((cell) => cell.trim()));
  }
}
