import { isShortened } from '#kernel/csv/csv-cells.ts';
import { parseWrittenDay } from '#kernel/dates.ts';
import { ungrouped } from '#kernel/fields/money.ts';
import { BillProblem } from './bill-line.ts';

/** Digits before the point, after it, and the most that an exponent moves it. */
const AMOUNT = /^([+-]?)(\d{1,20})(?:\.(\d{0,30}))?(?:e([+-]?\d{1,2}))?$/i;
/** What amounts of most files are, which need no second look. */
const PLAIN = /^-?\d{1,20}(?:\.\d{1,30})?$/;
const LONGEST_EXPONENT = 30;
const LONGEST_TEXT = 300;
const LONGEST_ID = 200;

/** The texts of one row by their places; what a row lacks is empty. */
export type Cells = readonly string[];

/** Text that PostgreSQL keeps, shortened to what people read. */
export function textOf(cell: string | undefined): string | null {
  const text = (cell ?? '').replaceAll('\u0000', '').trim();
  if (text === '' || text === 'NULL') return null;
  return text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT).toWellFormed() : text;
}

/** An id; null where there is none. @throws {BillProblem} for what is no id */
export function idOf(cell: string | undefined): string | null {
  const text = (cell ?? '').trim();
  if (text === '' || text === 'NULL') return null;
  if (text.length > LONGEST_ID || /\p{Cc}/u.test(text))
    throw new BillProblem(`'${text.slice(0, 60).toWellFormed()}' cannot be an id.`);
  if (isShortened(text))
    throw new BillProblem(
      `'${text}' is an id that a spreadsheet has shortened. Please send the file as the provider gives it.`,
    );
  return text;
}

/** The id of an account of AWS: spreadsheets take the zeros away with which it begins. */
export function awsIdOf(cell: string | undefined): string | null {
  const id = idOf(cell);
  return id !== null && /^\d{1,11}$/.test(id) ? id.padStart(12, '0') : id;
}

/**
 * An amount as a decimal: signs of currencies, thousands separators and an exponent are taken, parentheses make it
 * negative. Nothing counts as 0.
 * @throws {BillProblem} for what is no amount
 */
export function amountOf(cell: string | undefined, column: string): string {
  const written = (cell ?? '').trim();
  if (PLAIN.test(written)) return written;
  if (written === '' || written === 'NULL') return '0';
  let text = written.replaceAll(/[\p{Sc}\s]/gu, '').replace('\u2212', '-');
  if (/^\(.*\)$/.test(text)) text = `-${text.slice(1, -1)}`;
  const plain = ungrouped(text);
  const match = AMOUNT.exec(plain);
  if (!match || Math.abs(Number(match[4] ?? 0)) > LONGEST_EXPONENT)
    throw new BillProblem(`${column} '${written.slice(0, 60).toWellFormed()}' is no amount.`);
  return plain;
}

/** Days that were read, by what was written; a file has some dozens. */
const DAYS = new Map<string, string>();
const MOST_DAYS = 1000;

/** A day as YYYY-MM-DD; null where there is none. @throws {BillProblem} for what is no day */
export function dayOf(cell: string | undefined, column: string): string | null {
  const text = (cell ?? '').trim();
  if (text === '' || text === 'NULL') return null;
  const known = DAYS.get(text);
  if (known !== undefined) return known;
  const plain = text.replace(/ ?UTC$/, '').replace(/^(\d{4})\/(\d{2})\/(\d{2})/, '$1-$2-$3');
  const day = parseWrittenDay(plain);
  if (day === null) throw new BillProblem(`${column} '${text.slice(0, 60).toWellFormed()}' is no day.`);
  if (DAYS.size < MOST_DAYS) DAYS.set(text, day);
  return day;
}

/** @throws {BillProblem} for what is no currency, such as EUR */
export function currencyOf(cell: string | null | undefined): string {
  const text = (cell ?? '').trim().toUpperCase();
  if (/^[A-Z]{3}$/.test(text)) return text;
  throw new BillProblem(
    text === '' || text === 'NULL'
      ? 'No currency is told, neither by the file nor with currency=.'
      : `'${text.slice(0, 20).toWellFormed()}' is no currency.`,
  );
}

/** Whether an amount is not nothing. */
export const isSome = (amount: string): boolean => /[1-9]/.test(amount.split(/e/i)[0] ?? '');
