import { FAILED_FORMULA, invisibleIn, isErrorValue, withoutInvisible } from '#kernel/fields/written-text.ts';
import type { SheetRow } from '#server/platform/files/tables/sheet-rows.ts';
import type { BillRow } from './bill-line.ts';
import type { OnWrongCell } from './cells.ts';

/** Ids of the rows before, which are those of most rows. */
const MOST_KNOWN = 10_000;

/** The problem of a text that nobody has typed so, as the end of a sentence about it; null where nothing is. */
export function unbelievableText(text: string, advice: string): string | null {
  if (isErrorValue(text)) return FAILED_FORMULA;
  const invisible = invisibleIn(text);
  return invisible && `contains ${invisible}, which nobody sees. ${advice}`;
}

/** A text that is quoted in a sentence. */
export const quotedCell = (text: string): string => `'${withoutInvisible(text).slice(0, 60).toWellFormed()}'`;

/** Looks at the ids of lines, whose accounts and invoices nobody would find otherwise. */
export class BelievedIds {
  readonly #known = new Set<string>();

  /** @param wrong hears of each id that no provider wrote so, with its column */
  look(row: BillRow, cells: readonly string[], names: readonly string[], wrong: OnWrongCell): void {
    if (row === null) return;
    const { number, billingAccount } = row.invoice;
    for (const id of ['account' in row ? row.account : null, number, billingAccount]) {
      const problem = this.#problemOf(id, cells, names);
      if (problem !== null) wrong(problem);
    }
  }

  #problemOf(id: string | null, cells: readonly string[], names: readonly string[]): string | null {
    if (id === null || this.#known.has(id)) return null;
    const problem = unbelievableText(id, 'Please send the file as the provider gives it.');
    if (problem !== null) {
      // Formats may write the letters of an id in their own case.
      const place = cells.findIndex((cell) => cell.trim().toLowerCase() === id.toLowerCase());
      const column = names[place];
      return `${column === undefined ? '' : `${column} `}${quotedCell(cells[place]?.trim() ?? id)} ${problem}`;
    }
    if (this.#known.size < MOST_KNOWN) this.#known.add(id);
    return null;
  }
}

/**
 * The problems of those cells of a worksheet's row that cannot be believed, among the columns that are read: of each the end of a
 * sentence that begins with its column.
 * @param wanted the columns that are read; null for all that have a name
 * @param header the row of the header, above which titles are merged
 */
export function unbelievable(
  { cells, faults, covered = [] }: SheetRow,
  names: readonly string[],
  wanted: readonly number[] | null,
  header: number,
): { column: number; problem: string }[] {
  const isRead = (column: number) => wanted?.includes(column) ?? (names[column] ?? '') !== '';
  const failed = [...(faults ?? [])].filter(([column]) => isRead(column));
  const merged = covered.filter(({ column, from }) => isRead(column) && from > header);
  return [
    ...failed.map(([column, fault]) => ({ column, problem: `'${cells[column] ?? ''}' ${fault}` })),
    ...merged.map(({ column, range }) => ({
      column,
      problem: `is part of the merged cells ${range}. Unmerge them, so that each row says what it charges.`,
    })),
  ];
}
