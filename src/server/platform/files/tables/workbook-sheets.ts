import { readXlsx, streamXlsxRows } from 'hucre/xlsx';
import type { TableBounds } from './table-bounds.ts';
import { UnreadableFile } from './unreadable.ts';

const MOST_SHEETS = 20;

/** A row of a sheet, and where it stands there: the first is row 1, whether or not it has cells. */
export interface SheetRow {
  row: number;
  cells: string[];
}

/** A sheet that people see; `name` is null where there is no other. */
export interface WorkbookSheet {
  name: string | null;
  /** Its rows as they are read, blank ones too; each is counted. @throws {UnreadableFile} */
  rows: (bounds: TableBounds) => AsyncGenerator<SheetRow>;
}

export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell === '');

/**
 * The sheets of a workbook that people see, in their order. The archive is to be held against its limits before.
 * @throws {UnreadableFile} for what is no workbook, or has too many sheets
 */
export async function visibleSheets(bytes: Buffer): Promise<WorkbookSheet[]> {
  const sheets: { name: string; index: number }[] = [];
  try {
    await readXlsx(bytes, {
      sheets: ({ name, index, hidden, veryHidden }) => {
        if (hidden !== true && veryHidden !== true) sheets.push({ name, index });
        return false;
      },
    });
  } catch {
    throw unreadable();
  }
  if (sheets.length > MOST_SHEETS)
    throw new UnreadableFile(`The workbook has more than ${MOST_SHEETS} sheets.`, 413);
  return sheets.map(({ name, index }) => ({
    name: sheets.length > 1 ? name : null,
    rows: (bounds) => rowsOf(bytes, index, bounds),
  }));
}

async function* rowsOf(bytes: Buffer, sheet: number, bounds: TableBounds): AsyncGenerator<SheetRow> {
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      bounds.count(values.length);
      yield { row: index + 1, cells: values.map(cellText) };
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : unreadable();
  }
}

const unreadable = () => new UnreadableFile('The workbook cannot be read. Please save it anew as XLSX.');

/** A cell as the same worksheet saved as CSV has it; a day as YYYY-MM-DD, a formula by its result. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return numberText(value);
  return typeof value === 'string' ? value.trim() : '';
}

/** Spreadsheets reckon with, and show, so many digits; what their files have beyond them is what rounding left. */
const SHOWN_DIGITS = 15;

/** Of a whole number that has more, the sheet kept the first ones alone: it is told as the sheet shows it, 1.23E+19. */
const TOO_LONG = 10 ** SHOWN_DIGITS;

/** 0.30000000000000004, which is the sum of 0.1 and 0.2, is 0.3; whole numbers stay as they are. */
function numberText(value: number): string {
  if (!Number.isInteger(value)) return String(Number(value.toPrecision(SHOWN_DIGITS)));
  return Math.abs(value) < TOO_LONG ? String(value) : value.toExponential().toUpperCase();
}
