/** A row of a table that is on the screen, and what of it had the focus. */
export interface RowPlace {
  /** The label of its table. */
  table: string;
  key: string;
  /** The name of the button; null where it was the row itself. */
  action: string | null;
  /** Its aria-rowindex: where the row is gone, the one that took its place is meant. Null: the row will come. */
  ariaRow: number | null;
}

/**
 * Gives the focus to a row of a table, if it has it; `reveal`: also where it must be scrolled to. Answers whether
 * the focus is, or will be, there.
 */
export type FocusRow = (place: RowPlace, reveal: boolean) => boolean;

const tables = new Map<string, FocusRow>();

/** Offers the rows of a table to those who have the focus to give back. Answers how to end that. */
export function offerRows(table: string, focus: FocusRow): () => void {
  tables.set(table, focus);
  return () => {
    if (tables.get(table) === focus) tables.delete(table);
  };
}

/** Gives the focus to a row, wherever it is in its table. Answers whether there is such a table. */
export function focusRow(place: RowPlace, reveal = true): boolean {
  return tables.get(place.table)?.(place, reveal) ?? false;
}

/** Where in a table an element is; null for what is in none. */
export function rowPlaceOf(element: Element): RowPlace | null {
  const row = element.closest<HTMLElement>('[data-row]');
  const table = row?.closest('table')?.getAttribute('aria-label');
  if (!row?.dataset['row'] || !table) return null;
  const action = element.closest<HTMLElement>('[data-action]')?.dataset['action'] ?? null;
  return { table, key: row.dataset['row'], action, ariaRow: Number(row.ariaRowIndex ?? 0) };
}
