import type { PoolClient } from 'pg';
import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import { FIRST_ROW, type ImportProblem } from '#kernel/csv/csv-import.ts';
import { BYTE_ORDER_MARK, csvLines } from '#server/platform/files/csv.ts';
import { removeFiles, storeFile, type StoredFile } from '#server/platform/files/store.ts';
import type { FileTable } from '#server/platform/files/tables/read-tables.ts';
import { ownedByJob } from '#server/platform/jobs/store.ts';
import { inTurns } from '../in-turns.ts';
import { rowKey, shortened, type FileProblems } from './problems.ts';

const FILE = { name: 'refused-rows.csv', contentType: 'text/csv; charset=utf-8' };
/** Rows that are written at a time. */
const PORTION = 500;
/** Characters of a cell: it is to be found again, and a mail has room for ten thousand. */
const LONGEST_CELL = 1000;

/**
 * Keeps what is wrong with an upload as a file of its job, in place of one that an attempt before has kept. Null where
 * nothing is wrong.
 */
export async function keepRefusedRows(
  tx: PoolClient,
  job: string,
  problems: FileProblems,
  tables: readonly FileTable[],
): Promise<StoredFile | null> {
  const owner = ownedByJob(job);
  await removeFiles(tx, owner, FILE.name);
  return problems.total === 0 ? null : storeFile(tx, { ...FILE, owner }, content(problems, tables));
}

/** CSV: what is wrong by row and column, each with the cell as it was written. */
async function* content(problems: FileProblems, tables: readonly FileTable[]): AsyncGenerator<Buffer> {
  const known = problems.all();
  const cells = await cellsOf(known, tables);
  const bySheet = known.some(({ sheet }) => sheet !== undefined);
  const line = (sheet: string, ...others: string[]) =>
    (bySheet ? [sheet, ...others] : others).map((cell) => neutraliseCell(cell));
  yield Buffer.from(BYTE_ORDER_MARK + csvLines([line('Sheet', 'Row', 'Column', 'Reason', 'As refused')]));
  for (let from = 0; from < known.length; from += PORTION) {
    const lines = known.slice(from, from + PORTION).map((problem) => {
      const { sheet = '', row, column } = problem;
      return line(
        sheet,
        String(row),
        column,
        reasonOf(problem),
        shortened(cells.get(rowKey(problem))?.[column] ?? '', LONGEST_CELL),
      );
    });
    yield Buffer.from(csvLines(lines));
  }
  const more = problems.total - known.length;
  if (more > 0)
    yield Buffer.from(csvLines([line('', '', '', `There are ${more.toLocaleString('en')} more.`, '')]));
}

/** Where a problem is, such as 'Sheet Bills, Row 4, Amount'. */
export function placeOf({ sheet, row, column }: ImportProblem): string {
  const where = row < FIRST_ROW ? 'Header' : `Row ${row}`;
  return [sheet === undefined ? '' : `Sheet ${sheet}`, where, column]
    .filter((part) => part !== '')
    .join(', ');
}

/** The message of a problem. */
export const reasonOf = ({ message, detail }: ImportProblem): string =>
  detail === undefined ? message : `${message} ${detail}`;

/** The cells of the rows that something is wrong with, by their place. */
async function cellsOf(problems: readonly ImportProblem[], tables: readonly FileTable[]) {
  const wanted = new Set(problems.map(rowKey));
  const found = new Map<string, Readonly<Record<string, string>>>();
  for (const { sheet, rows } of tables)
    await inTurns(rows, ({ row, cells }) => {
      const key = rowKey({ row, ...(sheet !== null && { sheet }) });
      if (wanted.has(key)) found.set(key, cells);
    });
  return found;
}
