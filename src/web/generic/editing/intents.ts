import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { ApiError, newIntent } from '#web/data/client.ts';
import { intentPlace } from './drafts.ts';

/** Sends what a person submits once, however often they have to try. */
export interface Intents {
  /** Sends `body` under a key: the same one for every attempt with the same body until the server has decided. */
  once: <T>(body: unknown, send: (key: string) => Promise<T>) => Promise<T>;
}

/** An attempt is known by a hash, salted by its key: the body itself may hold what no storage may. */
interface Attempt {
  hash: string;
  key: string;
}

/** Whether the server refused for good; trying the same again is then another intent. */
export const isDecided = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** A file has no text of its own; its name, size and age stand for it. */
const written = (_name: string, value: unknown): unknown => {
  if (!(value instanceof Blob)) return value;
  const { size, type } = value;
  return value instanceof File ? [value.name, value.lastModified, size, type] : [size, type];
};

/** SHA-256 without the browser's own, which pages that came over plain HTTP do not have. */
const hashOf = (key: string, body: unknown): string =>
  bytesToHex(sha256(utf8ToBytes(key + JSON.stringify(body, written))));

/**
 * Keys that make a submit happen once. A retry after a lost answer bears the key of the attempt before, so
 * that the server answers what it did then; a changed body is another intent.
 * @param draft the key of the draft that is submitted: as long as that is kept, the attempt is too, through a
 *   reload; null for what no reload brings back
 */
export function createIntents(draft: string | null, make: () => string = newIntent): Intents {
  const place = draft === null ? null : intentPlace(draft);
  let last = place === null ? null : readAttempt(place);
  const settle = () => {
    last = null;
    if (place !== null) keepAttempt(place, null);
  };
  return {
    async once(body, send) {
      if (!last || last.hash !== hashOf(last.key, body)) {
        const key = make();
        last = { hash: hashOf(key, body), key };
        if (place !== null) keepAttempt(place, last);
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

function readAttempt(place: string): Attempt | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(place) ?? 'null') as Partial<Attempt> | null;
    const { hash, key } = kept ?? {};
    return typeof hash === 'string' && typeof key === 'string' ? { hash, key } : null;
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
