import type { Cloud } from '#kernel/billing/runs.ts';
import type { FieldError } from '#kernel/errors.ts';

/** Kinds of lines; purchases, support and fees are usage, and so are lines whose kind the file does not state. */
export type ChargeKind = 'usage' | 'tax' | 'credit' | 'adjustment' | 'rounding';

/** The details by which an invoice is identified, as one line of a file has them. */
export interface InvoiceOfLine {
  cloud: Cloud | null;
  /** Its number; null where the file has none. */
  number: string | null;
  /** Identifies it where it has no number. */
  billingAccount: string;
  /** The key that an earlier version gave it, where that was another one. */
  formerAccount?: string | null;
  /** The first day of the period that is billed, YYYY-MM-DD; null where the file does not say. */
  period: string | null;
  /** Such as EUR. */
  currency: string;
  /** The earlier invoice that the line is a refund of, where the file names it. */
  refundOf?: string | null;
}

/** The details of a line about the reservation or savings plan that it is about. */
export interface CommitmentOfLine {
  /** Identifies it at the provider. */
  id: string;
  /** Whether it is usage that the commitment covers; else it charges for the commitment, or for what of it nobody used. */
  used: boolean;
  /** Of used lines the amortised cost, of the others that of what nobody used; null where the file does not say it. */
  effective: string | null;
}

/** One line of a bill, whatever file it comes from. */
export interface BillLine {
  invoice: InvoiceOfLine;
  /**
   * The account, subscription or project id; the place of usage that the file gives no account for; null for what is of the
   * invoice as such, which is tax, a credit, an adjustment or rounding without an account.
   */
  account: string | null;
  kind: ChargeKind;
  /** A decimal as PostgreSQL reads it: never a float. */
  amount: string;
  /** YYYY-MM-DD */
  day: string | null;
  service: string | null;
  description: string | null;
  /** The reservation or savings plan that it is about, where it is about one. */
  commitment?: CommitmentOfLine | null;
}

/** A row of a file: a line, the total that the file states, or nothing that is charged. */
export type BillRow = BillLine | { stated: string; invoice: InvoiceOfLine } | null;

/** The field of a `BillProblem` whose file has amortised costs, which are taken for the split of commitments and as nothing else. */
export const OF_SPLIT = 'split';

/** Why a file cannot be taken, for the person who sent it. */
export class BillProblem extends Error {
  /** 413 for what holds too much, else 422. */
  readonly status: 413 | 422;
  /** The fields of the upload that would settle it, such as `decimal_sign`, with the question. */
  readonly fields: readonly FieldError[];

  constructor(sentence: string, status: 413 | 422 = 422, fields: readonly FieldError[] = []) {
    super(sentence);
    this.name = 'BillProblem';
    this.status = status;
    this.fields = fields;
  }
}
