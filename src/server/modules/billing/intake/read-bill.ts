import type { BillProvider } from '#kernel/billing/runs.ts';
import type { OtherEncoding } from '#kernel/csv/decode-text.ts';
import type { DateOrder } from '#kernel/reading/days.ts';
import type { DecimalSign } from '#kernel/reading/numbers.ts';
import type { SheetRow } from '#server/platform/files/tables/sheet-rows.ts';
import { AccountTags, type FoundTag } from './account-tags.ts';
import { BelievedIds, unbelievable } from './believed-cells.ts';
import { BillProblem, type BillLine, type InvoiceOfLine } from './bill-line.ts';
import { CellValues, isSome, type FileReading } from './cells.ts';
import { CommitmentSums, type AmortisedTotal, type FoundCommitment } from './commitment-sums.ts';
import { MOST_COLUMNS, type RowTaker } from './csv-rows.ts';
import { FoundInvoices, type FoundInvoice, type InvoiceSoFar } from './found-invoices.ts';
import { Columns, type BillFormat, type FileFacts, type RowReader } from './format.ts';
import { PartFacts, type BillPartSummary, type ReadPart } from './part-facts.ts';
import { MOST_PREAMBLE, recognise, unrecognised } from './recognise.ts';
import type { TagKeys } from './tag-columns.ts';
import { TagGaps, type CellReader } from './tag-gaps.ts';
import { WrongCells } from './wrong-cells.ts';

/** What the person told of a file. */
export interface ToldOfFile {
  provider: BillProvider;
  /** Where the file has none. */
  currency: string | null;
  /** The invoice number, where the file has none. */
  reference: string | null;
  /** The first day of the month that is charged; null where the file tells it. */
  month: string | null;
  /** How the demanded tags are spelled. */
  tagKeys: TagKeys;
  /** Of text that is no Unicode; null where nobody said. */
  encoding: OtherEncoding | null;
  /** Of its amounts and of its dates; null where the file settles it. */
  decimalSign: DecimalSign | null;
  dateOrder: DateOrder | null;
  /** Whether it is read again for a run that has its lines, and that may be of before accounts of AWS without their zeros were refused. */
  wasAccepted?: boolean;
}

/** What is known of a file once all of it was read; lines name their invoice by its place in the list. */
export interface BillSummary {
  format: string;
  lines: number;
  invoices: FoundInvoice[];
  /** What tags say of accounts. */
  tags: FoundTag[];
  /** What its lines say of reservations and savings plans; null where that is too much to be kept. */
  commitments: FoundCommitment[] | null;
  /** What lines of amortised costs come to, which are none of the lines. */
  amortised: AmortisedTotal[];
  /** The demanded tags by the bits of what lines lack; empty where the file tells no tags. */
  tagNames: readonly string[];
  /** What it consists of. */
  parts: readonly BillPartSummary[];
}

/** What the first rows of a bill tell. */
export interface BillBegin {
  format: string;
  invoices: FoundInvoice[];
}

const MOST_LINES = 100_000_000;
const PORTION = 262_144;

/** Reads the rows of a bill, whatever file they come from, into lines as PostgreSQL's COPY takes them. */
export class BillReader implements RowTaker {
  readonly #told: ToldOfFile;
  /** Of the part that is read. */
  #wrong = new WrongCells();
  #values: CellValues;
  #numbers: ReadonlySet<number> = new Set();
  readonly #preamble = new Map<string, string>();
  #first: (readonly string[])[] = [];
  #format: BillFormat | null = null;
  /** Null until the header was read, of each part anew. */
  #read: RowReader | null = null;
  #header: string | null = null;
  #tags: AccountTags | null = null;
  #gaps: TagGaps | null = null;
  readonly #commitments = new CommitmentSums();
  readonly #invoices = new FoundInvoices();
  readonly #ids = new BelievedIds();
  /** The names of the columns, and the row where they stand. */
  #names: readonly string[] = [];
  #headerRow = 0;
  readonly #parts = new PartFacts();
  #isAmortised = false;
  #row = 0;
  /** The rows of the parts before. */
  #before = 0;
  #lines = 0;
  #width = 0;
  /** The cells of the header up to the last one with a name: spreadsheets write empty ones behind it. */
  #named = 0;
  #wanted: readonly number[] | null = null;
  #needed: readonly number[] | null = null;
  #held: string[] = [];
  #heldLength = 0;

  /** @param reading how amounts and dates are read, as all of the file decides it */
  constructor(told: ToldOfFile, reading: FileReading) {
    this.#told = told;
    this.#values = this.#valuesOf(reading);
  }

