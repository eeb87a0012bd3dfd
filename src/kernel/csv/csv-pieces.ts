import { CsvProblem } from './decode-text.ts';

/** Some rows of a CSV, whose lines end with a line feed, and how many lines and rows are before them. */
export interface CsvPiece {
  text: string;
  lines: number;
  rows: number;
}

/** A piece ends with the first row at which it has so many characters. */
const PIECE = 262_144;
/** It has no more than so many: a row of which a parser takes a million as its cells may have twice as many in quotes. */
const LONGEST_PIECE = 4_000_000;
/** Cells in one row; a worksheet has at most so many columns. */
const MOST_CELLS_OF_ROW = 16_384;

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

export const TOO_LONG = 'The row is longer than a worksheet allows. Perhaps a quotation mark is not closed.';

/**
 * Cuts a text between rows, so that a parser reads no further than it must: it copies what it is given, and holds every
 * cell of a row, be it empty.
 * @param skipped lines before the text
 * @throws {CsvProblem} for a row that is too long or has too many cells
 */
export function* csvPieces(text: string, delimiter: string, skipped: number): Generator<CsvPiece> {
  const sign = delimiter.charCodeAt(0);
  let [begin, linesBefore, rowsBefore] = [0, 0, 0];
  let [lines, rows, rowLine, cells] = [0, 0, 0, 1];
  let quoted = false;
  const piece = (end: number): CsvPiece => ({
    text: text.slice(begin, end).replace(/\r\n?/g, '\n'),
    lines: linesBefore,
    rows: rowsBefore,
  });
  for (let at = 0; at < text.length; at += 1) {
    if (at - begin >= LONGEST_PIECE) throw new CsvProblem(TOO_LONG, rowLine + skipped + 1);
    const code = text.charCodeAt(at);
    if (code === QUOTE) quoted = !quoted;
    else if (code === LINE_FEED || code === RETURN) {
      if (code === RETURN && text.charCodeAt(at + 1) === LINE_FEED) at += 1;
      lines += 1;
      if (quoted) continue;
      [rows, rowLine, cells] = [rows + 1, lines, 1];
      if (at - begin < PIECE) continue;
      yield piece(at + 1);
      [begin, linesBefore, rowsBefore] = [at + 1, lines, rows];
    } else if (code === sign && !quoted && ++cells > MOST_CELLS_OF_ROW)
      throw new CsvProblem(
        `The row has more than ${MOST_CELLS_OF_ROW} cells, as many as a worksheet has.`,
        lines + skipped + 1,
      );
  }
  if (begin < text.length) yield piece(text.length);
}
