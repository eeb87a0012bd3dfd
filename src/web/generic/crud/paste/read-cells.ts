import { parse } from 'csv-parse/browser/esm/sync';

/**
 * The cells of a range as spreadsheets copy it, line by line: tabs between, quotation marks around what holds a tab or
 * a line end. A text that is none of that is read as it is.
 */
export function readCells(text: string): string[][] {
  const lines = text.replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '');
  try {
    return parse(lines, { delimiter: '\t', relax_column_count: true, skip_empty_lines: true, trim: true });
  } catch {
    // A quotation mark by itself.
    return lines
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => line.split('\t').map((cell) => cell.trim()));
  }
}
