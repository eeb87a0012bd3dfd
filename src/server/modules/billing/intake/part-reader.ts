import type { SheetRow } from '#server/platform/files/tables/sheet-rows.ts';
import { type BelievedIds, unbelievable } from './believed-cells.ts';
import { BillProblem } from './bill-line.ts';
import { CellValues, type FileReading } from './cells.ts';
import { MOST_COLUMNS, type RowTaker } from './csv-rows.ts';
import type { InvoiceSoFar } from './found-invoices.ts';
import { Columns, type BillFormat, type FileFacts, type RowReader } from './format.ts';
import type { PartFacts } from './part-facts.ts';
import type { ReadOptions } from './read-options.ts';
import { addPreamble, MOST_PREAMBLE, recognise, unrecognised } from './recognise.ts';
import type { CellReader } from './tag-gaps.ts';
import type { TakenLines } from './taken-lines.ts';
import { WrongCells } from './wrong-cells.ts';

/** The bill that a part is of. */
interface BillOfPart {
  options: ReadOptions;
  lines: TakenLines;
  ids: BelievedIds;
  facts: PartFacts;
  /** Hears what a part is, once its header was read. @throws {BillProblem} where the parts before it are something else */
  recognised: (format: BillFormat, columns: Columns) => void;
}

/** The details of a part before its rows are read. */
interface BeforePart {
  /** How its cells are read. */
  reading: FileReading;
  /** Whether it has the amortised costs of what the parts before it bill. */
  isAmortised: boolean;
  /** The rows of the parts before. */
  before: number;
}

/** Takes the rows of one part of a bill, whatever file they come from: a header, the rows above it, and lines. */
export class PartReader implements RowTaker {
  readonly #bill: BillOfPart;
  /** Whether it has the amortised costs of what the parts before it bill. */
  readonly isAmortised: boolean;
  readonly #before: number;
  readonly #wrong = new WrongCells();
  readonly #values: CellValues;
  readonly #preamble = new Map<string, string>();
  readonly #above: (readonly string[])[] = [];
  #numbers: ReadonlySet<number> = new Set();
  #format: BillFormat | null = null;
  /** Null until the header was read, and again once all rows were. */
  #read: RowReader | null = null;
  /** The names of the columns, and the row that they are in. */
  #names: readonly string[] = [];
  #headerRow = 0;
  #row: number;
  #width = 0;
  /** The cells of the header up to the last one with a name: spreadsheets write empty ones behind it. */
  #named = 0;
  #wanted: readonly number[] | null = null;
  #needed: readonly number[] | null = null;

  constructor(bill: BillOfPart, { reading, isAmortised, before }: BeforePart) {
    this.#bill = bill;
    this.isAmortised = isAmortised;
    this.#before = before;
    this.#row = before;
    this.#values = new CellValues(reading, (sentence) => this.#note(sentence));
  }

  get width(): number {
    return this.#width;
  }

  get wanted(): readonly number[] | null {
    return this.#wanted;
  }

  /** The places of all that may be read of a row, now or then; null for every one. Known once the header is. */
  get needed(): readonly number[] | null {
    return this.#needed;
  }

  /** The last row that was taken, counted through all parts of the bill. */
  get row(): number {
    return this.#row;
  }

  /** Whether the header was read. */
  get isBegun(): boolean {
    return this.#read !== null;
  }

