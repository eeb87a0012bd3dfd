/** The key of the row of a table that has the focus; null where none has. */
export function focusedRow(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row ?? null;
}
