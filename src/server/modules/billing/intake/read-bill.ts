import type { SheetRow } from '#server/platform/files/tables/sheet-rows.ts';
import type { FoundTag } from './account-tags.ts';
import { BelievedIds } from './believed-cells.ts';
import { BillProblem } from './bill-line.ts';
import type { FileReading } from './cells.ts';
import type { AmortisedTotal, FoundCommitment } from './commitment-sums.ts';
import type { RowTaker } from './csv-rows.ts';
import type { FoundInvoice } from './found-invoices.ts';
import type { BillFormat, Columns } from './format.ts';
import { PartFacts, type BillPartSummary, type ReadPart } from './part-facts.ts';
import { PartReader } from './part-reader.ts';
import type { PoolTag } from '../runs/rules.ts';
import type { CellReader } from './tag-gaps.ts';
import { TakenLines } from './taken-lines.ts';
import type { ReadOptions } from './read-options.ts';

/** The details of a file once all of it was read; lines name their invoice by its place in the list. */
export interface BillSummary {
  format: string;
  lines: number;
  invoices: FoundInvoice[];
  /** The tags of accounts. */
  tags: FoundTag[];
  /** Sums of its lines about reservations and savings plans; null where these are too many to be kept. */
  commitments: FoundCommitment[] | null;
  /** Sums of the amortised costs, which are none of the lines. */
  amortised: AmortisedTotal[];
  /** The demanded tags by the bits of what lines lack; empty where the file has no tags. */
  tagNames: readonly string[];
  /** The tags of pools that were looked for in each line, by their bits. */
  poolTags: readonly PoolTag[];
  /** Its parts. */
  parts: readonly BillPartSummary[];
}

/** The details that the first rows of a bill show. */
export interface BillBegin {
  format: string;
  invoices: FoundInvoice[];
}

/** Reads the parts of a bill one after the other, whatever files they come from, into lines as PostgreSQL's COPY takes them. */
export class BillReader implements RowTaker {
  readonly #options: ReadOptions;
  readonly #lines: TakenLines;
  readonly #ids = new BelievedIds();
  readonly #parts = new PartFacts();
  #format: BillFormat | null = null;
  /** The columns of the first part. */
  #header: string | null = null;
  /** The one that is read. */
  #part: PartReader;

  /** @param reading how amounts and dates are read, as all of the file decides it */
  constructor(options: ReadOptions, reading: FileReading) {
    this.#options = options;
    this.#lines = new TakenLines(options);
    this.#part = this.#partOf(reading, false, 0);
  }

  #partOf(reading: FileReading, isAmortised: boolean, before: number): PartReader {
    const recognised = (format: BillFormat, columns: Columns) =>
      this.#demandAlike(format, columns, isAmortised);
    const bill = {
      options: this.#options,
      lines: this.#lines,
      ids: this.#ids,
      facts: this.#parts,
      recognised,
    };
    return new PartReader(bill, { reading, isAmortised, before });
  }

  get width(): number {
    return this.#part.width;
  }

  get wanted(): readonly number[] | null {
    return this.#part.wanted;
  }

  /** As `PartReader.needed`. */
  get needed(): readonly number[] | null {
    return this.#part.needed;
  }

  /** As `PartReader.numbersAt`. */
  numbersAt(places: ReadonlySet<number>): void {
    this.#part.numbersAt(places);
  }

  /** As `PartReader.take`. @throws {BillProblem} */
  take(cells: readonly string[], cell?: CellReader): void {
    this.#part.take(cells, cell);
  }

  /** As `PartReader.takeAt`. @throws {BillProblem} */
  takeAt(row: SheetRow): void {
    this.#part.takeAt(row);
  }

  /** As `TakenLines.portion`. */
  portion(): string | null {
    return this.#lines.portion();
  }

  /** As `TakenLines.rest`. */
  rest(): string | null {
    return this.#lines.rest();
  }

  /**
   * Begins another part, which has a header of its own.
   * @param reading how the cells of this part are read
   * @param amortised whether it has the amortised costs of what the parts before it bill
   */
  nextPart(reading: FileReading, amortised = false): void {
    this.#part = this.#partOf(reading, amortised, this.#part.row);
  }

  /**
   * Ends a part of a bill.
   * @param isWhole whether all of its rows were read
   * @throws {BillProblem} where it is no bill, of another one than those before, or has cells that are wrong
   */
  endPart({ name, file = null }: { name: string; file?: string | null }, isWhole = true): void {
    this.#part.end(isWhole);
    this.#parts.end({ name, file, last: this.#part.row, amortised: this.#part.isAmortised });
  }

  /** Whether the header of the part was read. */
  get isBegun(): boolean {
    return this.#part.isBegun;
  }

  /** The parts that were read. */
  get parts(): readonly ReadPart[] {
    return this.#parts.parts;
  }

  /** The details that are known while only the first rows were read. @throws {BillProblem} for a file that was not recognised */
  begin(): BillBegin {
    const { name } = this.#recognised;
    return { format: name, invoices: this.#invoices() };
  }

  /** @throws {BillProblem} for a file that was not recognised, or charges nothing */
  summary(): BillSummary {
    const format = this.#recognised;
    const found = this.#lines.found();
    if (found.lines === 0) throw new BillProblem('The file has no line that charges anything.');
    const invoices = this.#invoices();
    const [only, ...others] = invoices;
    const facts = this.#part.factsAbove();
    // It is about its part.
    if (only && others.length === 0 && this.parts.length === 1) {
      only.stated ??= format.statedBy?.(facts) ?? null;
      const dates = format.dates?.(facts);
      only.invoiceDate = dates?.invoice ?? null;
      only.dueDate = dates?.due ?? null;
    }
    return {
      format: format.name,
      invoices,
      ...found,
      parts: this.parts.map((part) => ({ state: 'read', ...part })),
    };
  }

  get #recognised(): BillFormat {
    if (!this.#format) throw this.#part.unrecognised;
    return this.#format;
  }

  #invoices(): FoundInvoice[] {
    return this.#lines.invoices(this.#format?.numbersLate === true, this.#options.month);
  }

  /** @throws {BillProblem} for a part that is not of the bill of those before it */
  #demandAlike(format: BillFormat, columns: Columns, isAmortised: boolean): void {
    if (this.#format && this.#format !== format)
      throw new BillProblem(
        `It is a file of ${format.label}, and the parts before it are of ${this.#format.label}. Please send the parts of one bill alone.`,
      );
    this.#format = format;
    const header = columns.names.join('\n').toLowerCase();
    this.#header ??= header;
    // The columns that are read of amortised costs are in all versions of an export.
    if (header !== this.#header && !isAmortised)
      throw new BillProblem(
        'Its columns are not those of the parts before it. Please send the parts of one bill alone.',
      );
  }
}
