import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { intentPlace } from './drafts.ts';
import type { Attempt, AttemptPlace } from './intents.ts';

/**
 * Keeps the last attempt beside a draft, through a reload. It is known by a hash, salted by its key: the body itself
 * may hold what no storage may.
 * @param draft the key of the draft that is submitted: as long as that is kept, the attempt is too
 */
export function keptAttempts(draft: string): AttemptPlace {
  const place = intentPlace(draft);
  return {
    read: () => readAttempt(place),
    keep: (attempt) => keepAttempt(place, attempt),
    // SHA-256 without the browser's own, which pages that came over plain HTTP do not have.
    hash: (key, body) => bytesToHex(sha256(utf8ToBytes(key + body))),
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
