import { invalid } from '#kernel/errors.ts';
import { listed } from '#kernel/written.ts';
import { readTables, type FileTable } from '#server/platform/files/tables/read-tables.ts';

/** One sheet of a workbook: its rows, and the names of all sheets where there are several. */
interface SheetOfWorkbook {
  tables: FileTable[];
  sheets: readonly string[];
  /** Its name; null where there is no other, or it has no rows. */
  taken: string | null;
}

/**
 * The rows of one sheet of a workbook, and all its sheets where it has several. It is read by a thread within the limits of any
 * uploaded file.
 * @param wanted the name of the sheet; null for the first one that has rows
 * @param mayPick whether it is only looked at, so that nobody has to say which sheet is meant
 * @throws {Refusal} 422 for what is no workbook or has no such sheet, or where the sheet is not named; 413 for too much
 */
export async function sheetOfWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  wanted: string | null,
  mayPick: boolean,
): Promise<SheetOfWorkbook> {
  const { tables, sheets } = await readTables(bytes, ['xlsx'], { pick: { name: wanted } });
  if (wanted === null && !mayPick && sheets.length > 0) {
    const message = `The workbook has the sheets ${listed(sheets)}. Name the one to import.`;
    throw invalid([{ field: 'sheet', message }]);
  }
  // Its problems are reported by row and column alone: it is the only one that is read.
  return {
    tables: tables.map((table) => ({ ...table, sheet: null })),
    sheets,
    taken: tables[0]?.sheet ?? null,
  };
}
