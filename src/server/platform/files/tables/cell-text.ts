import { formatValue, serialToDate } from 'hucre';
import { FAILED_FORMULA } from '#kernel/fields/written-text.ts';
import { unescaped, type Workbook } from './workbook.ts';
import { unreadable } from './workbook-parts.ts';

/** A cell as its sheet has it. */
export interface RawCell {
  /** Counted from 0. */
  column: number;
  type: string;
  style: number;
  /** Null where the cell has none, as a formula that nobody reckoned. */
  value: string | null;
  /** The text in the cell itself. */
  inline: string;
  /** Null where there is none. */
  formula: string | null;
}

/** The text of a cell, and why it cannot be believed, as the end of a sentence that begins with the cell. */
export interface CellText {
  text: string;
  fault?: string;
}

const LONGEST_FORMULA = 60;

/** A cell as the same worksheet saved as CSV has it; a day as YYYY-MM-DD, a formula by the result that was saved with it. */
export function cellText(cell: RawCell, workbook: Workbook): CellText {
  const { type, formula } = cell;
  const value = cell.value ?? '';
  if (formula !== null && (cell.value === null || (value === '' && type !== 'str')))
    return {
      text: `=${formula.slice(0, LONGEST_FORMULA).toWellFormed()}`,
      fault:
        'is a formula of which the file has no result. Open it in a spreadsheet, save it, and send it again.',
    };
  switch (type) {
    case 's': {
      if (value === '') return { text: '' };
      const text = workbook.texts[Number(value)];
      if (text === undefined) throw unreadable();
      return { text: text.trim() };
    }
    case 'inlineStr':
      return { text: unescaped(cell.inline).trim() };
    case 'str':
      return { text: unescaped(value).trim() };
    case 'b':
      return value === '' ? { text: '' } : { text: /^(?:1|true)$/i.test(value) ? 'TRUE' : 'FALSE' };
    case 'e':
      return { text: value, fault: FAILED_FORMULA };
    case 'd':
      return { text: dayText(value) };
    default:
      return numberText(value.trim(), cell.style, workbook);
  }
}

/** Spreadsheets reckon with, and show, so many digits; what their files have beyond them is what rounding left. */
const SHOWN_DIGITS = 15;
/** Of a number that has more before its point, the sheet kept the first ones alone. */
const TOO_LONG = 10 ** SHOWN_DIGITS;

const LOST_DIGITS =
  'is a number that the spreadsheet shortened: of more than 15 digits it keeps the first 15. Format the column as text and enter it again.';

const dayText = (written: string) => written.replace(/T00:00:00(?:\.0+)?Z?$/, '');

/** 0.30000000000000004, which is the sum of 0.1 and 0.2, is 0.3; whole numbers stay as they are. */
function numberText(written: string, style: number, { formats, is1904 }: Workbook): CellText {
  const value = Number(written);
  if (written === '' || Number.isNaN(value)) return { text: written };
  const format = formats[style];
  if (format?.isDate) {
    const day = serialToDate(value, is1904);
    return Number.isNaN(day.getTime())
      ? { text: written, fault: 'is a number that is no day, and is shown as one.' }
      : { text: dayText(day.toISOString()) };
  }
  // As the sheet shows it, 1.23E+19, which nobody takes for what was typed.
  if (Math.abs(value) >= TOO_LONG) return { text: value.toExponential().toUpperCase(), fault: LOST_DIGITS };
  if (!Number.isInteger(value)) return { text: String(Number(value.toPrecision(SHOWN_DIGITS))) };
  const padding = value >= 0 ? (format?.padding ?? null) : null;
  return { text: padding === null ? String(value) : formatValue(value, padding) };
}
