import type { FieldError } from '#kernel/errors.ts';
import { DateOrders, isNumericDay, mixedDays, readDay, whichDay } from '#kernel/reading/days.ts';
import { NumberColumn, whichNumber } from '#kernel/reading/numbers.ts';
import { BillProblem } from './bill-line.ts';
import { CellValues, type FileReading } from './cells.ts';
import { Columns } from './format.ts';
import type { TextTaker } from './part-rows.ts';
import type { ReadOptions } from './read-options.ts';
import { addPreamble, recognise } from './recognise.ts';

/** Reads what decides nothing. */
const PLAIN: FileReading = { decimalSign: '.', dateOrder: 'month_first' };

/** Of a file above its header: what is an amount there. */
const IS_AMOUNT = /\b(?:amount|total)\b/;

/**
 * Goes through the amounts and dates of a bill before they are read, since a cell alone does not say what it is: 12,345 is
 * twelve thousand or twelve, and 03/04/2026 in March or in April. It takes rows until each column has settled how it is read.
 */
export class ReadingScan implements TextTaker {
  readonly #options: ReadOptions;
  readonly #preamble = new Map<string, string>();
  readonly #orders = new DateOrders();
  #amounts = new NumberColumn();
  #columns: Columns | null = null;
  #isKnown = false;
  /** The places of columns that have not settled it. */
  #open = new Set<number>();
  #wanted: readonly number[] | null = null;
  #width = 0;
  /** The columns of the first amount and of the first date that leave it open. */
  #named: { amount: string | null; date: string | null } = { amount: null, date: null };

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  get wanted(): readonly number[] | null {
    return this.#wanted;
  }

  get width(): number {
    return this.#width;
  }

  /** Whether the rows that are left change nothing. */
  get isSettled(): boolean {
    return this.#isKnown && this.#open.size === 0;
  }

  /** Takes the delimiter of the file. */
  separatedBy(delimiter: string): void {
    if (this.#isKnown) return;
    // People whose spreadsheets write semicolons have decimal commas, and may have points between thousands.
    this.#amounts = new NumberColumn(delimiter === ';');
  }

  /** Takes the next row. @throws {BillProblem} for a header of another provider */
  take(cells: readonly string[]): void {
    if (this.#columns === null) this.#begin(cells);
    else if (this.#open.size > 0) this.#note(cells, this.#columns);
  }

  /** Ends a part of a bill: what it has settled, it settles for those behind it. */
  endPart(): void {
    this.#columns = null;
    this.#wanted = null;
    this.#width = 0;
  }

  /** How the file is read. @throws {BillProblem} with a question, where two readings are left */
  reading(): FileReading {
    const { decimalSign, dateOrder } = this.#options;
    const fields: FieldError[] = [];
    const { open } = this.#amounts;
    if (open && decimalSign === null)
      fields.push({ field: 'decimal_sign', message: whichNumber(this.#named.amount ?? 'Amount', open) });
    const { against, open: openDay } = this.#orders;
    if (against && dateOrder === null) throw new BillProblem(mixedDays(against));
    if (openDay && dateOrder === null)
      fields.push({ field: 'date_order', message: whichDay(this.#named.date ?? 'Date', openDay) });
    if (fields.length > 0) throw new BillProblem(fields.map(({ message }) => message).join(' '), 422, fields);
    return {
      decimalSign: decimalSign ?? this.#amounts.sign,
      dateOrder: dateOrder ?? (this.#orders.hasDates ? this.#orders.order : null),
    };
  }

  #begin(cells: readonly string[]): void {
    const format = recognise(cells, this.#options.provider);
    if (!format) return addPreamble(this.#preamble, cells);
    const columns = new Columns(cells);
    const { currency, reference } = this.#options;
    format.reader(columns, {
      preamble: this.#preamble,
      currency,
      reference,
      values: new CellValues(PLAIN),
      isAmortised: false,
      isNumber: () => false,
    });
    this.#columns = columns;
    this.#orders.documented = format.dateOrder ?? null;
    if (!this.#isKnown) this.#open = new Set([...columns.amounts, ...columns.dates.keys()]);
    this.#isKnown = true;
    this.#width = cells.length;
    this.#wanted = format.readsAll ? null : [...columns.amounts, ...columns.dates.keys()];
    for (const [label, value] of this.#preamble) {
      this.#orders.note(value);
      if (IS_AMOUNT.test(label)) this.#amounts.note(value);
    }
  }

  #note(cells: readonly string[], columns: Columns): void {
    for (const place of this.#open) {
      const text = (cells[place] ?? '').trim();
      if (text === '' || text === 'NULL') continue;
      const name = columns.names[place] ?? '';
      const what = columns.dates.get(place);
      if (what === undefined) this.#noteAmount(text, name, place);
      else this.#noteDate(text, name, what, place);
    }
  }

  #noteAmount(text: string, name: string, place: number): void {
    this.#amounts.note(text);
    if (this.#amounts.open) this.#named.amount ??= name;
    if (this.#amounts.settled !== null) this.#open.delete(place);
  }

  #noteDate(text: string, name: string, what: 'day' | 'period' | 'other', place: number): void {
    const isNumeric = isNumericDay(text);
    if (isNumeric) {
      this.#orders.note(text, what);
      if (readDay(text, 'month_first') !== readDay(text, 'day_first')) this.#named.date ??= name;
    }
    if (!isNumeric || this.#orders.settled !== null) this.#open.delete(place);
  }
}
