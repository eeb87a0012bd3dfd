import { Refusal } from '#kernel/errors.ts';

/** Imports that may wait for their turn in one process, and those of one person. */
const MOST_WAITING = 10;
const MOST_OF_ONE = 4;

type Step = () => Promise<void>;

/**
 * Lets one import after the other run, so that many at once neither use up the connections to the database
 * nor slow each other down; those that wait hold nothing but their rows. People take turns: however many one
 * person has waiting, the others come next. An import goes on when its client leaves, so what one person may
 * have waiting is counted here too.
 */
export class ImportQueue {
  /** The waiting work, by person; the person whose turn is next comes first. */
  readonly #waiting = new Map<string, Step[]>();
  /** Whose import runs, and what else that person has waiting: for after the others. */
  #running: { person: string; rest: Step[] } | null = null;
  #count = 0;

  /** @throws {Refusal} 429 with Retry-After when too many wait already, or too many of this person */
  run<T>(person: string, work: () => Promise<T>): Promise<T> {
    if (this.#count >= MOST_WAITING) {
      const sentence = 'Too many imports are waiting already. Please try again in a minute.';
      return Promise.reject(new Refusal(429, sentence, { headers: { 'Retry-After': '60' } }));
    }
    const own = this.#running?.person === person ? this.#running.rest : this.#waiting.get(person);
    const others = (own?.length ?? 0) + (this.#running?.person === person ? 1 : 0);
    if (others >= MOST_OF_ONE) {
      const sentence = 'Too many imports at once. Please wait until one of yours is done.';
      return Promise.reject(new Refusal(429, sentence, { headers: { 'Retry-After': '5' } }));
    }
    this.#count += 1;
    return new Promise((resolve, reject) => {
      const step = () => work().then(resolve, reject);
      if (own) own.push(step);
      else this.#waiting.set(person, [step]);
      if (!this.#running) void this.#work();
    });
  }

  async #work(): Promise<void> {
    for (const [person, [step, ...rest]] of this.#waiting) {
      this.#waiting.delete(person);
      this.#running = { person, rest };
      await step?.();
      this.#count -= 1;
      // A map goes on with what is added meanwhile.
      if (rest.length > 0) this.#waiting.set(person, rest);
    }
    this.#running = null;
  }
}

/** The imports of this process, whichever way they come. */
export const importQueue = new ImportQueue();
