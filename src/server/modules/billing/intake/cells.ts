import { isShortened } from '#kernel/csv/csv-cells.ts';
import { DATE_ORDERS, isNumericDay, readDay, serialDay, type DateOrder } from '#kernel/reading/days.ts';
import { readNumber, type DecimalSign } from '#kernel/reading/numbers.ts';
import { BillProblem } from './bill-line.ts';

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

/**
 * The id of an account of AWS, which has twelve digits: the zeros with which it begins are put back where a spreadsheet took
 * them away.
 * @throws {BillProblem} as `idOf`, and for more digits than that
 */
export function awsIdOf(cell: string | undefined): string | null {
  const id = idOf(cell);
  if (id === null) return null;
  if (/^\d{13,}$|^\d+\.0+$/.test(id))
    throw new BillProblem(
      `'${id}' is no account of AWS, which has 12 digits: a spreadsheet has changed it. Please send the file as the provider gives it.`,
    );
  return /^\d{1,11}$/.test(id) ? id.padStart(12, '0') : id;
}

/** By which decimal sign amounts of a file are read, and in which order its dates; null where it has none that differ by it. */
export interface FileReading {
  decimalSign: DecimalSign;
  dateOrder: DateOrder | null;
}

const MOST_DAYS = 1000;
const OTHER_SIGN: Record<DecimalSign, DecimalSign> = { '.': ',', ',': '.' };
const SIGN_WORDS: Record<DecimalSign, string> = { '.': 'decimal points', ',': 'decimal commas' };

const isNothing = (text: string) => text === '' || text === 'NULL';

/** Reads the amounts and dates of one file. */
export class CellValues {
  readonly #reading: FileReading;
  /** Days that were read, by what was written; a file has some dozens. */
  readonly #days = new Map<string, string>();

  constructor(reading: FileReading) {
    this.#reading = reading;
  }

  /**
   * An amount as a decimal: signs of currencies, what separates thousands and an exponent are taken, parentheses and a minus
   * make it negative. Nothing counts as 0.
   * @throws {BillProblem} for what is no amount
   */
  amount(cell: string | undefined, column: string): string {
    const written = (cell ?? '').trim();
    if (isNothing(written)) return '0';
    const { decimalSign } = this.#reading;
    const amount = readNumber(written, decimalSign);
    if (amount !== null) return amount;
    const isOther = readNumber(written, OTHER_SIGN[decimalSign]) !== null;
    const why = isOther ? `: the other amounts have ${SIGN_WORDS[decimalSign]}.` : '.';
    throw new BillProblem(`${column} '${shown(written)}' is no amount${why}`);
  }

  /** A day as YYYY-MM-DD; null where there is none. @throws {BillProblem} for what is no day */
  day(cell: string | undefined, column: string): string | null {
    const text = (cell ?? '').trim();
    if (isNothing(text)) return null;
    const known = this.#days.get(text);
    if (known !== undefined) return known;
    const day = this.#read(text);
    if (day === null) throw new BillProblem(`${column} '${shown(text)}' is no day${this.#why(text)}`);
    if (this.#days.size < MOST_DAYS) this.#days.set(text, day);
    return day;
  }

  #read(text: string): string | null {
    const { dateOrder } = this.#reading;
    if (!isNumericDay(text)) return readDay(text, 'month_first') ?? serialDay(text);
    if (dateOrder !== null) return readDay(text, dateOrder);
    const [one, other] = [readDay(text, 'month_first'), readDay(text, 'day_first')];
    return one === null || other === null || one === other ? (one ?? other) : null;
  }

  #why(text: string): string {
    const { dateOrder } = this.#reading;
    const isDay = DATE_ORDERS.some((order) => readDay(text, order) !== null);
    if (!isNumericDay(text) || !isDay) return '.';
    if (dateOrder === null) return ': the dates above are written in another way.';
    return `: the dates of the file have the ${dateOrder === 'day_first' ? 'day' : 'month'} first.`;
  }
}

const shown = (text: string) => text.slice(0, 60).toWellFormed();

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