  /** The problem where no row was the header. */
  get unrecognised(): BillProblem {
    return unrecognised(this.#above, this.#bill.options.provider);
  }

  /** Says which columns have numbers of the file's own, before the header comes. */
  numbersAt(places: ReadonlySet<number>): void {
    this.#numbers = places;
  }

  /**
   * Takes the next row; empty ones count. Wrong cells are reported when the part ends.
   * @throws {BillProblem} that names the row where it is one
   */
  take(cells: readonly string[], cell = readerOf(cells)): void {
    this.#row += 1;
    if (cells.length > MOST_COLUMNS)
      throw new BillProblem(`The file has more than ${MOST_COLUMNS} columns.`, 413);
    if (cells.length <= 1 && (cells[0] ?? '').trim() === '') return;
    if (!this.#read) this.#begin(cells);
    else this.#line(cells, this.#read, cell);
  }

  /** Takes a row of a worksheet, which need not follow the one before. @throws {BillProblem} as `take` */
  takeAt(row: SheetRow): void {
    if (row.is1904) this.#values.countFrom1904();
    this.#row = row.row;
    const problems = this.#read ? unbelievable(row, this.#names, this.#wanted, this.#headerRow) : [];
    for (const { column, problem } of problems) this.#note(`${this.#names[column]} ${problem}`);
    // A row with cells that cannot be believed is not read.
    if (problems.length > 0) return;
    this.#row -= 1;
    this.take(row.cells);
  }

  /**
   * Ends the part.
   * @param isWhole whether all of its rows were read
   * @throws {BillProblem} where it is no bill, or has cells that are wrong
   */
  end(isWhole: boolean): void {
    if (!this.#read) throw this.unrecognised;
    if (this.#wrong.count > 0) throw this.#wrong.problem(isWhole ? null : this.#row - this.#before);
  }

  /** The rows above the header, once all rows were read: a problem in them belongs to no row, and is thrown. */
  factsAbove(): FileFacts {
    this.#read = null;
    return this.#facts();
  }

  #facts(): FileFacts {
    const { currency, reference, wasAccepted = false, isAmortised = false } = this.#bill.options;
    return {
      preamble: this.#preamble,
      currency,
      reference,
      values: this.#values,
      isAmortised: this.isAmortised || isAmortised,
      // Zeros that are lacking were put back when it was accepted.
      isNumber: (place) => wasAccepted || this.#numbers.has(place),
    };
  }

  #begin(cells: readonly string[]): void {
    const format = recognise(cells, this.#bill.options.provider);
    if (!format) {
      this.#above.push(cells);
      addPreamble(this.#preamble, cells);
      if (this.#above.length > MOST_PREAMBLE) throw this.unrecognised;
      return;
    }
    this.#width = cells.length;
    this.#named = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
    this.#format = format;
    const columns = new Columns(cells);
    this.#names = columns.names;
    this.#headerRow = this.#row;
    this.#bill.recognised(format, columns);
    this.#read = format.reader(columns, this.#facts());
    const ofTags = this.#bill.lines.beginPart(columns);
    this.#wanted = format.readsAll ? null : columns.found;
    this.#needed = this.#wanted && [...new Set([...this.#wanted, ...columns.asides, ...ofTags])];
  }

  #line(cells: readonly string[], read: RowReader, cell: CellReader): void {
    const { lines, ids, facts } = this.#bill;
    facts.row();
    // Rows with sums may be shorter; a row that was cut is shorter than the place of its amount.
    if (cells.length > this.#width && cells.slice(this.#width).some((one) => one.trim() !== ''))
      return this.#note(`it has ${cells.length} cells, and the header has ${this.#width}.`);
    if (cells.length < this.#named && !this.#isShortSum(cells))
      return this.#note(
        `it has ${cells.length} cells, and the header has ${this.#named}. The file may be cut off.`,
      );
    const before = this.#wrong.count;
    let row: ReturnType<RowReader>;
    let invoice: InvoiceSoFar | null;
    try {
      row = read(cells, cell.text);
      ids.look(row, cells, this.#names, this.#values.wrong);
      // A value in the place of a wrong cell makes no line.
      if (this.#wrong.count > before) return;
      invoice = row && lines.invoiceOf(row.invoice, this.isAmortised);
    } catch (error) {
      if (!(error instanceof BillProblem) || error.status !== 422) throw error;
      this.#note(error.message);
      throw this.#wrong.problem(null, error.fields);
    }
    if (row === null || invoice === null) return;
    facts.line(row.invoice);
    const isKept = this.#wrong.count === 0;
    lines.take(row, invoice, { row: this.#row, isAmortised: this.isAmortised, isKept }, cell);
  }

  /** Google's rows with sums end with the amount, or leave out what is empty. */
  #isShortSum(cells: readonly string[]): boolean {
    return this.#format?.hasShortSums === true && cells.filter((cell) => cell.trim() !== '').length <= 3;
  }

  /** Notes what is wrong with the row that is read. @throws {BillProblem} for the rows above the header */
  #note(sentence: string): void {
    if (!this.#read) throw new BillProblem(sentence);
    this.#wrong.note(this.#row - this.#before, sentence);
  }
}

/** Reads cells that are texts already. */
function readerOf(cells: readonly string[]): CellReader {
  const text = (place: number) => cells[place] ?? '';
  return { text, made: (place, _memory, make) => make(text(place)) };
}
