import { newIntent } from '#web/data/client.ts';

/** The key of the last attempt, and what it was for. */
export interface Intents {
  /** The key for sending `body`: the same one for every attempt with the same body. */
  keyFor: (body: unknown) => string;
  /** The attempt was answered for good; the next one is another intent, even with the same body. */
  settle: () => void;
}

/**
 * Keys that make a submit happen once. A retry after a lost answer bears the key of the attempt before, so
 * that the server answers what it did then; a changed body is another intent.
 */
export function createIntents(make: () => string = newIntent): Intents {
  let last: { text: string; key: string } | null = null;
  return {
    keyFor: (body) => {
      const text = JSON.stringify(body);
      if (last?.text !== text) last = { text, key: make() };
      return last.key;
    },
    settle: () => {
      last = null;
    },
  };
}
