import { colToLetter } from 'hucre/xlsx';
import type { BillProvider } from '#kernel/billing/runs.ts';
import { unpack } from '#server/platform/files/tables/archive.ts';
import type { SheetRow } from '#server/platform/files/tables/sheet-rows.ts';
import { TableBounds } from '#server/platform/files/tables/table-bounds.ts';
import { UnreadableFile } from '#server/platform/files/tables/unreadable.ts';
import { isBlank, visibleSheets, type WorkbookSheet } from '#server/platform/files/tables/workbook-sheets.ts';
import { BillProblem } from './bill-line.ts';
import { MOST_PREAMBLE, recognise, unrecognised } from './recognise.ts';

/** The rows that a worksheet can have. */
const LAST_ROW = 1_048_576;

/**
 * The rows of a bill in a workbook: those of the first sheet that people see in which a format knows its columns. What
 * people put beside it, such as notes or sums, is left aside. Rows are as wide as the header at least; blank ones, which
 * only say where the others are, are left out.
 * @throws {UnreadableFile} for what cannot be read or holds too much, {BillProblem} where no sheet has a bill
 */
export async function* billRows(bytes: Buffer, provider: BillProvider): AsyncGenerator<SheetRow> {
  await unpack(bytes);
  const bounds = new TableBounds();
  const firsts: string[][] = [];
  const ofOthers: BillProblem[] = [];
  for (const sheet of await visibleSheets(bytes)) {
    const held: SheetRow[] = [];
    let width = 0;
    for await (const row of rowsOf(sheet, bounds)) {
      if (width > 0) {
        yield filled(row, width);
        continue;
      }
      held.push(row);
      if (isHeader(row.cells)) {
        width = row.cells.length;
        yield* held;
      } else if (held.length > MOST_PREAMBLE) break;
    }
    if (width > 0) return;
    firsts.push(...held.map(({ cells }) => cells));
  }
  throw ofOthers[0] ?? unrecognised(firsts, provider);

  /** A sheet of another provider is no reason to refuse a workbook that has one of this provider, too. */
  function isHeader(cells: readonly string[]): boolean {
    try {
      return recognise(cells, provider) !== null;
    } catch (error) {
      if (!(error instanceof BillProblem)) throw error;
      ofOthers.push(error);
      return false;
    }
  }
}

/** The rows of a sheet that say something, held against the limits. */
async function* rowsOf({ name, rows }: WorkbookSheet, bounds: TableBounds): AsyncGenerator<SheetRow> {
  let last = 0;
  for await (const sheetRow of rows(bounds)) {
    const { row, cells } = sheetRow;
    // Files say it of themselves.
    if (!Number.isInteger(row) || row <= last || row > LAST_ROW)
      throw new UnreadableFile('The rows of the workbook are out of order. Please save it anew as XLSX.');
    last = row;
    if (isBlank(cells)) continue;
    bounds.countText(name, row, lettered(cells));
    yield sheetRow;
  }
}

function* lettered(cells: readonly string[]): Generator<readonly [string, string]> {
  for (const [at, cell] of cells.entries()) yield [colToLetter(at), cell];
}

/** Worksheets end a row with its last cell that says something. */
const filled = (row: SheetRow, width: number): SheetRow =>
  row.cells.length >= width
    ? row
    : { ...row, cells: [...row.cells, ...Array.from({ length: width - row.cells.length }, () => '')] };
