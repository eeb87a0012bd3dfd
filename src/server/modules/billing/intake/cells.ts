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

const AWS_DIGITS = 12;

/**
 * The id of an account of AWS, which has twelve digits.
 * @param isNumber whether its column has numbers, as a Parquet file may, which have no zeros before them
 * @throws {BillProblem} as `idOf`, and for more or fewer digits than that
 */
export function awsIdOf(cell: string | undefined, isNumber = false): string | null {
  const id = idOf(cell);
  if (id === null) return null;
  if (/^\d{13,}$|^\d+\.0+$/.test(id))
    throw new BillProblem(
      `'${id}' is no account of AWS, which has ${AWS_DIGITS} digits: a spreadsheet has changed it. Please send the file as the provider gives it.`,
    );
  if (!/^\d{1,11}$/.test(id)) return id;
  if (isNumber) return id.padStart(AWS_DIGITS, '0');
  throw new BillProblem(
    `'${id}' is no account of AWS, which has ${AWS_DIGITS} digits: a spreadsheet takes away the zeros before a number. Please send the file as the provider gives it, or import the column as text.`,
  );
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

/** Hears of a cell that cannot be read, in a sentence that names its column. */
export type OnWrongCell = (sentence: string) => void;

const refuse: OnWrongCell = (sentence) => {
  throw new BillProblem(sentence);
};

/** Reads the cells of one file: its amounts, dates, ids and currencies. */
export class CellValues {
  readonly #reading: FileReading;
  /** Days that were read, by what was written; a file has some dozens. */
  readonly #days = new Map<string, string>();
  #is1904 = false;

  /** Notes a cell that cannot be read. */
  readonly wrong: OnWrongCell;

  /** @param wrong hears of each cell that cannot be read, for which 0 or null is answered; without it the first one is thrown */
  constructor(reading: FileReading, wrong: OnWrongCell = refuse) {
    this.#reading = reading;
    this.wrong = wrong;
  }

  /** Says that days which are numbers are counted from 1904, as workbooks of older Macs have them. */
  countFrom1904(): void {
    this.#is1904 = true;
  }

  /** An id as `idOf` reads it. */
  id(cell: string | undefined, column: string): string | null {
    try {
      return idOf(cell);
    } catch (error) {
      return this.#failed(column, error);
    }
  }

  /** The id of an account of AWS as `awsIdOf` reads it. */
  awsId(cell: string | undefined, column: string, isNumber: boolean): string | null {
    try {
      return awsIdOf(cell, isNumber);
    } catch (error) {
      return this.#failed(column, error);
    }
  }

  /** A currency such as EUR. @throws {BillProblem} where none is stated */
  currency(cell: string | null | undefined, column: string): string {
    try {
      return currencyOf(cell);
    } catch (error) {
      if (isNothing((cell ?? '').trim())) throw error;
      return this.#failed(column, error) ?? '';
    }
  }

  #failed(column: string, error: unknown): null {
    if (!(error instanceof BillProblem)) throw error;
    this.wrong(`${column} ${error.message}`);
    return null;
  }

  /**
   * An amount as a decimal: signs of currencies, what separates thousands and an exponent are taken, parentheses and a minus
   * make it negative. Nothing counts as 0.
   */
  amount(cell: string | undefined, column: string): string {
    const written = (cell ?? '').trim();
    if (isNothing(written)) return '0';
    const { decimalSign } = this.#reading;
    const amount = readNumber(written, decimalSign);
    if (amount !== null) return amount;
    const isOther = readNumber(written, OTHER_SIGN[decimalSign]) !== null;
    const why = isOther ? `: the other amounts have ${SIGN_WORDS[decimalSign]}.` : '.';
    this.wrong(`${column} '${shown(written)}' is no amount${why}`);
    return '0';
  }

  /** A day as YYYY-MM-DD; null where there is none. */
  day(cell: string | undefined, column: string): string | null {
    const text = (cell ?? '').trim();
    if (isNothing(text)) return null;
    const known = this.#days.get(text);
    if (known !== undefined) return known;
    const day = this.#dayOf(text);
    if (day === null) {
      this.wrong(`${column} '${shown(text)}' is no day${this.#why(text)}`);
      return null;
    }
    if (this.#days.size < MOST_DAYS) this.#days.set(text, day);
    return day;
  }

  #dayOf(text: string): string | null {
    const { dateOrder } = this.#reading;
    if (!isNumericDay(text)) return readDay(text, 'month_first') ?? serialDay(text, this.#is1904);
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
      ? 'No currency is given, neither by the file nor with currency=.'
      : `'${text.slice(0, 20).toWellFormed()}' is no currency.`,
  );
}

/** Whether an amount is not nothing. */
export const isSome = (amount: string): boolean => /[1-9]/.test(amount.split(/e/i)[0] ?? '');
