import { newIntent } from '#web/data/client.ts';

/** The key of the last attempt, and what it was for. */
export interface Intents {
  /** The key for sending `body`: the same one for every attempt with the same body. */
  keyFor: (body: unknown) => string;
  /** The attempt was answered for good; the next one is another intent, even with the same body. */
  settle: () => void;
}

interface Attempt {
  text: string;
  key: string;
}

/**
 * Keys that make a submit happen once. A retry after a lost answer bears the key of the attempt before, so
 * that the server answers what it did then, also when the page was loaded again meanwhile; a changed body is
 * another intent.
 * @param path where the bodies go; each path of a tab has one attempt that was not answered yet
 */
export function createIntents(path: string, make: () => string = newIntent): Intents {
  const place = `skyledger.intent.${path}`;
  let last = readAttempt(place);
  return {
    keyFor: (body) => {
      const text = JSON.stringify(body);
      if (last?.text === text) return last.key;
      last = { text, key: make() };
      keepAttempt(place, last);
      return last.key;
    },
    settle: () => {
      last = null;
      keepAttempt(place, null);
    },
  };
}

function readAttempt(place: string): Attempt | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(place) ?? 'null') as Partial<Attempt> | null;
    const { text, key } = kept ?? {};
    return typeof text === 'string' && typeof key === 'string' ? { text, key } : null;
  } catch {
    return null;
  }
}

function keepAttempt(place: string, attempt: Attempt | null): void {
  try {
    if (attempt) sessionStorage.setItem(place, JSON.stringify(attempt));
    else sessionStorage.removeItem(place);
  } catch {
    // A full or forbidden storage costs what a reload remembers, not this attempt.
  }
}