  #valuesOf(reading: FileReading): CellValues {
    return new CellValues(reading, (sentence) => this.#note(sentence));
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

  /** Says which columns of the part have numbers of the file's own, before its header comes. */
  numbersAt(places: ReadonlySet<number>): void {
    this.#numbers = places;
  }

  /**
   * Takes the next row; empty ones count. What is wrong with cells is told when the part ends.
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
    for (const { column, said } of problems) this.#note(`${this.#names[column]} ${said}`);
    // What cannot be believed is not read as well.
    if (problems.length > 0) return;
    this.#row -= 1;
    this.take(row.cells);
  }

  /** Lines in the text format of COPY, as soon as there are many; null until then. */
  portion(): string | null {
    return this.#heldLength >= PORTION ? this.rest() : null;
  }

  /** The lines that no portion had yet; null where there are none. */
  rest(): string | null {
    if (this.#held.length === 0) return null;
    const text = this.#held.join('');
    this.#held = [];
    this.#heldLength = 0;
    return text;
  }

  /**
   * Ends a part of a bill.
   * @param isWhole whether all of its rows were read
   * @throws {BillProblem} where it is no bill, of another one than those before, or has cells that are wrong
   */
  endPart(name: string, isWhole = true): void {
    if (!this.#read) throw unrecognised(this.#first, this.#told.provider);
    if (this.#wrong.count > 0) throw this.#wrong.problem(isWhole ? null : this.#row - this.#before);
    this.#parts.end(name, this.#row, this.#isAmortised);
  }

  /**
   * Begins another part, which has a header of its own.
   * @param reading how the cells of this part are read
   * @param amortised whether it has the amortised costs of what the parts before it bill
   */
  nextPart(reading: FileReading, amortised = false): void {
    this.#isAmortised = amortised;
    this.#values = this.#valuesOf(reading);
    this.#wrong = new WrongCells();
    this.#numbers = new Set();
    this.#read = null;
    this.#wanted = null;
    this.#needed = null;
    this.#width = 0;
    this.#preamble.clear();
    this.#before = this.#row;
  }

  /** Whether the header of the part was read. */
  get isBegun(): boolean {
    return this.#read !== null;
  }

  /** The parts that were read. */
  get parts(): readonly ReadPart[] {
    return this.#parts.parts;
  }

  /** What is known as long as only the first rows were read. @throws {BillProblem} for a file that was not recognised */
  begin(): BillBegin {
    if (!this.#format) throw unrecognised(this.#first, this.#told.provider);
    const { name, numbersLate } = this.#format;
    return { format: name, invoices: this.#invoices.list(numbersLate === true, this.#told.month) };
  }

  /** @throws {BillProblem} for a file that was not recognised, or charges nothing */
  summary(): BillSummary {
    if (!this.#format) throw unrecognised(this.#first, this.#told.provider);
    if (this.#lines === 0) throw new BillProblem('The file has no line that charges anything.');
    const format = this.#format;
    const invoices = this.#invoices.list(format.numbersLate === true, this.#told.month);
    const [only, ...others] = invoices;
    // What stands above the header is of no row.
    this.#read = null;
    // It is about its part.
    if (only && others.length === 0 && this.parts.length === 1) {
      only.stated ??= format.statedBy?.(this.#facts()) ?? null;
      const dates = format.dates?.(this.#facts());
      only.invoiceDate = dates?.invoice ?? null;
      only.dueDate = dates?.due ?? null;
    }
    return {
      format: format.name,
      lines: this.#lines,
      invoices,
      tags: this.#tags?.found() ?? [],
      commitments: this.#commitments.found(),
      amortised: this.#commitments.amortised(),
      tagNames: this.#gaps?.names ?? [],
      parts: this.parts.map((part) => ({ state: 'read', ...part })),
    };
  }

  #facts(): FileFacts {
    const { currency, reference, wasAccepted = false } = this.#told;
    return {
      preamble: this.#preamble,
      currency,
      reference,
      values: this.#values,
      isAmortised: this.#isAmortised,
      // Zeros that are lacking were put back when it was accepted.
      isNumber: (place) => wasAccepted || this.#numbers.has(place),
    };
  }

  #begin(cells: readonly string[]): void {
    const format = recognise(cells, this.#told.provider);
    if (!format) {
      this.#first.push(cells);
      addPreamble(this.#preamble, cells);
      if (this.#first.length > MOST_PREAMBLE) throw unrecognised(this.#first, this.#told.provider);
      return;
    }
    this.#first = [];
    this.#width = cells.length;
    this.#named = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
    if (this.#format && this.#format !== format)
      throw new BillProblem(
        `It is a file of ${format.label}, and the parts before it are of ${this.#format.label}. Please send the parts of one bill alone.`,
      );
    this.#format = format;
    const columns = new Columns(cells);
    this.#names = columns.names;
    this.#headerRow = this.#row;
    const header = columns.names.join('\n').toLowerCase();
    this.#header ??= header;
    // What is read of amortised costs is in all versions of an export.
    if (header !== this.#header && !this.#isAmortised)
      throw new BillProblem(
        'Its columns are not those of the parts before it. Please send the parts of one bill alone.',
      );
    this.#read = format.reader(columns, this.#facts());
    this.#tags ??= new AccountTags(columns.english, this.#told.tagKeys);
    this.#gaps ??= new TagGaps(columns.english, this.#told.tagKeys);
    this.#wanted = format.readsAll ? null : columns.found;
    const aside = [...columns.asides, ...this.#tags.places, ...this.#gaps.places];
    this.#needed = this.#wanted && [...new Set([...this.#wanted, ...aside])];
  }

  #line(cells: readonly string[], read: RowReader, cell: CellReader): void {
    this.#parts.row();
    // Rows with sums may be shorter; a row that was cut is shorter than the place of its amount.
    if (cells.length > this.#width && cells.slice(this.#width).some((cell) => cell.trim() !== ''))
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
      this.#ids.look(row, cells, this.#names, this.#values.wrong);
      // What was answered in the place of a wrong cell is no line.
      if (this.#wrong.count > before) return;
      invoice = row && this.#invoiceOf(row.invoice);
    } catch (error) {
      if (!(error instanceof BillProblem) || error.status !== 422) throw error;
      this.#note(error.message);
      throw this.#wrong.problem(null);
    }
    if (row === null || invoice === null) return;
    this.#parts.line(row.invoice);
    if ('stated' in row) {
      invoice.stated = row.stated;
      return;
    }
    if (this.#isAmortised) {
      this.#commitments.takeAmortised(invoice.n, row);
      return;
    }
    // What a commitment covers may cost nothing, and was paid with the commitment.
    if (row.commitment && row.account !== null)
      this.#commitments.take(invoice.n, row.account, row.amount, row.commitment);
    if (isSome(row.amount)) {
      // What costs nothing is charged to nobody; a bill may have as many of them as of others.
      this.#keep(row, invoice.n, this.#gaps?.of(cell) ?? null);
      if (row.account !== null) this.#tags?.take(row.account, cell.text);
    }
  }

  /** @throws {BillProblem} for amortised costs of an invoice that the run does not have */
  #invoiceOf(line: InvoiceOfLine): InvoiceSoFar {
    if (!this.#isAmortised) return this.#invoices.of(line);
    const billed = this.#invoices.billed(line);
    if (billed) return billed;
    throw new BillProblem(
      `its invoice, ${line.number ?? line.billingAccount}, is none of those that the run bills.`,
    );
  }

  /** Google's rows with sums end with the amount, or leave out what is empty. */
  #isShortSum(cells: readonly string[]): boolean {
    return this.#format?.hasShortSums === true && cells.filter((cell) => cell.trim() !== '').length <= 3;
  }

  #keep(
    { account, kind, amount, day, service, description }: BillLine,
    invoice: number,
    lacks: number | null,
  ): void {
    if (this.#wrong.count > 0) return;
    this.#lines += 1;
    if (this.#lines > MOST_LINES) throw new BillProblem(`The file has more than ${MOST_LINES} lines.`, 413);
    const text = `${this.#row}\t${invoice}\t${copied(account)}\t${kind}\t${amount}\t${day ?? '\\N'}\t${copied(service)}\t${copied(description)}\t${lacks ?? '\\N'}\n`;
    this.#held.push(text);
    this.#heldLength += text.length;
  }

  /** Notes what is wrong with the row that is read. @throws {BillProblem} for what stands above the header */
  #note(sentence: string): void {
    if (!this.#read) throw new BillProblem(sentence);
    this.#wrong.note(this.#row - this.#before, sentence);
  }
}

/** Keeps a row above the header, `label,value`, by its label in lower case. */
export function addPreamble(
  preamble: Map<string, string>,
  [label = '', value = '']: readonly string[],
): void {
  if (label.trim() !== '') preamble.set(label.trim().replace(/:$/, '').toLowerCase(), value.trim());
}

/** Reads cells that are texts already. */
function readerOf(cells: readonly string[]): CellReader {
  const text = (place: number) => cells[place] ?? '';
  return { text, made: (place, _memory, make) => make(text(place)) };
}

const SPECIAL: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text as COPY reads it. */
function copied(text: string | null): string {
  if (text === null) return '\\N';
  return /[\\\n\r\t]/.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (sign) => SPECIAL[sign] ?? sign) : text;
}
