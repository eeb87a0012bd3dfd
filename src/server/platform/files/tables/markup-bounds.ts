import { UnreadableFile } from './unreadable.ts';

/** Bytes of one tag with its attributes. */
const LONGEST_TAG = 100_000;
const DEEPEST = 200;
/** Bytes of one text, and elements, of a part that is held in memory as a whole. */
const LONGEST_TEXT = 4_000_000;
const MOST_ELEMENTS = 100_000;
/** Elements of the texts that cells share: each is two at least. */
const MOST_IN_TEXTS = 1_500_000;

const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const QUESTION = 0x3f;
const EXCLAMATION = 0x21;

const tooMuch = () =>
  new UnreadableFile('The workbook holds more than any worksheet does. Please split it.', 413);

/**
 * Holds the markup of a part of a workbook against what its reader can bear, as it is unpacked: how deep it is, how long
 * its tags and texts are, and how many elements it has. It does not read it: what is no XML is told by the reader.
 */
export class MarkupBounds {
  readonly #mostElements: number;
  readonly #longestText: number;
  #elements = 0;
  #depth = 0;
  #inTag = false;
  /** Bytes of the tag or text that is not over yet. */
  #length = 0;
  #first = 0;
  #last = 0;

  /** @param name of the part in its archive */
  constructor(name: string) {
    // Sheets are read row by row, and their cells have bounds of their own, which are told with the cell's place.
    const isSheet = name.startsWith('xl/worksheets/');
    const most = name.includes('sharedStrings') ? MOST_IN_TEXTS : MOST_ELEMENTS;
    this.#mostElements = isSheet ? Number.POSITIVE_INFINITY : most;
    this.#longestText = isSheet ? Number.POSITIVE_INFINITY : LONGEST_TEXT;
  }

  /** Takes the next bytes. @throws {UnreadableFile} 413 */
  take(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      const found = bytes.indexOf(this.#inTag ? GREATER : LESS, at);
      const end = found < 0 ? bytes.length : found;
      if (this.#inTag && end > at) {
        if (this.#length === 0) this.#first = bytes[at] ?? 0;
        this.#last = bytes[end - 1] ?? 0;
      }
      this.#length += end - at;
      if (this.#length > (this.#inTag ? LONGEST_TAG : this.#longestText)) throw tooMuch();
      if (found < 0) return;
      if (this.#inTag) this.#endTag();
      this.#inTag = !this.#inTag;
      this.#length = 0;
      at = found + 1;
    }
  }

  #endTag(): void {
    const first = this.#length === 0 ? GREATER : this.#first;
    if (first === QUESTION || first === EXCLAMATION) return;
    if (first === SLASH) {
      this.#depth -= 1;
      return;
    }
    this.#elements += 1;
    if (this.#last !== SLASH) this.#depth += 1;
    if (this.#elements > this.#mostElements || this.#depth > DEEPEST) throw tooMuch();
  }
}
