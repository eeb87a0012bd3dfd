/** The id of the record whose row of a table has the focus; null where none has. */
export function focusedRow(): number | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
  return row === undefined ? null : Number(row);
}
