import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1.';

/**
 * Encrypts kept secrets with a key that follows from a secret one of 32 bytes. What is sealed for one place (a table and a column) cannot be read in
 * another: who can write the database cannot move a secret to where it would be shown.
 */
export function createVault(secretKey: Buffer) {
  // A key of its own: what other uses of the secret key give away says nothing about this one.
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'skyledger sealed fields', secretKey.length));
  return {
    seal(text: string, place: string): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return VERSION + sealed.toString('base64url');
    },

    /** @throws {Error} where the text was sealed with another key, for another place, or changed since */
    open(sealed: string, place: string): string {
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
      const end = bytes.length - TAG_BYTES;
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(end));
      return decipher.update(bytes.subarray(NONCE_BYTES, end), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
