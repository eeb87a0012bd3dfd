import { grouped } from '#kernel/written.ts';
import { BillProblem } from './bill-line.ts';

/** So many are named; the others are counted. */
const MOST_NAMED = 20;

/** The problems of the rows of one file, all of which are reported at once. */
export class WrongCells {
  /** A sentence for each. */
  readonly #named: string[] = [];
  /** Of the last row that has any: a cell may be read twice. */
  #last: { row: number; sentences: Set<string> } | null = null;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Notes what is wrong with a row, in a sentence that names the column where it is of one. */
  note(row: number, sentence: string): void {
    if (this.#last?.row !== row) this.#last = { row, sentences: new Set() };
    if (this.#last.sentences.has(sentence)) return;
    this.#last.sentences.add(sentence);
    this.#count += 1;
    if (this.#named.length < MOST_NAMED) this.#named.push(`Row ${row}: ${sentence}`);
  }

  /**
   * The message about all of them.
   * @param last the last row that was read, where there are others below it; null where there are none
   * @param fields what of the upload would settle it
   */
  problem(last: number | null, fields: BillProblem['fields'] = []): BillProblem {
    const more = this.#count - this.#named.length;
    const others = more === 0 ? [] : [`There ${more === 1 ? 'is one more' : `are ${grouped(more)} more`}.`];
    const below = last === null ? [] : [`The rows below row ${grouped(last)} were not looked at yet.`];
    return new BillProblem([...this.#named, ...others, ...below].join(' '), 422, fields);
  }
}
