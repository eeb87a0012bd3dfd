/** As many cells are remembered, of at most so many bytes. */
const SLOTS = 4096;
const LONGEST = 2048;

/**
 * The values that were read from cells, by their bytes. Lines of a bill mostly bear tags that another line bore, and to read these again
 * costs ten times as much as to see that. Each cell has two places; what comes later takes that of what was used longer
 * ago.
 */
export class Remembered {
  readonly #cells = Array.from<Buffer | undefined>({ length: SLOTS });
  readonly #made = new Int32Array(SLOTS);

  /** @returns what `make` made of these bytes, now or before: a whole number of 32 bits */
  of(bytes: Buffer, start: number, end: number, make: () => number): number {
    const length = end - start;
    if (length > LONGEST) return make();
    const slot = hashOf(bytes, start, end) & (SLOTS - 1);
    if (this.#is(slot, bytes, start, end)) return this.#made[slot] ?? 0;
    if (this.#is(slot ^ 1, bytes, start, end)) return this.#made[slot ^ 1] ?? 0;
    const made = make();
    const before = this.#cells[slot];
    if (before) {
      this.#cells[slot ^ 1] = before;
      this.#made[slot ^ 1] = this.#made[slot] ?? 0;
    }
    this.#cells[slot] = Buffer.from(bytes.subarray(start, end));
    this.#made[slot] = made;
    return made;
  }

  #is(slot: number, bytes: Buffer, start: number, end: number): boolean {
    const known = this.#cells[slot];
    return known?.length === end - start && bytes.compare(known, 0, known.length, start, end) === 0;
  }
}

/** Four bytes at a time; what the last ones lack is left out, and the length counts. */
function hashOf(bytes: Buffer, start: number, end: number): number {
  let hash = end - start;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const four =
      (bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24);
    hash = Math.imul(hash ^ four, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  for (; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 13);
}
