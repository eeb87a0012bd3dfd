import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import { escapeXml } from './xlsx-parts.ts';
import { STYLES, type MoneyStyles } from './xlsx-styles.ts';

/**
 * One column of a sheet. Whatever its kind, a value that a spreadsheet cannot hold exactly is written as text.
 * `text`: values as they are, digits included; `date`: YYYY-MM-DD; `instant`: ISO 8601, shown in UTC; `number`: whole
 * numbers; `money`: decimal strings; `formula`: what the column computes from its row.
 */
export type SheetColumn = { header: string } & (
  | { kind: 'date' | 'instant' }
  | TextColumn
  | { kind: 'number'; total?: boolean }
  | MoneyColumn
  | FormulaColumn
);

interface TextColumn {
  kind: 'text';
  /** The choices of its cells, without commas and quotes; anything else written there by hand is refused. */
  choices?: readonly string[];
}

/** How amounts are shown. */
export interface Amounts {
  /** The currency of all rows, such as EUR, or the column that holds each row's, from 0; none by default. */
  currency?: string | { column: number };
  /** Digits after the point where they are not the currency's, as for prices of single units. */
  decimals?: number;
}

interface MoneyColumn extends Amounts {
  kind: 'money';
  /** The sum is below the rows, one for each currency. */
  total?: boolean;
}

interface FormulaColumn {
  kind: 'formula';
  /** Whether its results are amounts; numbers by default. */
  shows?: Amounts;
  /**
   * The formula of a row, without `=`. The row's own value is its result, for programs that compute nothing.
   * @param cell the name of the row's cell in a column, such as C7; columns count from 0
   */
  formula: (cell: (column: number) => string) => string;
}

/** A value that the sheet computes; `result` is a decimal, for programs that compute nothing and for sums. */
export class Computed {
  readonly formula: string;
  readonly result: string;

  /** @param formula without `=`; a formula of ours, never of a person's text */
  constructor(formula: string, result: string) {
    this.formula = formula;
    this.result = result;
  }

  toString(): string {
    return this.result;
  }
}

const LONGEST_CELL = 32_767;
const DAY_MS = 86_400_000;
/** Spreadsheets count days from here, and take 1900 for a leap year: only days after February 1900 are right. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_TRUE_DAY = 61;
/** More digits than this a spreadsheet rounds. */
const EXACT_DIGITS = 15;

/** The width that a column's values need in characters; null where it is that of the longest one. */
export function widthOf({ kind }: SheetColumn): number | null {
  return kind === 'date' ? 12 : kind === 'instant' ? 18 : null;
}

/** A value as a number of the sheet; null where only its text is exact. */
export function numberIn({ kind }: SheetColumn, text: string): string | null {
  switch (kind) {
    case 'text':
      return null;
    case 'date':
    case 'instant':
      return serialOf(text);
    case 'number':
    case 'money':
    case 'formula':
      return exactNumber(text);
  }
}

/** The currency of a row's amounts; null where there is none. */
export function currencyOf({ currency }: Amounts, row: readonly unknown[]): string | null {
  if (currency === undefined || typeof currency === 'string') return currency ?? null;
  const stated = row[currency.column];
  return typeof stated === 'string' ? stated : null;
}

/** How the cells of a row look. */
export interface RowLook {
  money: MoneyStyles;
  /** The row is over those below it, and bold. */
  heads: boolean;
}

const HEADING = {
  text: STYLES.totalText,
  date: STYLES.totalDate,
  instant: STYLES.totalText,
  number: STYLES.totalNumber,
} as const;

/** The empty cell of a row, where it shows more than nothing. */
export const emptyCell = (at: string, { heads }: RowLook): string =>
  heads ? `<c r="${at}" s="${HEADING.text}"/>` : '';

/** The cell of a value that is not empty. */
export function cellXml(
  at: string,
  column: Exclude<SheetColumn, FormulaColumn & { header: string }>,
  row: readonly unknown[],
  value: unknown,
  { money, heads }: RowLook,
): string {
  const text = String(value);
  const number = numberIn(column, text);
  const looks = heads ? HEADING : STYLES;
  if (number === null) return textCell(at, looks.text, neutraliseCell(text));
  const { kind } = column;
  const style = kind === 'money' ? money.of(currencyOf(column, row), column.decimals, heads) : looks[kind];
  if (value instanceof Computed) return formulaCell(at, style, value.formula, number);
  return `<c r="${at}" s="${style}"><v>${number}</v></c>`;
}

/** A formula of ours with its result; `result` is a number as text, or null where it is not known. */
export const formulaCell = (at: string, style: number, formula: string, result: string | null): string =>
  `<c r="${at}" s="${style}"><f>${escapeXml(formula)}</f>${result === null ? '' : `<v>${result}</v>`}</c>`;

/** A text, which never runs. */
export const textCell = (at: string, style: number, text: string): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, LONGEST_CELL))}</t></is></c>`;

/** A number as a spreadsheet holds it without rounding; null for what it cannot. */
export function exactNumber(text: string): string | null {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return /^-?\d+(?:\.\d+)?$/.test(text) && digits.length <= EXACT_DIGITS ? text : null;
}

/** Days since the spreadsheets' day zero; null for what they cannot have as a date. */
function serialOf(text: string): string | null {
  const time = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text);
  const serial = (time - DAY_ZERO) / DAY_MS;
  return serial >= FIRST_TRUE_DAY && new Date(time).getUTCFullYear() <= 9999
    ? String(Number(serial.toFixed(6)))
    : null;
}
