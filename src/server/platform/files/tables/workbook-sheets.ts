import { sheetRows, type SheetRow } from './sheet-rows.ts';
import type { TableBounds } from './table-bounds.ts';
import { UnreadableFile } from './unreadable.ts';
import { openWorkbook, type Workbook } from './workbook.ts';
import { unreadable, WorkbookParts } from './workbook-parts.ts';

const MOST_SHEETS = 20;

/** A sheet that people see; `name` is null where there is no other. */
export interface WorkbookSheet {
  name: string | null;
  /** Its name, also where there is no other. */
  title: string;
  /** Its rows as they are read, blank ones too; each is counted. @throws {UnreadableFile} */
  rows: (bounds: TableBounds) => AsyncGenerator<SheetRow>;
}

export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell === '');

/**
 * The sheets of a workbook that people see, in their order. The archive is to be held against its limits before.
 * @throws {UnreadableFile} for what is no workbook, or has too many sheets
 */
export async function visibleSheets(bytes: Buffer): Promise<WorkbookSheet[]> {
  const all = await allSheets(bytes);
  const sheets = all.filter(({ isHidden }) => !isHidden);
  if (sheets.length > MOST_SHEETS)
    throw new UnreadableFile(`The workbook has more than ${MOST_SHEETS} sheets.`, 413);
  return sheets.map(({ name, rows }) => ({ name: sheets.length > 1 ? name : null, title: name, rows }));
}

/** All sheets of a workbook, which people see or not. @throws {UnreadableFile} for what is no workbook */
export async function allSheets(
  bytes: Buffer,
): Promise<{ name: string; isHidden: boolean; rows: WorkbookSheet['rows'] }[]> {
  let parts: WorkbookParts;
  let workbook: Workbook;
  try {
    parts = await WorkbookParts.open(bytes);
    workbook = await openWorkbook(parts);
  } catch (error) {
    throw error instanceof UnreadableFile ? error : unreadable();
  }
  return workbook.sheets.map((sheet) => ({
    name: sheet.name,
    isHidden: sheet.isHidden,
    async *rows(bounds) {
      try {
        yield* sheetRows(parts, workbook, sheet, bounds);
      } catch (error) {
        throw error instanceof UnreadableFile ? error : unreadable();
      }
    },
  }));
}
