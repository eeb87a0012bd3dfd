import { parse } from 'csv-parse/sync';
import { readXlsx, streamXlsxRows } from 'hucre/xlsx';
import { CsvProblem, EncodingProblem, OTHER_ENCODINGS, type OtherEncoding } from '#kernel/csv/decode-text.ts';
import { readCsv } from '#kernel/csv/read-csv.ts';
import { unpack } from './archive.ts';
import type { TablePart } from './table-rows.ts';
import { demandCell, Portioner, whereOf } from './portioner.ts';
import { UnreadableFile } from './unreadable.ts';

/** What kinds of files there are: a CSV, one packed into a ZIP archive, a workbook. */
export type FileKind = 'csv' | 'csv.zip' | 'xlsx';

const MOST_SHEETS = 20;

const WORDS: Record<FileKind, string> = {
  csv: 'a CSV file',
  'csv.zip': 'a ZIP archive with a CSV file',
  xlsx: 'an XLSX workbook',
};

const isZip = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));

/**
 * The tables of a file, portion by portion. It takes as long as the file is large, so it runs beside the thread that
 * answers requests.
 * @param encoding of a CSV file that is no Unicode, as a person told it
 * @throws {UnreadableFile} for what is none of `kinds`, is damaged or holds too much
 */
export async function* parseTables(
  bytes: Buffer,
  kinds: readonly FileKind[],
  encoding?: OtherEncoding,
): AsyncGenerator<TablePart> {
  if (!isZip(bytes)) {
    demand(kinds, 'csv');
    yield* csvTable(bytes, encoding);
    return;
  }
  const files = await unpack(bytes, (name) => isCsvFile(name) || name === WORKBOOK);
  if (files.has(WORKBOOK)) {
    demand(kinds, 'xlsx');
    yield* workbookTables(bytes);
    return;
  }
  demand(kinds, 'csv.zip');
  const [file, ...others] = files.values();
  if (!file) throw new UnreadableFile('The archive holds no CSV file.');
  if (others.length > 0) throw new UnreadableFile('The archive holds several CSV files. Please send one.');
  yield* csvTable(file, encoding);
}

/** What Macs add beside a file is no file of the person's. */
const isCsvFile = (name: string) => /\.csv$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name);
const WORKBOOK = 'xl/workbook.xml';

function demand(kinds: readonly FileKind[], kind: FileKind): void {
  if (kinds.includes(kind)) return;
  throw new UnreadableFile(
    `This is ${WORDS[kind]}. Please send ${kinds.map((one) => WORDS[one]).join(' or ')}.`,
  );
}

const ENCODING_NAMES = OTHER_ENCODINGS.map(({ name }) => name).join(', ');

function* csvTable(bytes: Buffer, encoding: OtherEncoding | undefined): Generator<TablePart> {
  const portioner = new Portioner();
  try {
    const { rows, rowNumbers } = readCsv(parse, bytes, encoding, (cells) => portioner.count(cells));
    for (const [at, cells] of rows.entries()) yield* portioner.add(null, { row: rowNumbers[at] ?? 0, cells });
    yield* portioner.rest(null);
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    const where = error.line === null ? '' : `Line ${error.line}: `;
    const choice =
      error instanceof EncodingProblem
        ? ` Please save the file as CSV UTF-8, or tell its encoding: one of ${ENCODING_NAMES}.`
        : '';
    throw new UnreadableFile(`${where}${error.message}${choice}`);
  }
}

async function* workbookTables(bytes: Buffer): AsyncGenerator<TablePart> {
  const portioner = new Portioner();
  const sheets: { name: string; index: number }[] = [];
  try {
    await readXlsx(bytes, {
      sheets: ({ name, index, hidden, veryHidden }) => {
        if (hidden !== true && veryHidden !== true) sheets.push({ name, index });
        return false;
      },
    });
    if (sheets.length > MOST_SHEETS)
      throw new UnreadableFile(`The workbook has more than ${MOST_SHEETS} sheets.`, 413);
    for (const { name, index } of sheets)
      yield* sheetRows(bytes, index, sheets.length > 1 ? name : null, portioner);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('The workbook cannot be read. Please save it anew as XLSX.');
  }
}

async function* sheetRows(
  bytes: Buffer,
  sheet: number,
  name: string | null,
  portioner: Portioner,
): AsyncGenerator<TablePart> {
  let headers: string[] | null = null;
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    portioner.count(values.length);
    const cells = values.map(cellText);
    if (cells.every((cell) => cell === '')) continue;
    if (!headers) {
      headers = cells;
      checkHeaders(headers, name);
      continue;
    }
    const named = headers;
    const stray = cells.findIndex((cell, at) => cell !== '' && (named[at] ?? '') === '');
    if (stray >= 0)
      throw new UnreadableFile(
        `${whereOf(name, index + 1)}: the cell '${(cells[stray] ?? '').slice(0, 60)}' has no header.`,
      );
    const pairs = named.flatMap((header, at) => (header === '' ? [] : [[header, cells[at] ?? ''] as const]));
    yield* portioner.add(name, { row: index + 1, cells: Object.fromEntries(pairs) });
  }
  yield* portioner.rest(name);
}

function checkHeaders(headers: readonly string[], sheet: string | null): void {
  const seen = new Set<string>();
  for (const header of headers) {
    if (header === '') continue;
    const place = sheet === null ? '' : `Sheet ${sheet}: `;
    demandCell(header, { row: 1, column: header, ...(sheet !== null && { sheet }) });
    if (header === '__proto__')
      throw new UnreadableFile(`${place}'__proto__' cannot be a header. Please rename it.`);
    if (seen.has(header.toLowerCase()))
      throw new UnreadableFile(`${place}The column ${header} stands twice.`);
    seen.add(header.toLowerCase());
  }
}

/** A cell as the same worksheet saved as CSV has it; a day as YYYY-MM-DD, a formula by its result. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return numberText(value);
  return typeof value === 'string' ? value.trim() : '';
}

/** Spreadsheets reckon with, and show, so many digits; what their files have beyond them is what rounding left. */
const SHOWN_DIGITS = 15;

/** 0.30000000000000004, which is the sum of 0.1 and 0.2, is 0.3; whole numbers stay as they are. */
const numberText = (value: number) =>
  String(Number.isInteger(value) ? value : Number(value.toPrecision(SHOWN_DIGITS)));
