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

function encodingOf(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  return silentUtf16(bytes) ?? 'utf-8';
}

/**
 * The text of a file as spreadsheet programs write it: UTF-8 with or without a byte-order mark, UTF-16
 * ("Unicode text" of Excel), or else Windows-1252 (plain "CSV" of Excel on Western Windows).
 * Throws a CsvProblem for a workbook or another binary file that merely bears the name .csv.
 */
export function decodeText(bytes: Uint8Array): string {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04))
    throw new CsvProblem(
      'This is a workbook or a ZIP archive. Save the worksheet as CSV and choose that file.',
    );
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new CsvProblem('This is an old Excel workbook. Save the worksheet as CSV and choose that file.');
  const encoding = encodingOf(bytes);
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder(encoding === 'utf-8' ? 'windows-1252' : encoding).decode(bytes);
  }
  if (text.includes('\u0000')) throw new CsvProblem('This is not a text file. Choose a file saved as CSV.');
  return text;
}
