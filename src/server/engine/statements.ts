import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Statement } from '#server/platform/database/database.ts';

/**
 * Lists can have more shapes than anybody counts, and each plan takes a connection up to 350 kB. So many are enough
 * for what people request again; the one that was not requested for the longest time is forgotten first.
 */
const MOST_KEPT = 256;

/** The SQL of each shape of query, built once and run as a prepared statement under a name of its own. */
export class Statements {
  readonly #byShape: LRUCache<string, Statement>;
  readonly #onNew: () => void;

  /**
   * @param onNew called with each statement that connections are going to prepare
   * @param most so many are kept
   */
  constructor(onNew: () => void = () => undefined, most = MOST_KEPT) {
    this.#byShape = new LRUCache({ max: most });
    this.#onNew = onNew;
  }

  /**
   * The statement of a shape; `build` writes its text when the shape is new, or was forgotten.
   * @param isKept whether it is going to be prepared
   */
  get(shape: string, build: () => string, isKept = true): Statement {
    const known = this.#byShape.get(shape);
    if (known) return known;
    const text = build();
    // Named by its text: programs that share a connection pooler never mean two things by one name.
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    const statement = { name, text };
    this.#byShape.set(shape, statement);
    if (isKept) this.#onNew();
    return statement;
  }
}
