import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * The kinds of credential, distinguished by their first letters: a hand-off is never looked up among the
 * sessions, and one that is found in a file says what it is.
 */
const prefixes = { handoff: 'skh_', session: 'sks_', api: 'skt_', link: 'skl_' } as const;

export type CredentialKind = keyof typeof prefixes;

/** A new credential of 256 random bits. It is shown to its owner once; only its hash is kept. */
export function newCredential(kind: CredentialKind): string {
  return prefixes[kind] + randomBytes(32).toString('base64url');
}

/** Whether `value` has the shape of such a credential; nothing else is looked up. */
export function isCredential(kind: CredentialKind, value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(prefixes[kind]) && /^[\w-]{43}$/.test(value.slice(4));
}

/** Credentials of any kind, as they stand in addresses and texts. */
const CREDENTIALS = /\bsk[a-z]_[\w-]{40,}/g;

/** A text without the credentials that stand in it. @param instead stands in the place of each */
export const withoutCredentials = (text: string, instead = '[redacted]'): string =>
  text.replaceAll(CREDENTIALS, instead);

/** The hash of a credential that the database keeps. SHA-256 is enough because the value itself is random. */
export function hashOf(credential: string): Buffer {
  return hash('sha256', credential, 'buffer');
}

/** Whether a hash is that of a credential, in a time that reveals nothing. */
export const isHashOf = (kept: Buffer, credential: string): boolean =>
  timingSafeEqual(kept, hashOf(credential));

/** A random name for a browser or a client, 128 bits or more. It is no secret by itself. */
export function newIdentifier(): string {
  return randomBytes(24).toString('base64url');
}
