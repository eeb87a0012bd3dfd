import type { Cloud } from '#kernel/billing/runs.ts';
import { BillProblem, type InvoiceOfLine } from './bill-line.ts';

/** An invoice that lines of a file belong to. */
export interface FoundInvoice {
  cloud: Cloud | null;
  /** By which it is known again. */
  key: string;
  /** Its number; null where the file has none. */
  number: string | null;
  /** Its billing account and month, where numbers come later; its key, as long as it has none. */
  bill: string | null;
  /** Its key in an earlier version, where that was another one. */
  formerKey: string | null;
  currency: string;
  /** The first day of the period that its first line was billed in; null where the file does not say. */
  period: string | null;
  /** Its total as the file states it, as a decimal. */
  stated: string | null;
  invoiceDate: string | null;
  dueDate: string | null;
  /** The earlier invoices that its lines are refunds of, the first ones. */
  refundOf: string[];
}

/** An invoice as long as lines are read; lines name it by its place in the list. */
export interface InvoiceSoFar extends Omit<InvoiceOfLine, 'refundOf'> {
  n: number;
  stated: string | null;
  refundOf: Set<string>;
}

const MOST_INVOICES = 10_000;
/** So many are kept of the earlier invoices that refunds in one are of. */
const MOST_REFUNDED = 20;

/** The invoices of a file, found in its lines one after the other. */
export class FoundInvoices {
  readonly #all: InvoiceSoFar[] = [];
  readonly #byKey = new Map<string, InvoiceSoFar>();
  /** The last one of each billing account that has no number. */
  readonly #unnumbered = new Map<string, InvoiceSoFar>();
  #last: { line: InvoiceOfLine; invoice: InvoiceSoFar } | null = null;

  /** The invoice of a line. @throws {BillProblem} for a line without one, and for too many */
  of(line: InvoiceOfLine): InvoiceSoFar {
    // Most lines are of the invoice of the line above.
    if (!this.#last || !isSameInvoice(this.#last.line, line))
      this.#last = { line, invoice: this.#find(line) };
    const { invoice } = this.#last;
    const { refundOf } = line;
    if (refundOf && refundOf !== line.number && invoice.refundOf.size < MOST_REFUNDED)
      invoice.refundOf.add(refundOf);
    return invoice;
  }

  /** The invoice of a line of amortised costs, among those that are billed: one that has no number there may be the only one. */
  billed(line: InvoiceOfLine): InvoiceSoFar | null {
    const { number, billingAccount, period, cloud, currency } = line;
    const known = this.#byKey.get(keyOf(line, number ?? billOf(billingAccount, period)));
    if (known) return known;
    const [only, ...others] = this.#all.filter((one) => one.cloud === cloud && one.currency === currency);
    return only && others.length === 0 && (number === null || only.number === null) ? only : null;
  }

  /**
   * All of them, once every line was read.
   * @param numbersLate whether those without a number may have one later
   * @param month the first day of the month that is charged, where a person stated it: for lines without a period
   */
  list(numbersLate: boolean, month: string | null): FoundInvoice[] {
    const [first] = this.#all.flatMap(({ period }) => period ?? []).toSorted();
    return this.#all.map((invoice) => {
      const { cloud, number, billingAccount, formerAccount, period, currency, stated } = invoice;
      const billed = period ?? first ?? month;
      const bill = billOf(billingAccount, billed);
      const isBill = numbersLate && billingAccount !== '' && billed !== null;
      return {
        cloud,
        key: number ?? bill,
        number,
        bill: isBill ? bill : null,
        formerKey: formerAccount ? billOf(formerAccount, billed) : null,
        currency,
        period,
        stated,
        invoiceDate: null,
        dueDate: null,
        refundOf: [...invoice.refundOf],
      };
    });
  }

  #find(line: InvoiceOfLine): InvoiceSoFar {
    const { number, billingAccount, period } = line;
    const name = number ?? billOf(billingAccount, period);
    if (name === '') throw new BillProblem('it names neither an invoice nor a billing account.');
    const key = keyOf(line, name);
    const known = this.#byKey.get(key) ?? (number === null ? this.#ofSameAccount(line) : undefined);
    if (known) {
      known.period ??= period;
      this.#byKey.set(key, known);
      return known;
    }
    if (this.#all.length >= MOST_INVOICES)
      throw new BillProblem(`The file has more than ${MOST_INVOICES} invoices.`, 413);
    const found = { ...line, stated: null, refundOf: new Set<string>(), n: this.#all.length + 1 };
    this.#all.push(found);
    this.#byKey.set(key, found);
    if (number === null) this.#unnumbered.set(keyOf(line, billingAccount), found);
    return found;
  }

  /** Rows of sums, tax and credits may leave the period out that the others have. */
  #ofSameAccount(line: InvoiceOfLine): InvoiceSoFar | undefined {
    const other = this.#unnumbered.get(keyOf(line, line.billingAccount));
    return line.period === null || other?.period === null ? other : undefined;
  }
}

const billOf = (billingAccount: string, period: string | null): string =>
  [billingAccount, period?.slice(0, 7) ?? ''].filter(Boolean).join('-');

/** Providers write one id now in capitals and now not. */
const keyOf = ({ cloud, currency }: InvoiceOfLine, name: string): string =>
  `${cloud ?? ''} ${currency} ${name}`.toLowerCase();

const isSameInvoice = (one: InvoiceOfLine, other: InvoiceOfLine): boolean =>
  one.number === other.number &&
  one.period === other.period &&
  one.currency === other.currency &&
  one.billingAccount === other.billingAccount &&
  one.cloud === other.cloud;
