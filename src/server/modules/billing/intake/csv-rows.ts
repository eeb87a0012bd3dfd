import { isAscii, isUtf8 } from 'node:buffer';
import { OTHER_ENCODINGS } from '#kernel/csv/decode-text.ts';
import { BillProblem } from './bill-line.ts';
import type { Remembered } from './remembered.ts';
import type { CellReader } from './tag-gaps.ts';

/** Bytes of one row, and cells in it. */
const LONGEST_ROW = 1_000_000;
export const MOST_COLUMNS = 1000;

const [QUOTE, LINE_FEED, RETURN] = [0x22, 0x0a, 0x0d];
const MARK = Buffer.from('\uFEFF');
/** A character of UTF-8 has this many bytes at most. */
const LONGEST_CHARACTER = 4;

/** Cells of so many bytes are held against those of the row above. */
const REMEMBERED = 64;

/** Takes the rows; decides for each of them how its cells are read. */
export interface RowTaker {
  /** The cells that are read of a row of this width, by their places; null for all of every row. */
  readonly wanted: readonly number[] | null;
  /** How many cells a row has of which only what is wanted is read. */
  readonly width: number;
  /**
   * @param cells what is not wanted is empty; they are the same array again with the next row
   * @param cell returns the text at a place of the row, wanted or not; only until the next row
   */
  take: (cells: readonly string[], cell: CellReader) => void;
}

/**
 * Reads the rows of a CSV in UTF-8 out of its bytes, with any delimiter. A file of costs has sixty columns, of which ten are needed, and what a
 * row says is mostly what the row above it said: so no other cells become texts, and a text that is there already is
 * taken again.
 */
export class CsvRows {
  readonly #taker: RowTaker;
  /** The bytes of the row that has not ended. */
  #rest: Buffer = Buffer.alloc(0);
  #isFirst = true;
  /** The byte that ends a row: old files have returns alone. */
  #end = LINE_FEED;
  #row = 0;
  readonly #starts = new Int32Array(MOST_COLUMNS + 1);
  /** Behind the last byte of each cell; below zero where it has doubled quotes. */
  readonly #ends = new Int32Array(MOST_COLUMNS + 1);
  #encoding: 'latin1' | 'utf8' = 'utf8';
  #cells: string[] = [];
  /** The bytes that these cells were made of, of each so many, and how many they are; below zero where that is not known. */
  #made = new Uint8Array(0);
  #lengths = new Int32Array(0);

