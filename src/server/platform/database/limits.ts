import { AsyncLocalStorage } from 'node:async_hooks';

/** How long the database may take over a piece of work. Milliseconds; 0 is no limit. */
export interface Limits {
  /** For one statement. */
  statement: number;
  /** For one lock that somebody else holds. */
  lock: number;
  /** Between two statements of a transaction. */
  idle: number;
  /** For everything that is done with one connection. */
  whole: number;
  /** How long the database may answer nothing at all before the work is given up; 0: as soon as that is sure. */
  silence: number;
}

const MINUTE = 60_000;

/** Somebody waits for the answer. */
export const REQUEST: Limits = {
  statement: MINUTE,
  lock: 10_000,
  idle: MINUTE,
  whole: 2 * MINUTE,
  silence: 0,
};

/** Imports, files, reports and whatever runs in the background: what has been done is worth waiting for. */
export const LONG: Limits = {
  statement: 60 * MINUTE,
  lock: 10 * MINUTE,
  idle: 10 * MINUTE,
  whole: 0,
  silence: 5 * MINUTE,
};

const currentWork = new AsyncLocalStorage<LongWork>();

/**
 * Work whose statements take the time they take. It is refused like a request while it has not begun; from its first
 * connection on it waits for a database that is busy, silent or away, until `LONG.silence` is over.
 */
export class LongWork {
  /** Set once it has had a connection. */
  begun: boolean = LongWork.current?.begun ?? false;

  /** Everything that `fn` does with a database, however deep below, is part of this work. */
  run<T>(fn: () => T): T {
    return currentWork.run(this, fn);
  }

  /** The work within which this is read; undefined within a request. */
  static get current(): LongWork | undefined {
    return currentWork.getStore();
  }
}

/** Does `fn` as a long piece of work. */
export const longWork = <T>(fn: () => T): T => new LongWork().run(fn);

/** The statement that gives a connection its limits, whatever its role or server set. */
export const limitsSql = ({ statement, lock, idle }: Pick<Limits, 'statement' | 'lock' | 'idle'>): string =>
  `SET statement_timeout = ${statement}; SET lock_timeout = ${lock}; SET idle_in_transaction_session_timeout = ${idle}`;

/** For connections of their own that back up, restore or migrate. */
export const NO_LIMITS = limitsSql({ statement: 0, lock: 0, idle: 0 });
