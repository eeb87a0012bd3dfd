import { setImmediate } from 'node:timers/promises';

/** Characters that are decoded in one turn. */
const PIECE = 2_000_000;

/**
 * The bytes that a text in base64 stands for, decoded in pieces: a large file holds nobody else up.
 * @param from where the base64 begins
 * @returns bytes in memory of their own, which may be given to a thread
 */
export async function decodeBase64(text: string, from: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Buffer.from(new ArrayBuffer(Math.ceil(((text.length - from) * 3) / 4)));
  let length = 0;
  let left = '';
  for (let at = from; at < text.length; at += PIECE) {
    // What went before, be it the making of the text out of its parts, is a turn of its own.
    if (text.length > PIECE) await setImmediate();
    // Blanks are no part of it, and four signs that belong together may lie in two pieces.
    const piece = left + text.slice(at, at + PIECE).replaceAll(/\s+/g, '');
    const whole = at + PIECE < text.length ? piece.length - (piece.length % 4) : piece.length;
    length += bytes.write(piece.slice(0, whole), length, 'base64');
    left = piece.slice(whole);
  }
  return bytes.subarray(0, length);
}
