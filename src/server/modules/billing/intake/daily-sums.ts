import { DecimalSum } from '#kernel/decimal-sum.ts';
import type { BillLine } from './bill-line.ts';
import { copied } from './copied.ts';

/** So many sums are held before they are handed on; sums of the same may come again then. */
const MOST_HELD = 50_000;

/** The columns of the sums, as COPY takes them. */
export const DAILY_COLUMNS = 'day, account, service, currency, amount, lines';

/** The lines of a bill as sums by day, account, service and currency: a file of millions of lines comes to some thousands. */
export class DailySums {
  readonly #sums = new Map<string, { amount: DecimalSum; lines: number }>();

  /** Adds a line. */
  take({ day, account, service, amount, invoice }: BillLine): void {
    const key = `${day ?? '\\N'}\t${copied(account)}\t${copied(service)}\t${invoice.currency}`;
    let sum = this.#sums.get(key);
    if (!sum) this.#sums.set(key, (sum = { amount: new DecimalSum(), lines: 0 }));
    sum.amount.add(amount);
    sum.lines += 1;
  }

  /** Whether there are so many sums that they are to be handed on. */
  get isFull(): boolean {
    return this.#sums.size >= MOST_HELD;
  }

  /** The sums since the last time in the text format of COPY; null where there are none. */
  rest(): string | null {
    if (this.#sums.size === 0) return null;
    const rows = [...this.#sums].map(([key, { amount, lines }]) => `${key}\t${amount.text}\t${lines}\n`);
    this.#sums.clear();
    return rows.join('');
  }
}
