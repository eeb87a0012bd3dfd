import { AsyncLocalStorage } from 'node:async_hooks';
import { Refusal } from '#kernel/errors.ts';

/** Of all connections so many are for heavy work at most: the others stay free for what is answered at once. */
const PART = 1 / 3;
/** Somebody who downloads a file waits for so long, in milliseconds. */
const PATIENCE_MS = 30_000;
const MOST_WAITING = 100;

const current = new AsyncLocalStorage<HeavyWork>();

/**
 * A piece of work that reads so much that only a few may go on at a time, each with a connection at most unless it needs several at
 * once. It waits for its turn without one, and what the database does for it ends with `gone`.
 */
export class HeavyWork {
  /** Aborted once nobody waits for it any more. */
  readonly gone: AbortSignal;
  /** How many connections it has, or waits for. */
  lent = 0;
  /** Resolves when it has its turn. */
  turn: Promise<void> | null = null;

  constructor(gone: AbortSignal) {
    this.gone = gone;
  }

  /** Everything that `fn` does with a database, however deep below, is part of this work. */
  run<T>(fn: () => T): T {
    return current.run(this, fn);
  }

  /** The work within which this is read. */
  static get current(): HeavyWork | undefined {
    return current.getStore();
  }
}

const busy = () =>
  new Refusal(503, 'Much is being read just now. Please try again in a moment.', {
    headers: { 'retry-after': '5' },
  });
const nobodyWaits = () => new Refusal(503, 'Nobody waits for this any more.');

/** Lets heavy work of a pool take turns. */
export class Lane {
  #free: number;
  readonly #waiting = new Set<() => void>();

  /** @param connections of the pool, of which at least one is for heavy work */
  constructor(connections: number) {
    this.#free = Math.max(1, Math.floor(connections * PART));
  }

  /**
   * Resolves when the work has its turn, which it keeps until it has given back as often as it entered.
   * @throws {Refusal} 503 where its turn does not come in time, or nobody waits for it any more
   */
  async enter(work: HeavyWork): Promise<void> {
    work.lent += 1;
    work.turn ??= this.#next(work.gone);
    try {
      await work.turn;
    } catch (error) {
      work.lent -= 1;
      if (work.lent === 0) work.turn = null;
      throw error;
    }
  }

  leave(work: HeavyWork): void {
    work.lent -= 1;
    if (work.lent > 0) return;
    work.turn = null;
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }

  async #next(gone: AbortSignal): Promise<void> {
    if (gone.aborted) throw nobodyWaits();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.size >= MOST_WAITING) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // Out of the queue at once: a turn is given to nobody twice, and to nobody who has given up.
    const giveUp = (why: Refusal) => {
      this.#waiting.delete(resolve);
      reject(why);
    };
    const onGone = () => giveUp(nobodyWaits());
    const timer = setTimeout(() => giveUp(busy()), PATIENCE_MS);
    gone.addEventListener('abort', onGone, { once: true });
    this.#waiting.add(resolve);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      gone.removeEventListener('abort', onGone);
    }
  }
}
