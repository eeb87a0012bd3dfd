/** Characters with which spreadsheets begin a formula, or which they skip before one. */
const STARTS = new Set('=+-\u2212@\t\r\n');
/** A plain number stays a number, its sign included. */
const PLAIN_NUMBER = /^[+-]?\d+(?:[.,]\d+)*(?:E[+-]?\d+)?$/i;

/**
 * Whether a spreadsheet may run a text. Japanese and Chinese ones read full-width signs (＝ ＋ － ＠) as the
 * plain ones, so what counts is the sign that a character represents, small and raised forms included.
 */
function startsFormula(text: string): boolean {
  const [first = ''] = text;
  return STARTS.has(first) || (first > '\u007f' && STARTS.has(first.normalize('NFKC').charAt(0)));
}

/** Whether a text looks like what `neutraliseCell` makes of a formula. */
const isGuarded = (text: string) => text.startsWith("'") && startsFormula(text.replace(/^'+/, ''));

/**
 * Makes a cell of a spreadsheet file harmless: an apostrophe goes before what would run as a formula,
 * and before what looks like an already guarded one, so that `restoreCell` gives back every value.
 */
export function neutraliseCell(cell: string): string {
  const runs = startsFormula(cell) && !PLAIN_NUMBER.test(cell);
  return runs || isGuarded(cell) ? `'${cell}` : cell;
}

/** Takes back what `neutraliseCell` did. */
export function restoreCell(cell: string): string {
  return isGuarded(cell) ? cell.slice(1) : cell;
}

/** The end of a sentence about a cell with such a number. */
export const SHORTENED =
  'is a number that the spreadsheet shortened. Format the column as text and enter it again.';

/** Whether a spreadsheet shortened the number of a cell (1.23E+10): its digits are lost, and several may have been that. */
export const isShortened = (cell: string): boolean => /^[+-]?\d+(?:[.,]\d+)?E\+\d+$/i.test(cell);
