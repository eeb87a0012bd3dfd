/** A cell that a spreadsheet would run as a formula: = + - @ TAB or CR first. */
const FORMULA_START = /^[=+\-@\t\r]/;
/** A plain number stays a number, its sign included. */
const PLAIN_NUMBER = /^[+-]?\d+(?:[.,]\d+)*(?:E[+-]?\d+)?$/i;
/** A cell that was guarded, or one that would be mistaken for it. */
const GUARDED = /^'+[=+\-@\t\r]/;

/**
 * Makes a cell of a spreadsheet file harmless: an apostrophe goes before what would run as a formula,
 * and before what looks like an already guarded one, so that `restoreCell` gives back every value.
 */
export function neutraliseCell(cell: string): string {
  const runs = FORMULA_START.test(cell) && !PLAIN_NUMBER.test(cell);
  return runs || GUARDED.test(cell) ? `'${cell}` : cell;
}

/** Takes back what `neutraliseCell` did. */
export function restoreCell(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}
