import { AccountTags } from './account-tags.ts';
import { BillProblem, type BillLine, type BillRow, type InvoiceOfLine } from './bill-line.ts';
import { isSome } from './cells.ts';
import { CommitmentSums } from './commitment-sums.ts';
import { copied } from './copied.ts';
import { DailySums } from './daily-sums.ts';
import { FoundInvoices, type InvoiceSoFar } from './found-invoices.ts';
import type { Columns } from './format.ts';
import type { PoolTag } from '../runs/rules.ts';
import { PoolTags } from './pool-tags.ts';
import type { ReadOptions } from './read-options.ts';
import type { TagKeys } from './tag-columns.ts';
import { TagGaps, type CellReader } from './tag-gaps.ts';

const MOST_LINES = 100_000_000;
const PORTION = 262_144;

/** The position of a line, and whether it becomes one of the run. */
interface PlaceOfLine {
  /** Its row, counted through all parts of the bill. */
  row: number;
  /** Whether it is of amortised costs, which other lines bill. */
  isAmortised: boolean;
  /** Whether the bill can still be taken; one with wrong cells is read on for what else is wrong in it. */
  isKept: boolean;
}

/** The results of the rows of all parts of a bill: lines as PostgreSQL's COPY takes them, and what is found in them. */
export class TakenLines {
  readonly #tagKeys: TagKeys;
  readonly #poolTags: readonly PoolTag[];
  readonly #invoices = new FoundInvoices();
  readonly #commitments = new CommitmentSums();
  #tags: AccountTags | null = null;
  #gaps: TagGaps | null = null;
  #pools: PoolTags | null = null;
  #count = 0;
  #held: string[] = [];
  #heldLength = 0;
  /** Where lines are summed by day, and not kept one by one. */
  readonly #daily: DailySums | null;

  /** @param options how the demanded tags are spelled, the tags by which pools take lines, and whether lines are summed by day */
  constructor({
    tagKeys,
    poolTags = [],
    isDaily = false,
  }: Pick<ReadOptions, 'tagKeys' | 'poolTags' | 'isDaily'>) {
    this.#tagKeys = tagKeys;
    this.#poolTags = poolTags;
    this.#daily = isDaily ? new DailySums() : null;
  }

  /** Begins a part with these columns. @returns the places of its tags */
  beginPart(columns: Columns): readonly number[] {
    this.#tags ??= new AccountTags(columns.english, this.#tagKeys);
    this.#gaps ??= new TagGaps(columns.english, this.#tagKeys);
    this.#pools ??= new PoolTags(columns.english, this.#poolTags);
    return [...this.#tags.places, ...this.#gaps.places, ...this.#pools.places];
  }

  /** The invoice of a row. @throws {BillProblem} for amortised costs of an invoice that the run does not have, and as `FoundInvoices.of` */
  invoiceOf(line: InvoiceOfLine, isAmortised: boolean): InvoiceSoFar {
    if (!isAmortised) return this.#invoices.of(line);
    const billed = this.#invoices.billed(line);
    if (billed) return billed;
    throw new BillProblem(
      `its invoice, ${line.number ?? line.billingAccount}, is none of those that the run bills.`,
    );
  }

  /** Takes a row of an invoice. @throws {BillProblem} 413 for too many lines */
  take(
    row: NonNullable<BillRow>,
    invoice: InvoiceSoFar,
    { isAmortised, ...place }: PlaceOfLine,
    cell: CellReader,
  ): void {
    if ('stated' in row) {
      invoice.stated = row.stated;
      return;
    }
    if (isAmortised) {
      this.#commitments.takeAmortised(invoice.n, row);
      return;
    }
    // Usage that a commitment covers may cost nothing, and was paid with the commitment.
    if (row.commitment && row.account !== null)
      this.#commitments.take(invoice.n, row.account, row.amount, row.commitment);
    if (isSome(row.amount)) {
      // Lines without cost are charged to nobody; a bill may have as many of them as of others.
      if (place.isKept) {
        const tags = { lacks: this.#gaps?.of(cell) ?? null, pools: this.#pools?.of(cell) ?? null };
        this.#keep(row, invoice.n, tags, place.row);
      }
      if (row.account !== null) this.#tags?.take(row.account, cell.text);
    }
  }

  #keep(
    line: BillLine,
    invoice: number,
    { lacks, pools }: { lacks: number | null; pools: number | null },
    row: number,
  ): void {
    this.#count += 1;
    if (this.#count > MOST_LINES) throw new BillProblem(`The file has more than ${MOST_LINES} lines.`, 413);
    if (this.#daily) return this.#daily.take(line);
    const { account, kind, amount, day, service, description } = line;
    const text = `${row}\t${invoice}\t${copied(account)}\t${kind}\t${amount}\t${day ?? '\\N'}\t${copied(service)}\t${copied(description)}\t${lacks ?? '\\N'}\t${pools ?? '\\N'}\n`;
    this.#held.push(text);
    this.#heldLength += text.length;
  }

  /** Lines in the text format of COPY, as soon as there are many; null until then. */
  portion(): string | null {
    return this.#heldLength >= PORTION || this.#daily?.isFull ? this.rest() : null;
  }

  /** The lines that no portion had yet; null where there are none. */
  rest(): string | null {
    if (this.#daily) return this.#daily.rest();
    if (this.#held.length === 0) return null;
    const text = this.#held.join('');
    this.#held = [];
    this.#heldLength = 0;
    return text;
  }

  /** The invoices that were found, as `FoundInvoices.list` has them. */
  invoices(...known: Parameters<FoundInvoices['list']>): ReturnType<FoundInvoices['list']> {
    return this.#invoices.list(...known);
  }

  /** The findings beside the invoices. */
  found() {
    return {
      lines: this.#count,
      tags: this.#tags?.found() ?? [],
      commitments: this.#commitments.found(),
      amortised: this.#commitments.amortised(),
      tagNames: this.#gaps?.names ?? [],
      poolTags: this.#poolTags,
    };
  }
}
