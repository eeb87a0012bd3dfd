import { restoreCell } from '#kernel/csv/csv-cells.ts';
import { invalid, type FieldError } from '#kernel/errors.ts';
import { unpack } from '#server/platform/files/tables/archive.ts';
import type { SheetRow } from '#server/platform/files/tables/sheet-rows.ts';
import { TableBounds } from '#server/platform/files/tables/table-bounds.ts';
import { UnreadableFile } from '#server/platform/files/tables/unreadable.ts';
import { allSheets } from '#server/platform/files/tables/workbook-sheets.ts';
import { quotedCell, unbelievable, unbelievableText } from '../intake/believed-cells.ts';
import { PRE_AP } from './pre-ap/pre-ap-sheet.ts';
import { SUMMARY } from './pre-ap/sheets.ts';
import { mistakeAt, MOST_MISTAKES, type ReviewedWorkbook, type ReviewRow } from './review-row.ts';

const LONGEST_CELL = 1000;
const SHOWN_DIGITS = 15;
const ZIP_START = Buffer.from([0x50, 0x4b, 3, 4]);

/** The columns that are read back. */
const COLUMNS = [
  PRE_AP.company,
  PRE_AP.reference,
  PRE_AP.currency,
  PRE_AP.gl,
  PRE_AP.center,
  PRE_AP.wbs,
  PRE_AP.amount,
  PRE_AP.posting,
] as const;
type Column = (typeof COLUMNS)[number];

/**
 * Reads a reviewed workbook. It takes as long as the file is large, so it runs beside the thread that answers requests.
 * @throws {UnreadableFile} with a sentence for the person
 * @throws {Refusal} 422 that names the cells that are wrong
 */
export async function parseReview(bytes: Buffer): Promise<ReviewedWorkbook> {
  if (!bytes.subarray(0, 4).equals(ZIP_START))
    throw new UnreadableFile(
      'This is no XLSX workbook. Please hand in the Pre-AP workbook of a billing run.',
    );
  await unpack(bytes);
  const sheets = await sheetsOf(bytes);
  const summary = sheets.get(SUMMARY.sheet);
  const postings = sheets.get(PRE_AP.sheet);
  if (!summary || !postings)
    throw new UnreadableFile(
      `The workbook has no sheet ${summary ? PRE_AP.sheet : SUMMARY.sheet}. Please hand in the Pre-AP workbook of a billing run.`,
    );
  return { ...(await readSummary(summary)), rows: await readRows(postings) };
}

type Sheet = Awaited<ReturnType<typeof allSheets>>[number];

/** The two sheets that are read, by their names. */
async function sheetsOf(bytes: Buffer): Promise<Map<string, Sheet>> {
  const sheets = await allSheets(bytes);
  return new Map(sheets.map((sheet) => [sheet.name, sheet]));
}

async function readSummary({ rows }: Sheet): Promise<{ run: number; version: number }> {
  const texts = new Map<string, string>();
  for await (const { cells } of rows(new TableBounds())) texts.set(cells[0] ?? '', cells[1] ?? '');
  const number = (item: string) => {
    const text = texts.get(item) ?? '';
    if (!/^\d{1,9}$/.test(text))
      throw new UnreadableFile(
        `The sheet ${SUMMARY.sheet} does not name its ${item}. Please hand in the Pre-AP workbook of a billing run.`,
      );
    return Number(text);
  };
  return { run: number(SUMMARY.run), version: number(SUMMARY.version) };
}

async function readRows({ rows }: Sheet): Promise<ReviewRow[]> {
  let header: Header | null = null;
  const read: ReviewRow[] = [];
  const mistakes: FieldError[] = [];
  for await (const row of rows(new TableBounds())) {
    if (header) {
      const posting = rowOf(row, header, mistakes);
      if (posting) read.push(posting);
    } else header = headerOf(row);
    if (mistakes.length >= MOST_MISTAKES) break;
  }
  if (!header) headerOf({ row: 1, cells: [] });
  if (mistakes.length > 0) throw invalid(mistakes.slice(0, MOST_MISTAKES));
  return read;
}

interface Header {
  row: number;
  names: readonly string[];
  /** Where the columns are that are read. */
  places: ReadonlyMap<Column, number>;
}

/** @throws {UnreadableFile} for a header that lacks columns that are read */
function headerOf({ row, cells: names }: SheetRow): Header {
  const missing = COLUMNS.filter((column) => !names.includes(column));
  if (missing.length > 0)
    throw new UnreadableFile(`The sheet ${PRE_AP.sheet} has no column ${missing.join(', ')}.`);
  return { row, names, places: new Map(COLUMNS.map((column) => [column, names.indexOf(column)])) };
}

/** A row that is a posting; null for one that only heads a block, sums or is empty, and for one that is wrong. */
function rowOf(sheetRow: SheetRow, header: Header, mistakes: FieldError[]): ReviewRow | null {
  const { row, cells, formulas } = sheetRow;
  const placeOf = (column: Column) => header.places.get(column) ?? -1;
  const text = (column: Column) => restoreCell(decimalText(cells[placeOf(column)] ?? ''));
  const isFormula = (column: Column) => formulas?.has(placeOf(column)) === true;
  const written = text(PRE_AP.posting);
  if (written === '' && !isFormula(PRE_AP.posting)) {
    const isSum = text(PRE_AP.company).startsWith('Total');
    if (isSum || (text(PRE_AP.amount) === '' && !isFormula(PRE_AP.amount))) return null;
    mistakes.push(
      mistakeAt(
        row,
        PRE_AP.posting,
        'the row has an amount and no posting. To split a posting, copy its row and divide the amount.',
      ),
    );
    return null;
  }
  const wrong = new Map(unbelievableCells(sheetRow, header));
  for (const column of COLUMNS) {
    if (isFormula(column)) wrong.set(column, 'the cell holds a formula. Please put its value there.');
    else if (text(column).length > LONGEST_CELL) wrong.set(column, 'the cell is too long.');
  }
  if (!wrong.has(PRE_AP.posting) && !/^\d{1,9}$/.test(written))
    wrong.set(PRE_AP.posting, `'${written.slice(0, 60)}' is no posting.`);
  if (wrong.size > 0) {
    for (const [column, what] of wrong) mistakes.push(mistakeAt(row, column, what));
    return null;
  }
  return {
    row,
    posting: Number(written),
    company: text(PRE_AP.company),
    reference: text(PRE_AP.reference),
    currency: text(PRE_AP.currency),
    gl: text(PRE_AP.gl),
    center: text(PRE_AP.center),
    wbs: text(PRE_AP.wbs),
    amount: text(PRE_AP.amount),
  };
}

/** Cells that a spreadsheet has changed, or that hold what nobody sees: by their column what is wrong with them. */
function* unbelievableCells(
  sheetRow: SheetRow,
  { row: header, names, places }: Header,
): Generator<[column: string, what: string]> {
  for (const [column, place] of places) {
    const cell = sheetRow.cells[place] ?? '';
    const problem = unbelievableText(cell, 'Type it again.');
    if (problem !== null) yield [column, `${quotedCell(cell)} ${problem}`];
  }
  for (const { column, problem } of unbelievable(sheetRow, names, [...places.values()], header))
    yield [names[column] ?? '', problem];
}

/** A cell; a number that is written with an exponent, without it. */
const decimalText = (cell: string): string =>
  /^-?\d(?:\.\d+)?e-\d+$/.test(cell)
    ? Number(cell)
        .toFixed(SHOWN_DIGITS)
        .replace(/\.?0+$/, '')
    : cell;
