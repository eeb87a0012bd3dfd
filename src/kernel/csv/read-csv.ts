import { csvPieces, TOO_LONG } from './csv-pieces.ts';
import { CsvProblem, decodeText, type OtherEncoding } from './decode-text.ts';
import { declaredDelimiter, detectDelimiter } from './delimiters.ts';

/**
 * The parser of csv-parse, which has a file for browsers and another for servers: the caller gives theirs.
 * It fails with errors that have a `code`.
 */
export type CsvParser = (text: string, options: CsvParserOptions) => unknown;

interface CsvParserOptions {
  delimiter: string;
  record_delimiter: string;
  relax_column_count: boolean;
  skip_empty_lines: boolean;
  trim: boolean;
  max_record_size: number;
  on_record: (cells: string[], at: { lines: number; records: number; empty_lines: number }) => null;
}

/** One row by header; cells are as they are in the file, without blanks around them. */
export type CsvRow = Record<string, string>;

export interface CsvTable {
  headers: string[];
  rows: CsvRow[];
  /** The number of each row in the worksheet, counted from 1 with the headers and empty rows. */
  rowNumbers: number[];
  /** The separator of the cells. */
  delimiter: string;
}

/** The parser's findings in words for the person who made the file. */
const SENTENCES: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark is opened in this row and never closed.',
  CSV_INVALID_CLOSING_QUOTE: 'A quotation mark ends a cell, but more text follows it.',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'A quotation mark ends a cell, but more text follows it.',
  INVALID_OPENING_QUOTE: 'A quotation mark stands in the middle of a cell that is not quoted.',
  CSV_MAX_RECORD_SIZE: TOO_LONG,
};

/** Characters in one row; a worksheet's cell holds 32,767. */
const LONGEST_ROW = 1_000_000;
/** Cells of all rows. What has more was not made by a person. */
const MOST_CELLS = 10_000_000;
/** Rows; an import takes fewer, and says how many a file has. */
const MOST_ROWS = 1_000_000;

/** Called with each row below the headers, with its cells, before it is kept; throws to read no further. */
type CountRow = (cells: number) => void;

interface CsvRecord {
  cells: string[];
  /** The line of the text on which it begins; a quoted cell may hold several. */
  line: number;
  /** The row of the worksheet. */
  row: number;
}

const lineBreaks = (cells: string[]) => cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);

/** Spreadsheets write empty cells for columns that were cleared; those at the end are dropped. */
const withoutTail = (cells: string[]) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);

function parseRecords(
  parse: CsvParser,
  text: string,
  delimiter: string,
  skipped: number,
  count: CountRow,
): CsvRecord[] {
  const records: CsvRecord[] = [];
  let lastLine = 0;
  let held = 0;
  for (const { text: piece, lines: linesBefore, rows: rowsBefore } of csvPieces(text, delimiter, skipped)) {
    try {
      parse(piece, {
        delimiter,
        // Known already, so that it is not detected anew for each piece.
        record_delimiter: '\n',
        relax_column_count: true,
        skip_empty_lines: true,
        trim: true,
        max_record_size: LONGEST_ROW,
        on_record: (cells, { lines, records: read, empty_lines: empty }) => {
          lastLine = linesBefore + lines;
          const kept = withoutTail(cells);
          held += kept.length;
          if (held > MOST_CELLS || records.length > MOST_ROWS)
            throw new CsvProblem('The file has more cells than can be read. Please split it.');
          if (kept.length === 0) return null;
          if (records[0]) count(records[0].cells.length);
          const line = lastLine + skipped - lineBreaks(kept);
          records.push({ cells: kept, line, row: rowsBefore + read + empty });
          return null;
        },
      });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      // The line where the bad row begins: an open quotation mark swallows the rest of the file.
      throw new CsvProblem(SENTENCES[String(error.code)] ?? 'The text is not CSV.', lastLine + skipped + 1);
    }
  }
  return records;
}

/** A file has at most so many titles above its header. */
const MOST_TITLES = 20;

/** The number of rows above the header: a title has one cell, where the header and the row below it have several. */
function titleRows(records: readonly CsvRecord[]): number {
  const isWide = (record: CsvRecord | undefined) =>
    record !== undefined && record.cells.filter((cell) => cell !== '').length > 1;
  const header = records.slice(0, MOST_TITLES + 1).findIndex(isWide);
  return header > 0 && isWide(records[header + 1]) ? header : 0;
}

function checkHeaders({ cells, line }: CsvRecord): void {
  const seen = new Set<string>();
  for (const [at, header] of cells.entries()) {
    if (header === '') throw new CsvProblem(`Column ${at + 1} has no header.`, line);
    if (seen.has(header.toLowerCase())) throw new CsvProblem(`The column ${header} stands twice.`, line);
    seen.add(header.toLowerCase());
  }
}

/**
 * Reads a CSV file as Excel, LibreOffice and Google Sheets write it: encoding and delimiter are detected,
 * quoted cells may hold line breaks, empty lines are skipped. The first line that is not empty holds the
 * headers, below titles of one cell each. Throws a CsvProblem with the line for what is no readable CSV, an EncodingProblem for what is no Unicode.
 * @param encoding of a file that is no Unicode, as a person chose it
 * @param count where fewer rows are taken than can be read: a file of more is not held
 */
export function readCsv(
  parse: CsvParser,
  bytes: Uint8Array,
  encoding?: OtherEncoding,
  count: CountRow = () => undefined,
): CsvTable {
  const whole = decodeText(bytes, encoding);
  const declared = declaredDelimiter(whole);
  const text = declared ? whole.slice(declared.length) : whole;
  const delimiter = declared?.delimiter ?? detectDelimiter(text);
  const records = parseRecords(parse, text, delimiter, declared ? 1 : 0, count);
  const [head, ...rest] = records.slice(titleRows(records));
  if (!head) throw new CsvProblem('The file is empty.');
  checkHeaders(head);
  if (rest.length === 0) throw new CsvProblem('The file has headers but no rows.', head.line);

  const rows = rest.map(({ cells, line }) => {
    if (cells.length > head.cells.length)
      throw new CsvProblem(`The row has ${cells.length} cells for ${head.cells.length} headers.`, line);
    // Object.fromEntries defines its keys: a header such as __proto__ stays a plain name.
    return Object.fromEntries(head.cells.map((header, at) => [header, cells[at] ?? '']));
  });
  return { headers: head.cells, rows, rowNumbers: rest.map(({ row }) => row), delimiter };
}
