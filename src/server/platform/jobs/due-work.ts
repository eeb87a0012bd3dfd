import type { Database } from '../database/database.ts';

/** So long what was seen is good for every queue that asks: what is sent here meanwhile makes it forgotten. */
const FRESH_MS = 250;

/** An index has what waits by queue, so each of them takes one look into it. */
const LOOK = {
  name: 'queues-with-due-work',
  text: `SELECT q.name FROM pgboss.queue q, LATERAL (
    SELECT FROM pgboss.job j
    WHERE j.name = q.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= pgboss.job_now() LIMIT 1) due`,
};

interface Look {
  since: number;
  names: Promise<ReadonlySet<string>>;
}

/** Which queues have work that is due, seen by one statement for all of them: a portal at rest has nothing else to do. */
export class DueWork {
  readonly #db: Database;
  #look: Look | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Whether a queue had work that was due a moment ago. */
  async has(queue: string): Promise<boolean> {
    const now = performance.now();
    if (!this.#look || now - this.#look.since >= FRESH_MS) this.#look = { since: now, names: this.#read() };
    const look = this.#look;
    try {
      return (await look.names).has(queue);
    } catch (error) {
      if (this.#look === look) this.#look = null;
      throw error;
    }
  }

  /** Has whoever asks next look again. For after the commit of what was sent. */
  forget(): void {
    this.#look = null;
  }

  async #read(): Promise<ReadonlySet<string>> {
    const { rows } = await this.#db.query<{ name: string }>(LOOK);
    return new Set(rows.map(({ name }) => name));
  }
}
