import { createHash } from 'node:crypto';
import type { TableSum } from './format.ts';

const LINE_FEED = 10;

/** Counts and sums up the rows of a table while they pass. COPY ends each row, and nothing else, with a line feed. */
export class TableSummer {
  readonly #hash = createHash('sha256');
  #rows = 0;
  #bytes = 0;

  add(piece: Buffer): void {
    this.#hash.update(piece);
    this.#bytes += piece.length;
    for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) this.#rows += 1;
  }

  finish(): TableSum {
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
