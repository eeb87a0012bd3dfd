import { parseWrittenDay } from '../dates.ts';

/**
 * Days as files write them. 03/04/2026 is in March where the month comes first and in April where the day does, so the days
 * of a file are read in one order, which all of them decide together.
 */
export const DATE_ORDERS = ['month_first', 'day_first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Two numbers of at most two digits and a year, with a time or without. */
const NUMERIC =
  /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:,?[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?(?: ?(?:UTC|Z))?)?$/i;
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})$/;
/** Days since 30 December 1899, from the year 2000 to 2099, with a time or without. */
const SERIAL = /^(\d{5})(?:[.,]\d+)?$/;
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_050];
const SERIAL_BEGIN = Date.UTC(1899, 11, 30);
/** So many days later those of workbooks are counted that begin with 1904. */
const LATER_1904 = 1462;
const DAY_MS = 86_400_000;

const two = (number: string) => number.padStart(2, '0');

/** The day of a numeric date in an order; null where the calendar has none. A point between the numbers puts the day first. */
function numericDay(text: string, order: DateOrder): string | null {
  const [, first = '', sign, second = '', year] = NUMERIC.exec(text) ?? [];
  if (year === undefined) return null;
  const isMonthFirst = order === 'month_first' && sign !== '.';
  const [month, day] = isMonthFirst ? [first, second] : [second, first];
  return parseWrittenDay(`${year}-${two(month)}-${two(day)}`);
}

/** Whether a text is a numeric date whose order matters. */
export const isNumericDay = (text: string): boolean => NUMERIC.test(text);

/** The day of a text that needs no order: ISO 8601, 20260329, 29-Mar-2026; null for any other. */
function plainDay(text: string): string | null {
  const compact = COMPACT.exec(text);
  if (compact) return parseWrittenDay(`${compact[1]}-${compact[2]}-${compact[3]}`);
  return parseWrittenDay(text.replace(/ ?UTC$/, '').replace(/^(\d{4})\/(\d{2})\/(\d{2})/, '$1-$2-$3'));
}

/**
 * The day that a spreadsheet keeps as a number, such as 46110; null for what is none.
 * @param is1904 whether it counts days from 1904, by which 46110 is 44648
 */
export function serialDay(text: string, is1904 = false): string | null {
  const serial = Number(SERIAL.exec(text)?.[1] ?? 0) + (is1904 ? LATER_1904 : 0);
  if (serial < FIRST_SERIAL || serial > LAST_SERIAL) return null;
  return new Date(SERIAL_BEGIN + serial * DAY_MS).toISOString().slice(0, 10);
}

/** The day of a trimmed text, in the order of its file; null for what is no day. */
export const readDay = (text: string, order: DateOrder): string | null =>
  isNumericDay(text) ? numericDay(text, order) : plainDay(text);

/** A cell that is one day with the month first and another one with the day first. */
export interface TwoDays {
  text: string;
  monthFirst: string;
  dayFirst: string;
}

/** Both days that a text is; null where it is one at most. */
export function twoDays(text: string): TwoDays | null {
  const [monthFirst, dayFirst] = [readDay(text, 'month_first'), readDay(text, 'day_first')];
  return monthFirst === null || dayFirst === null || monthFirst === dayFirst
    ? null
    : { text, monthFirst, dayFirst };
}

/** The facts known of one order. */
class Candidate {
  readonly order: DateOrder;
  /** A date that is no day in this order. */
  against: string | null = null;
  /** The months of days that are not the beginning of a period; no more than two are kept. */
  readonly months = new Set<string>();
  /** The months of the first days of billing periods. */
  readonly periods = new Set<string>();

  constructor(order: DateOrder) {
    this.order = order;
  }
}

