import { readXlsx, type Sheet } from 'hucre/xlsx';
import { restoreCell } from '#kernel/csv/csv-cells.ts';
import { unpack } from '#server/platform/files/tables/archive.ts';
import { UnreadableFile } from '#server/platform/files/tables/unreadable.ts';
import { PRE_AP } from '../pre-ap/pre-ap-sheet.ts';
import { SUMMARY } from '../pre-ap/sheets.ts';
import type { ReviewedWorkbook, ReviewRow } from './review-row.ts';

const MOST_ROWS = 100_000;
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
  return { ...readSummary(summary), rows: readRows(postings) };
}

async function sheetsOf(bytes: Buffer): Promise<Map<string, Sheet>> {
  try {
    const { sheets } = await readXlsx(bytes, { sheets: [SUMMARY.sheet, PRE_AP.sheet] });
    return new Map(sheets.map((sheet) => [sheet.name, sheet]));
  } catch {
    throw new UnreadableFile('The workbook cannot be read. Please save it anew as XLSX.');
  }
}

function readSummary({ rows }: Sheet): { run: number; version: number } {
  const told = new Map(rows.map(([item, value]) => [cellText(item), cellText(value)]));
  const number = (item: string) => {
    const text = told.get(item) ?? '';
    if (!/^\d{1,9}$/.test(text))
      throw new UnreadableFile(
        `The sheet ${SUMMARY.sheet} does not tell its ${item}. Please hand in the Pre-AP workbook of a billing run.`,
      );
    return Number(text);
  };
  return { run: number(SUMMARY.run), version: number(SUMMARY.version) };
}

function readRows(sheet: Sheet): ReviewRow[] {
  const [headers = [], ...others] = sheet.rows;
  if (others.length > MOST_ROWS)
    throw new UnreadableFile(`The workbook has more than ${MOST_ROWS} rows.`, 413);
  const names = headers.map(cellText);
  const missing = COLUMNS.filter((column) => !names.includes(column));
  if (missing.length > 0)
    throw new UnreadableFile(`The sheet ${PRE_AP.sheet} has no column ${missing.join(', ')}.`);
  const places = new Map(COLUMNS.map((column) => [column, names.indexOf(column)] as const));
  return others.flatMap((cells, at) => {
    const text = (column: Column) => restoreCell(cellText(cells[places.get(column) ?? -1]));
    const isFormula = (column: Column) =>
      sheet.cells?.get(`${at + 1},${places.get(column) ?? -1}`)?.formula !== undefined;
    return rowOf(at + 2, text, isFormula) ?? [];
  });
}

/** A row that is a posting; null for one that only heads a block, sums or is empty. */
function rowOf(
  row: number,
  text: (column: Column) => string,
  isFormula: (column: Column) => boolean,
): ReviewRow | null {
  const written = text(PRE_AP.posting);
  if (written === '' && !isFormula(PRE_AP.posting)) {
    const isSum = text(PRE_AP.company).startsWith('Total');
    if (isSum || (text(PRE_AP.amount) === '' && !isFormula(PRE_AP.amount))) return null;
    throw wrong(
      row,
      PRE_AP.posting,
      'the row has an amount and no posting. To split a posting, copy its row and divide the amount.',
    );
  }
  for (const column of COLUMNS) {
    if (isFormula(column)) throw wrong(row, column, 'the cell holds a formula. Please put its value there.');
    if (text(column).length > LONGEST_CELL) throw wrong(row, column, 'the cell is too long.');
  }
  if (!/^\d{1,9}$/.test(written))
    throw wrong(row, PRE_AP.posting, `'${written.slice(0, 60)}' is no posting.`);
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

const wrong = (row: number, column: string, what: string) =>
  new UnreadableFile(`Sheet ${PRE_AP.sheet}, row ${row}, ${column}: ${what}`, 422, {
    sheet: PRE_AP.sheet,
    row,
    column,
  });

/** A cell as people see it; what rounding left beyond the digits that are shown is left out. */
function cellText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'number') return typeof value === 'boolean' ? String(value) : '';
  return Number.isInteger(value) ? String(value) : decimalText(Number(value.toPrecision(SHOWN_DIGITS)));
}

/** A number without an exponent. */
const decimalText = (value: number): string =>
  String(value).includes('e') ? value.toFixed(SHOWN_DIGITS).replace(/\.?0+$/, '') : String(value);