  /** Where the row is that is taken, and how many cells it has. */
  #taking = { bytes: this.#rest, count: 0 };
  readonly #cell: CellReader = {
    text: (place) => this.#cellText(place),
    made: (place, memory, make) => this.#cellMade(place, memory, make),
  };

  readonly #delimiter: number;

  /** @param delimiter one character of ASCII */
  constructor(taker: RowTaker, delimiter = ',') {
    this.#taker = taker;
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** Takes the next bytes. @throws {BillProblem} for what is no CSV, and what the taker throws */
  write(part: Buffer): void {
    this.#read(part, false);
  }

  /** Takes what is left once all bytes are there. @throws {BillProblem} as `write` */
  end(): void {
    this.#read(Buffer.alloc(0), true);
  }

  #read(part: Buffer, isLast: boolean): void {
    let bytes = this.#rest.length === 0 ? part : Buffer.concat([this.#rest, part]);
    if (this.#isFirst) {
      if (bytes.length < LONGEST_CHARACTER && !isLast) return void (this.#rest = bytes);
      if (bytes.indexOf(MARK) === 0) bytes = bytes.subarray(MARK.length);
      this.#isFirst = false;
      this.#end = endOf(bytes);
    }
    // A character may be cut where the part ends; its bytes come again with the next one.
    const whole = isLast ? bytes.length : bytes.length - cutOff(bytes);
    const text = bytes.subarray(0, whole);
    this.#encoding = isAscii(text) ? 'latin1' : 'utf8';
    if (this.#encoding === 'utf8' && !isUtf8(text)) throw noText();
    let at = 0;
    while (at < whole) {
      const next = this.#rowFrom(text, at, isLast);
      if (next < 0) break;
      at = next;
    }
    this.#rest = bytes.subarray(at);
    if (this.#rest.length > LONGEST_ROW)
      throw new BillProblem(`Row ${this.#row + 1}: the row has more than ${LONGEST_ROW} characters.`, 413);
  }

  /** Reads one row. @returns where the next one begins; -1 where the bytes end before the row does */
  #rowFrom(bytes: Buffer, from: number, isLast: boolean): number {
    const { length } = bytes;
    const rowEnd = this.#end;
    const delimiter = this.#delimiter;
    const highest = Math.max(delimiter, QUOTE);
    let at = from;
    let count = 0;
    for (;;) {
      if (count > MOST_COLUMNS) throw new BillProblem(`The file has more than ${MOST_COLUMNS} columns.`, 413);
      if (bytes[at] === QUOTE) {
        const close = this.#closing(bytes, at + 1, count);
        if (close < 0 && isLast) throw new BillProblem('A quoted cell never ends. The file may be cut off.');
        if (close < 0 || (close + 2 >= length && !isLast)) return -1;
        at = close + 1;
        if (bytes[at] === RETURN && rowEnd === LINE_FEED && (bytes[at + 1] ?? LINE_FEED) === LINE_FEED)
          at += 1;
      } else {
        this.#starts[count] = at;
        let byte = -1;
        for (; at < length; at += 1) {
          byte = bytes[at] ?? -1;
          // Where commas are between cells, letters and digits come behind all that means something.
          if (byte <= highest && (byte === delimiter || byte === rowEnd || byte === QUOTE)) break;
        }
        if (at >= length && !isLast) return -1;
        if (at < length && byte === QUOTE) throw this.#noCsv();
        const isEnded = at >= length || byte === rowEnd;
        this.#ends[count] =
          isEnded && at > (this.#starts[count] ?? 0) && bytes[at - 1] === RETURN ? at - 1 : at;
      }
      count += 1;
      if (at >= length || bytes[at] === rowEnd) break;
      if (bytes[at] !== delimiter) throw this.#noCsv();
      at += 1;
    }
    this.#row += 1;
    this.#taking.bytes = bytes;
    this.#taking.count = count;
    this.#taker.take(this.#taken(bytes, count), this.#cell);
    return at + 1;
  }

  /** Notes the quoted cell that begins here. @returns where its closing quote is; -1 where there is none yet */
  #closing(bytes: Buffer, from: number, count: number): number {
    let isDoubled = false;
    let at = from;
    for (;;) {
      at = bytes.indexOf(QUOTE, at);
      if (at < 0) return -1;
      if (bytes[at + 1] !== QUOTE) break;
      isDoubled = true;
      at += 2;
    }
    this.#starts[count] = from;
    this.#ends[count] = isDoubled ? -at : at;
    return at;
  }

  #taken(bytes: Buffer, count: number): readonly string[] {
    const { wanted, width } = this.#taker;
    if (wanted === null || count !== width)
      return Array.from({ length: count }, (_, place) => this.#text(bytes, place));
    if (this.#cells.length !== width) this.#begin(width);
    for (const place of wanted) {
      const start = this.#starts[place] ?? 0;
      const length = (this.#ends[place] ?? 0) - start;
      const known = place * REMEMBERED;
      if (length === this.#lengths[place] && this.#isMade(bytes, start, length, known)) continue;
      this.#cells[place] = this.#text(bytes, place);
      const isShort = length >= 0 && length <= REMEMBERED;
      this.#lengths[place] = isShort ? length : -1;
      if (!isShort) continue;
      for (let at = 0; at < length; at += 1) this.#made[known + at] = bytes[start + at] ?? 0;
    }
    return this.#cells;
  }

  #begin(width: number): void {
    this.#cells = Array.from({ length: width }, () => '');
    this.#made = new Uint8Array(width * REMEMBERED);
    this.#lengths = new Int32Array(width).fill(-1);
  }

  #isMade(bytes: Buffer, start: number, length: number, known: number): boolean {
    for (let at = 0; at < length; at += 1) if (this.#made[known + at] !== bytes[start + at]) return false;
    return true;
  }

  #cellText(place: number): string {
    return place < this.#taking.count ? this.#text(this.#taking.bytes, place) : '';
  }

  #cellMade(place: number, memory: Remembered, make: (text: string) => number): number {
    const { bytes, count } = this.#taking;
    if (place >= count) return make('');
    const end = Math.abs(this.#ends[place] ?? 0);
    return memory.of(bytes, this.#starts[place] ?? 0, end, () => make(this.#text(bytes, place)));
  }

  #text(bytes: Buffer, place: number): string {
    const start = this.#starts[place] ?? 0;
    const end = this.#ends[place] ?? 0;
    if (start === end) return '';
    if (end >= 0) return bytes.toString(this.#encoding, start, end);
    return bytes.toString(this.#encoding, start, -end).replaceAll('""', '"');
  }

  #noCsv(): BillProblem {
    return new BillProblem(`Row ${this.#row + 1}: the row is no CSV.`);
  }
}

const ENCODINGS = OTHER_ENCODINGS.map(({ name }) => name).join(', ');

export const noText = (): BillProblem => {
  const sentence = `The file is no text in UTF-8. Please save it as CSV UTF-8. What is in another encoding can be sent with encoding=, one of ${ENCODINGS}.`;
  return new BillProblem(sentence, 422, [{ field: 'encoding', message: sentence }]);
};

/** The line ending of a file that begins like this. */
function endOf(bytes: Buffer): number {
  const back = bytes.indexOf(RETURN);
  if (back < 0 || bytes[back + 1] === LINE_FEED || back + 1 === bytes.length) return LINE_FEED;
  const feed = bytes.indexOf(LINE_FEED);
  return feed >= 0 && feed < back ? LINE_FEED : RETURN;
}

/** How many bytes at the end are the begin of a character that goes on. */
function cutOff(bytes: Buffer): number {
  for (let back = 1; back < LONGEST_CHARACTER && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return needed > back ? back : 0;
  }
  return 0;
}