/** Decides in which order the days of a file, or of a column, are read. */
export class DateOrders {
  /** In which order the source of the file writes dates, where that is known: it counts where no date settles it. */
  documented: DateOrder | null = null;
  readonly #both: Record<DateOrder, Candidate> = {
    month_first: new Candidate('month_first'),
    day_first: new Candidate('day_first'),
  };
  #hasDates = false;
  #open: TwoDays | null = null;
  #byPeriod: DateOrder | null = null;
  readonly #periods = new Set<string>();

  /**
   * Takes a date into account.
   * @param what `period` for the first day of a billing period, which is the first of a month; `day` for one of a bill that
   * is of one month
   */
  note(written: string, what: 'day' | 'period' | 'other' = 'other'): void {
    const text = written.trim();
    if (!isNumericDay(text)) return;
    const monthFirst = numericDay(text, 'month_first');
    const dayFirst = numericDay(text, 'day_first');
    if (monthFirst === null && dayFirst === null) return;
    this.#hasDates = true;
    const { month_first: byMonth, day_first: byDay } = this.#both;
    if (monthFirst === null || NUMERIC.exec(text)?.[2] === '.') byMonth.against ??= text;
    if (dayFirst === null) byDay.against ??= text;
    if (monthFirst === null || dayFirst === null) return;
    if (what === 'period') {
      const begins = [monthFirst.endsWith('-01'), dayFirst.endsWith('-01')];
      if (begins[0] !== begins[1]) {
        this.#byPeriod ??= begins[0] ? 'month_first' : 'day_first';
        byMonth.periods.add(monthFirst.slice(0, 7));
        byDay.periods.add(dayFirst.slice(0, 7));
      } else if (monthFirst === dayFirst) this.#periods.add(monthFirst.slice(0, 7));
    } else if (what === 'day') {
      if (byMonth.months.size < 2) byMonth.months.add(monthFirst.slice(0, 7));
      if (byDay.months.size < 2) byDay.months.add(dayFirst.slice(0, 7));
    }
    if (monthFirst !== dayFirst) this.#open ??= { text, monthFirst, dayFirst };
  }

  /** Whether there was a date whose numbers may have two orders. */
  get hasDates(): boolean {
    return this.#hasDates;
  }

  /** The order, as soon as a date has settled it; in which other dates may be none. */
  get settled(): DateOrder | null {
    if (this.#both.month_first.against !== null) return 'day_first';
    if (this.#both.day_first.against !== null) return 'month_first';
    // A period that does not begin with a month, such as 01/04/2026 of Azure, looks like one of the other order.
    const isOther = this.documented !== null && this.#byPeriod !== this.documented;
    return isOther ? null : this.#byPeriod;
  }

  /** Two dates of which one has the day first and the other one the month; null where no two differ so. */
  get against(): [dayFirst: string, monthFirst: string] | null {
    const { month_first: byMonth, day_first: byDay } = this.#both;
    return byMonth.against !== null && byDay.against !== null ? [byMonth.against, byDay.against] : null;
  }

  /** The order once all dates were seen; null where two are left. */
  get order(): DateOrder | null {
    if (this.settled !== null) return this.settled;
    if (this.documented !== null)
      return this.#isOtherThan(this.documented) ? this.#byPeriod : this.documented;
    if (this.#open === null) return 'month_first';
    const fitting = Object.values(this.#both).filter((one) => this.#isOfOneMonth(one));
    return fitting.length === 1 ? (fitting[0]?.order ?? null) : null;
  }

  /** The first date that is two days, where nothing settles which. */
  get open(): TwoDays | null {
    return this.order === null ? this.#open : null;
  }

  /** Whether periods and days together have another order than the documented one, as what a spreadsheet has saved may. */
  #isOtherThan(documented: DateOrder): boolean {
    const byPeriod = this.#byPeriod && this.#both[this.#byPeriod];
    return byPeriod !== null && this.#isOfOneMonth(byPeriod) && !this.#isOfOneMonth(this.#both[documented]);
  }

  /** A bill is of one month: in the wrong order its days are spread over many. */
  #isOfOneMonth({ months, periods }: Candidate): boolean {
    return new Set([...months, ...periods, ...this.#periods]).size === 1;
  }
}

/** Both readings of a date, and how to say which is meant, as a sentence. */
export const whichDay = (column: string, { text, monthFirst, dayFirst }: TwoDays): string =>
  `${column} '${text}' is ${monthFirst} with the month first and ${dayFirst} with the day first, and no other date of the file settles which. Send the file again with date_order=month_first or date_order=day_first.`;

/** That dates of a file have both orders, as a sentence. */
export const mixedDays = ([dayFirst, monthFirst]: readonly [string, string]): string =>
  `'${dayFirst}' has the day first and '${monthFirst}' the month, so the dates of the file are ambiguous. Send it as its source gives it.`;
