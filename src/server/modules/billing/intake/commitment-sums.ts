import type { BillLine, CommitmentOfLine } from './bill-line.ts';
import { sumOfDecimals } from '#kernel/decimal-sum.ts';

/** The sums of the lines of an account in an invoice about a commitment. */
export interface FoundCommitment {
  /** The place of the invoice in the list. */
  invoice: number;
  commitment: string;
  account: string;
  used: boolean;
  lines: number;
  billed: string;
  /** Null where no line says it. */
  effective: string | null;
}

/** The sums of the amortised costs of an invoice. */
export interface AmortisedTotal {
  /** The place of the invoice in the list. */
  invoice: number;
  amount: string;
}

/** More of them are not held in memory. */
const MOST = 200_000;

/** Sums what the lines of a bill say of reservations and savings plans, those that cost nothing among them. */
export class CommitmentSums {
  #sums: Map<string, FoundCommitment> | null = new Map();
  readonly #amortised = new Map<number, string>();

  /** Takes a line that is about a commitment. */
  take(invoice: number, account: string, billed: string, { id, used, effective }: CommitmentOfLine): void {
    const key = `${invoice} ${used} ${account}\n${id}`;
    const sum = this.#sums?.get(key);
    if (sum) {
      sum.lines += 1;
      sum.billed = sumOfDecimals([sum.billed, billed]);
      if (effective !== null) sum.effective = sumOfDecimals([sum.effective ?? '0', effective]);
      return;
    }
    this.#sums?.set(key, { invoice, commitment: id, account, used, lines: 1, billed, effective });
    if (this.#sums && this.#sums.size > MOST) this.#sums = null;
  }

  /** Takes a line of amortised costs, which is billed by another file. */
  takeAmortised(
    invoice: number,
    { account, amount, commitment }: Pick<BillLine, 'account' | 'amount' | 'commitment'>,
  ): void {
    this.#amortised.set(invoice, sumOfDecimals([this.#amortised.get(invoice) ?? '0', amount]));
    if (commitment && account !== null) this.take(invoice, account, '0', commitment);
  }

  /** The sums of the amortised costs, by invoice. */
  amortised(): AmortisedTotal[] {
    return [...this.#amortised].map(([invoice, amount]) => ({ invoice, amount }));
  }

  /** All of them; null where they are too many. */
  found(): FoundCommitment[] | null {
    return this.#sums && [...this.#sums.values()];
  }
}
