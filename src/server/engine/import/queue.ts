import { Refusal } from '#kernel/errors.ts';

/** Imports that may wait for their turn in one process. */
const MOST_WAITING = 10;

/**
 * Lets one import after the other run, so that many at once neither use up the connections to the database
 * nor slow each other down; those that wait hold nothing but their rows.
 */
export class ImportQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @throws {Refusal} 429 with Retry-After when too many wait already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MOST_WAITING) {
      const sentence = 'Too many imports are waiting already. Please try again in a minute.';
      throw new Refusal(429, sentence, { headers: { 'Retry-After': '60' } });
    }
    this.#waiting += 1;
    const result = this.#last.then(work, work).finally(() => (this.#waiting -= 1));
    this.#last = result.catch(() => undefined);
    return result;
  }
}
