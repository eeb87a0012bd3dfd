import { sheetRows, type SheetRow } from './sheet-rows.ts';
import type { TableBounds } from './table-bounds.ts';
import { UnreadableFile } from './unreadable.ts';
import { openWorkbook, type Workbook } from './workbook.ts';
import { unreadable, WorkbookParts } from './workbook-parts.ts';

const MOST_SHEETS = 20;

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
  let parts: WorkbookParts;
  let workbook: Workbook;
  try {
    parts = await WorkbookParts.open(bytes);
    workbook = await openWorkbook(parts);
  } catch (error) {
    throw error instanceof UnreadableFile ? error : unreadable();
  }
  const sheets = workbook.sheets.filter(({ isHidden }) => !isHidden);
  if (sheets.length > MOST_SHEETS)
    throw new UnreadableFile(`The workbook has more than ${MOST_SHEETS} sheets.`, 413);
  return sheets.map((sheet) => ({
    name: sheets.length > 1 ? sheet.name : null,
    async *rows(bounds) {
      try {
        yield* sheetRows(parts, workbook, sheet, bounds);
      } catch (error) {
        throw error instanceof UnreadableFile ? error : unreadable();
      }
    },
  }));
}
