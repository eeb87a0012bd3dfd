import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '#kernel/errors.ts';
import type { Database } from './database.ts';

/** Whoever waits for somebody else's work is answered within five seconds. */
const WAIT_MS = 4000;
const ASK_AGAIN_MS = 100;
const RETRY_SECONDS = 5;
/** Longer than a request takes that calls another system: one that was interrupted holds nobody up for longer. */
const HELD_FOR = '3 minutes';

/** The leases of one piece of work: names that nobody else has until it is over. No connection is held for them. */
export class Leases {
  readonly #db: Database;
  readonly #holder = randomUUID();
  readonly #names: string[] = [];

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Takes a name, or waits a few seconds for whoever has it.
   * @param busy the message where somebody still has it then
   * @throws {Refusal} 503 with Retry-After
   */
  async take(name: string, busy: string): Promise<void> {
    const until = performance.now() + WAIT_MS;
    for (;;) {
      if (await this.#taken(name)) return;
      if (performance.now() >= until)
        throw new Refusal(503, busy, { headers: { 'retry-after': String(RETRY_SECONDS) } });
      await pause(ASK_AGAIN_MS);
    }
  }

  /** Gives all of them back; where the database is away, they end by themselves. */
  async giveBack(): Promise<void> {
    if (this.#names.length === 0) return;
    const text = 'DELETE FROM leases WHERE holder = $1';
    await this.#db.query({ text, values: [this.#holder] }).catch(() => undefined);
  }

  async #taken(name: string): Promise<boolean> {
    const { rowCount } = await this.#db.query({
      text: `INSERT INTO leases AS l (name, holder, held_until) VALUES ($1, $2, now() + interval '${HELD_FOR}')
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
        WHERE l.held_until < now()`,
      values: [name, this.#holder],
    });
    if (rowCount === 0) return false;
    this.#names.push(name);
    return true;
  }
}
