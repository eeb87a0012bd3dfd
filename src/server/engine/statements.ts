import { createHash } from 'node:crypto';
import type { Statement } from '#server/platform/database.ts';

/**
 * Connections keep every prepared statement; the number of shapes that a list can have is large, so only
 * the first ones that are asked for are prepared. The others are planned each time.
 */
const MOST_PREPARED = 600;

/** The SQL of each shape of query, built once and run as a prepared statement under a name of its own. */
export class Statements {
  readonly #byShape = new Map<string, Statement>();

  /** The statement of a shape; `build` writes its text when the shape is asked for the first time. */
  get(shape: string, build: () => string): Statement {
    const known = this.#byShape.get(shape);
    if (known) return known;
    const text = build();
    if (this.#byShape.size >= MOST_PREPARED) return { text };
    // Named by its text: programs that share a connection pooler never mean two things by one name.
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    const statement = { name, text };
    this.#byShape.set(shape, statement);
    return statement;
  }
}
