import { listed } from '#kernel/written.ts';
import { BillProblem, type InvoiceOfLine } from './bill-line.ts';

/** A part of a bill, and the rows of the whole bill that are its own. */
export interface ReadPart {
  name: string;
  /** The id of the file that it is in; null where it is not needed. */
  file: string | null;
  /** Rows below the header. */
  rows: number;
  first: number;
  last: number;
  /** Whether it has the amortised costs of what the parts before it bill. */
  amortised: boolean;
}

/** A part of a bill once all of it was read. */
export type BillPartSummary =
  | ({ state: 'read' } & ReadPart)
  /** Its bytes are those of a part before it, so that it counts once. */
  | ({ state: 'repeated'; sameAs: string } & Pick<ReadPart, 'name' | 'file' | 'amortised'>)
  /** A manifest names it, and it is not there. */
  | { state: 'missing'; name: string };

/** The details of the parts of a bill as they are read one after the other; all of them are of one currency and month. */
export class PartFacts {
  readonly #parts: ReadPart[] = [];
  #before: Facts = { currencies: new Set(), months: new Set() };
  #own: Facts = { currencies: new Set(), months: new Set() };
  #rows = 0;
  #first = 1;
  #last: InvoiceOfLine | null = null;

  /** Takes a row below the header. */
  row(): void {
    this.#rows += 1;
  }

  /** Takes the invoice of a line. */
  line(invoice: InvoiceOfLine): void {
    if (this.#last?.currency === invoice.currency && this.#last.period === invoice.period) return;
    this.#last = invoice;
    this.#own.currencies.add(invoice.currency);
    if (invoice.period !== null) this.#own.months.add(invoice.period.slice(0, 7));
  }

  /** Ends a part at the last of its rows, counted through the bill. @throws {BillProblem} where it is of another currency or month than those before it */
  end({ name, file, last, amortised }: Pick<ReadPart, 'name' | 'file' | 'last' | 'amortised'>): void {
    refuseOther('currency', this.#own.currencies, this.#before.currencies);
    refuseOther('month', this.#own.months, this.#before.months);
    this.#parts.push({ name, file, rows: this.#rows, first: this.#first, last, amortised });
    this.#before = {
      currencies: new Set([...this.#before.currencies, ...this.#own.currencies]),
      months: new Set([...this.#before.months, ...this.#own.months]),
    };
    this.#own = { currencies: new Set(), months: new Set() };
    this.#rows = 0;
    this.#first = last + 1;
    this.#last = null;
  }

  get parts(): readonly ReadPart[] {
    return this.#parts;
  }
}

interface Facts {
  currencies: Set<string>;
  months: Set<string>;
}

function refuseOther(what: string, own: ReadonlySet<string>, before: ReadonlySet<string>): void {
  if (own.size === 0 || before.size === 0 || [...own].some((each) => before.has(each))) return;
  throw new BillProblem(
    `Its ${what} is ${listed([...own].toSorted())}, and that of the parts before it is ${listed([...before].toSorted())}. ` +
      'Please send the parts of one bill alone.',
  );
}
