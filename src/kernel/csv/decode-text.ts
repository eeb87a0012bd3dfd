/** A file that cannot be read as CSV: what is wrong, and in which line where one can be named. */
export class CsvProblem extends Error {
  readonly line: number | null;

  constructor(sentence: string, line: number | null = null) {
    super(sentence);
    this.name = 'CsvProblem';
    this.line = line;
  }
}

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);

/** UTF-16 without a byte-order mark: every second byte of plain text is zero. */
function silentUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, 512);
  if (sample.length < 4) return null;
  let even = 0;
  let odd = 0;
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (sample[at] === 0) even += 1;
    if (sample[at + 1] === 0) odd += 1;
  }
  const most = Math.floor(sample.length / 2) * 0.7;
  if (odd >= most && even === 0) return 'utf-16le';
  return even >= most && odd === 0 ? 'utf-16be' : null;
}

/** The form of Unicode that a text is written in, by its mark or by its zeros; UTF-8 for any other. */
export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  return silentUtf16(bytes) ?? 'utf-8';
}

/** Encodings of files that are no UTF-8, the likeliest first, as people choose from them. */
export const OTHER_ENCODINGS = [
  { name: 'windows-1252', label: 'Western European (Windows)' },
  { name: 'windows-1250', label: 'Central European (Windows)' },
  { name: 'macintosh', label: 'Western European (older Mac)' },
] as const;

export type OtherEncoding = (typeof OTHER_ENCODINGS)[number]['name'];

/** How the lines that are no UTF-8 read in another encoding. */
export interface EncodingSample {
  encoding: OtherEncoding;
  lines: string[];
}

/** A file that says nothing of its encoding and is no UTF-8: people say which it is. */
export class EncodingProblem extends CsvProblem {
  readonly samples: EncodingSample[];

  constructor(sentence: string, line: number, samples: EncodingSample[]) {
    super(sentence, line);
    this.name = 'EncodingProblem';
    this.samples = samples;
  }
}

const isContinuation = (byte: number | undefined) => byte !== undefined && byte >= 0x80 && byte < 0xc0;

/** How many bytes the character has that begins with `byte` in UTF-8, and where the second one may lie. */
function shapeOf(byte: number): [length: number, from: number, to: number] | null {
  if (byte < 0x80) return [1, 0, 0];
  if (byte >= 0xc2 && byte < 0xe0) return [2, 0x80, 0xbf];
  if (byte >= 0xe0 && byte < 0xf0) return [3, byte === 0xe0 ? 0xa0 : 0x80, byte === 0xed ? 0x9f : 0xbf];
  if (byte >= 0xf0 && byte < 0xf5) return [4, byte === 0xf0 ? 0x90 : 0x80, byte === 0xf4 ? 0x8f : 0xbf];
  return null;
}

/** The position of the first byte from `start` that begins no character of UTF-8; null where all is right. */
function wrongByte(bytes: Uint8Array, start = 0): number | null {
  for (let at = start; at < bytes.length;) {
    const [length, from, to] = shapeOf(bytes[at] ?? 0) ?? [0, 0, 0];
    const second = bytes[at + 1] ?? 0;
    const whole = length === 1 || (second >= from && second <= to && isContinuation(bytes[at + length - 1]));
    if (length === 0 || !whole || (length === 4 && !isContinuation(bytes[at + 2]))) return at;
    at += length;
  }
  return null;
}

const MOST_SAMPLES = 4;
const LONGEST_SAMPLE = 200;
const LINE_FEED = 10;

/** Where the line of a byte begins and ends; a carriage return alone ends none. */
function lineAround(bytes: Uint8Array, at: number): [start: number, end: number] {
  const end = bytes.indexOf(LINE_FEED, at);
  return [bytes.lastIndexOf(LINE_FEED, at - 1) + 1, end < 0 ? bytes.length : end];
}

function encodingProblem(bytes: Uint8Array, first: number): EncodingProblem {
  const [start] = lineAround(bytes, first);
  let line = 1;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0 && at < start; at = bytes.indexOf(LINE_FEED, at + 1))
    line += 1;
  const column = Array.from(new TextDecoder().decode(bytes.subarray(start, first))).length + 1;
  const shown: Uint8Array[] = [];
  for (let at: number | null = first; at !== null && shown.length < MOST_SAMPLES;) {
    const [from, to] = lineAround(bytes, at);
    // A long line is shown around its first wrong byte.
    const near = Math.max(from, at - LONGEST_SAMPLE / 2);
    shown.push(bytes.subarray(near, Math.min(to, near + LONGEST_SAMPLE)));
    at = wrongByte(bytes, to);
  }
  const byte = (bytes[first] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  return new EncodingProblem(
    `At character ${column} stands a byte (${byte}) that no text in UTF-8 has.`,
    line,
    OTHER_ENCODINGS.map(({ name: encoding }) => ({
      encoding,
      lines: shown.map((part) => new TextDecoder(encoding).decode(part).trimEnd()),
    })),
  );
}

/**
 * The text of a file as spreadsheet programs write it: UTF-8 with or without a byte-order mark, UTF-16
 * ("Unicode text" of Excel), or the given encoding.
 * @throws {EncodingProblem} for a file that is neither, with the line and how it reads in other encodings
 * @throws {CsvProblem} for a workbook or another binary file that merely bears the name .csv
 */
export function decodeText(bytes: Uint8Array, given?: OtherEncoding): string {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04))
    throw new CsvProblem(
      'This is a workbook or a ZIP archive. Save the worksheet as CSV and choose that file.',
    );
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new CsvProblem('This is an old Excel workbook. Save the worksheet as CSV and choose that file.');
  const text = given ? decodeAs(bytes, given) : decodeUnicode(bytes);
  if (text.includes('\u0000')) throw new CsvProblem('This is not a text file. Choose a file saved as CSV.');
  return text;
}

/** A mark of UTF-8 does not belong to the text, whatever the rest is. */
const decodeAs = (bytes: Uint8Array, encoding: OtherEncoding): string =>
  new TextDecoder(encoding).decode(startsWith(bytes, 0xef, 0xbb, 0xbf) ? bytes.subarray(3) : bytes);

function decodeUnicode(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const wrong = encoding === 'utf-8' ? wrongByte(bytes) : null;
    if (wrong === null || bytes.includes(0))
      throw new CsvProblem('The text of this file is damaged. Save it as CSV UTF-8 and choose it again.');
    throw encodingProblem(bytes, wrong);
  }
}
