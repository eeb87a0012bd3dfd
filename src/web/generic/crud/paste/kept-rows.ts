import { dropDraft } from '../../editing/drafts.ts';

/** Where the drafts of the rows that were pasted into a table are kept, beside the draft of what is typed into it. */
const rowsOf = (table: string): string => `${table}.pasted.`;

/** Where the draft of one pasted row is kept. */
export const rowPlace = (table: string, number: number): string => `${rowsOf(table)}${number}`;

/** The numbers of the pasted rows that are kept of a table, in their order; none without a storage. */
export function keptRows(table: string): number[] {
  const rows = rowsOf(table);
  try {
    return Object.keys(sessionStorage)
      .filter((key) => key.startsWith(rows))
      .map((key) => Number(key.slice(rows.length)))
      .filter((number) => Number.isInteger(number))
      .toSorted((one, other) => one - other);
  } catch {
    return [];
  }
}

/** Forgets the pasted rows of a table; what is pasted now is all that is there. */
export function dropRows(table: string): void {
  for (const number of keptRows(table)) dropDraft(rowPlace(table, number));
}
