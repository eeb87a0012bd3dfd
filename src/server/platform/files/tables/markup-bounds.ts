import { UnreadableFile } from './unreadable.ts';

/** Bytes of one tag with its attributes, or of one comment. */
const LONGEST_TAG = 100_000;
const DEEPEST = 200;
/** Bytes and elements of a part that is held in memory as a whole, and of one text in it. */
const MOST_HELD = 16_000_000;
const MOST_ELEMENTS = 100_000;
const LONGEST_TEXT = 4_000_000;
/** Bytes and elements of the texts that cells share: each is two elements at least. */
const MOST_IN_TEXTS = { bytes: 64_000_000, elements: 1_500_000 };
/** Bytes of all texts of a sheet: 5,000,000 numbers with all their digits, or more than all cells of a file may have. */
const MOST_TEXT_OF_SHEET = 100_000_000;
/** No program writes a tag or a text of more bytes; a person may be shown the place of one. */
const LONG = { tag: 1000, text: 200_000 };
/** Bytes of all of those in a part. */
const MOST_LONG = 64_000_000;

const [LESS, GREATER, SLASH, QUESTION, EXCLAMATION] = [0x3c, 0x3e, 0x2f, 0x3f, 0x21];
const [DASH, BRACKET, BRACKET_END, QUOTE, APOSTROPHE] = [0x2d, 0x5b, 0x5d, 0x22, 0x27];
/** Bytes of the shortest comment and of the shortest text in brackets without the signs around every tag. */
const SHORTEST = { comment: '!----'.length, brackets: '![CDATA[]]'.length };

const tooMuch = () =>
  new UnreadableFile('The workbook holds more than any worksheet does. Please split it.', 413);

interface Bounds {
  bytes: number;
  elements: number;
  /** Bytes of one text, and of all. */
  longestText: number;
  text: number;
}

const NONE = Number.POSITIVE_INFINITY;

function boundsOf(name: string): Bounds {
  // Sheets are read row by row, and their cells have bounds of their own, which are reported with the cell's place.
  if (/(?:^|\/)worksheets\//i.test(name))
    return { bytes: NONE, elements: NONE, longestText: NONE, text: MOST_TEXT_OF_SHEET };
  const held = { longestText: LONGEST_TEXT, text: NONE };
  if (/sharedStrings/i.test(name)) return { ...MOST_IN_TEXTS, ...held };
  return { bytes: MOST_HELD, elements: MOST_ELEMENTS, ...held };
}

/**
 * Holds the markup of a part of a workbook against what its reader can bear, as it is unpacked: how deep it is, how long
 * its tags and texts are, and how many elements it has. It does not read it: text that is no XML is reported by the
 * reader, which takes for a tag what is one here.
 */
export class MarkupBounds {
  readonly #most: Bounds;
  #bytes = 0;
  #elements = 0;
  #depth = 0;
  #text = 0;
  /** Bytes of what is long. */
  #long = 0;
  #inTag = false;
  /** Bytes of the tag or text that is not over yet; of a tag the first two, the last two and the quote that is open. */
  #length = 0;
  #first = 0;
  #second = 0;
  #last = 0;
  #beforeLast = 0;
  #quote = 0;

  /** @param name of the part in its archive */
  constructor(name: string) {
    this.#most = boundsOf(name);
  }

  /** Takes the next bytes. @throws {UnreadableFile} 413 */
  take(bytes: Buffer): void {
    this.#bytes += bytes.length;
    if (this.#bytes > this.#most.bytes) throw tooMuch();
    for (let at = 0; at < bytes.length;) {
      const found = this.#inTag ? this.#endOfTag(bytes, at) : bytes.indexOf(LESS, at);
      const end = found < 0 ? bytes.length : found;
      this.#length += end - at;
      this.#demandLength();
      if (found < 0) return;
      if (this.#inTag) this.#endTag();
      else this.#endText();
      this.#inTag = !this.#inTag;
      this.#length = 0;
      at = found + 1;
    }
  }

  #demandLength(): void {
    const isTooLong = this.#length > (this.#inTag ? LONGEST_TAG : this.#most.longestText);
    const isLong = this.#length > (this.#inTag ? LONG.tag : LONG.text);
    if (isTooLong || (isLong && this.#long + this.#length > MOST_LONG)) throw tooMuch();
  }

  /** Where the tag ends in which these bytes begin; below zero where it goes on behind them. */
  #endOfTag(bytes: Buffer, begin: number): number {
    let [quote, last, beforeLast] = [this.#quote, this.#last, this.#beforeLast];
    let found = -1;
    for (let at = begin, length = this.#length; at < bytes.length; at += 1, length += 1) {
      const code = bytes[at] ?? 0;
      if (length === 0) this.#first = code;
      else if (length === 1) this.#second = code;
      if (code === GREATER && quote === 0 && (length === 0 || this.#isWhole(length, last, beforeLast))) {
        found = at;
        break;
      }
      if (quote !== 0) quote = code === quote ? 0 : quote;
      else if ((code === QUOTE || code === APOSTROPHE) && this.#isElement()) quote = code;
      beforeLast = last;
      last = code;
    }
    this.#last = last;
    this.#beforeLast = beforeLast;
    this.#quote = quote;
    return found;
  }

  /** Of comments and the like: whether the signs before a `>` let it be the end. */
  #isWhole(length: number, last: number, beforeLast: number): boolean {
    const endsWith = (sign: number) => last === sign && beforeLast === sign;
    if (this.#first === QUESTION) return length > 1 && last === QUESTION;
    if (this.#first !== EXCLAMATION) return true;
    if (this.#second === DASH) return length >= SHORTEST.comment && endsWith(DASH);
    return this.#second !== BRACKET || (length >= SHORTEST.brackets && endsWith(BRACKET_END));
  }

  #isElement(): boolean {
    return this.#first !== QUESTION && this.#first !== EXCLAMATION && this.#first !== SLASH;
  }

  #endText(): void {
    this.#text += this.#length;
    if (this.#length > LONG.text) this.#long += this.#length;
    if (this.#text > this.#most.text) throw tooMuch();
  }

  #endTag(): void {
    if (this.#length > LONG.tag) this.#long += this.#length;
    if (this.#length === 0) this.#first = GREATER;
    if (this.#first === SLASH) this.#depth -= 1;
    if (!this.#isElement()) return;
    this.#elements += 1;
    if (this.#length === 0 || this.#last !== SLASH) this.#depth += 1;
    if (this.#elements > this.#most.elements || this.#depth > DEEPEST) throw tooMuch();
  }
}
