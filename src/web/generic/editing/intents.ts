import { ApiError, newIntent } from '#web/data/client.ts';

/** Sends what a person submits once, however often they have to try. */
export interface Intents {
  /** Sends `body` under a key: the same one for every attempt with the same body until the server has decided. */
  once: <T>(body: unknown, send: (key: string) => Promise<T>) => Promise<T>;
}

/** An attempt: the key that it bears, and by what its body is known again. */
export interface Attempt {
  hash: string;
  key: string;
}

/** Where the last attempt is kept. */
export interface AttemptPlace {
  read: () => Attempt | null;
  /** null: it is over. */
  keep: (attempt: Attempt | null) => void;
  /** The hash of a body's text in an attempt with this key. */
  hash: (key: string, body: string) => string;
}

/** Values that no reload brings back are known by their text, which stays with the page. */
const inMemory: AttemptPlace = { read: () => null, keep: () => undefined, hash: (_key, body) => body };

/** Whether the server refused for good; trying the same again is then another intent. */
export const isDecided = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** A file has no text of its own; its name, size and age are used. */
const written = (_name: string, value: unknown): unknown => {
  if (!(value instanceof Blob)) return value;
  const { size, type } = value;
  return value instanceof File ? [value.name, value.lastModified, size, type] : [size, type];
};

/**
 * Keys that make a submit happen once. A retry after a lost answer bears the key of the attempt before, so
 * that the server answers what it did then; a changed body is another intent.
 * @param place where the attempt outlives a reload; null for what no reload brings back
 */
export function createIntents(place: AttemptPlace | null, make: () => string = newIntent): Intents {
  const { read, keep, hash } = place ?? inMemory;
  let last = read();
  const settle = () => {
    last = null;
    keep(null);
  };
  return {
    async once(body, send) {
      const text = JSON.stringify(body, written);
      if (!last || last.hash !== hash(last.key, text)) {
        const key = make();
        last = { hash: hash(key, text), key };
        keep(last);
      }
      try {
        const answer = await send(last.key);
        settle();
        return answer;
      } catch (error) {
        if (isDecided(error)) settle();
        throw error;
      }
    },
  };
}
