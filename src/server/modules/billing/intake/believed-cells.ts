import { FAILED_FORMULA, invisibleIn, isErrorValue, withoutInvisible } from '#kernel/fields/written-text.ts';
import type { SheetRow } from '#server/platform/files/tables/sheet-rows.ts';
import { BillProblem, type BillRow } from './bill-line.ts';

/** Ids of the rows before, which are those of most rows. */
const MOST_KNOWN = 10_000;

/** Looks at the ids of lines, whose accounts and invoices nobody would find otherwise. */
export class BelievedIds {
  readonly #known = new Set<string>();

  /** @throws {BillProblem} that names the column of an id that no provider wrote so */
  demand(row: BillRow, cells: readonly string[], names: readonly string[]): void {
    if (row === null) return;
    if ('account' in row) this.#demandId(row.account, cells, names);
    this.#demandId(row.invoice.number, cells, names);
    this.#demandId(row.invoice.billingAccount, cells, names);
  }

  #demandId(id: string | null, cells: readonly string[], names: readonly string[]): void {
    if (id === null || this.#known.has(id)) return;
    const invisible = invisibleIn(id);
    const problem = isErrorValue(id)
      ? FAILED_FORMULA
      : invisible &&
        `contains ${invisible}, which nobody sees. Please send the file as the provider gives it.`;
    if (problem !== null) {
      // Formats may write the letters of an id in their own case.
      const place = cells.findIndex((cell) => cell.trim().toLowerCase() === id.toLowerCase());
      const shown = `'${withoutInvisible(cells[place]?.trim() ?? id)
        .slice(0, 60)
        .toWellFormed()}'`;
      const column = names[place];
      throw new BillProblem(`${column === undefined ? '' : `${column} `}${shown} ${problem}`);
    }
    if (this.#known.size < MOST_KNOWN) this.#known.add(id);
  }
}

/**
 * What is wrong with the first cell of a worksheet's row that cannot be believed, among the columns that are read; null where
 * all can.
 * @param wanted the columns that are read; null for all that have a name
 * @param header the row of the header, above which titles are merged
 */
export function unbelievable(
  { cells, faults, covered = [] }: SheetRow,
  names: readonly string[],
  wanted: readonly number[] | null,
  header: number,
): string | null {
  const isRead = (column: number) => wanted?.includes(column) ?? (names[column] ?? '') !== '';
  for (const [column, fault] of faults ?? [])
    if (isRead(column)) return `${names[column]} '${cells[column] ?? ''}' ${fault}`;
  const merged = covered.find(({ column, from }) => isRead(column) && from > header);
  return merged
    ? `${names[merged.column]} is part of the merged cells ${merged.range}. Unmerge them, so that each row says what it charges.`
    : null;
}
