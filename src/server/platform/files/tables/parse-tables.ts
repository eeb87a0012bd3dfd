import { parse } from 'csv-parse/sync';
import { CsvProblem, EncodingProblem, OTHER_ENCODINGS, type OtherEncoding } from '#kernel/csv/decode-text.ts';
import { readCsv } from '#kernel/csv/read-csv.ts';
import { isDocument, unpack } from './archive.ts';
import type { TablePart } from './table-rows.ts';
import { Portioner } from './portioner.ts';
import { UnreadableFile } from './unreadable.ts';

/** The kinds of files: a CSV, one packed into a ZIP archive, a workbook. */
export type FileKind = 'csv' | 'csv.zip' | 'xlsx';

const WORDS: Record<FileKind, string> = {
  csv: 'a CSV file',
  'csv.zip': 'a ZIP archive with a CSV file',
  xlsx: 'an XLSX workbook',
};

const isZip = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));

/** The sheet that is read, by its name; null for the first one that has rows. */
export interface PickedSheet {
  name: string | null;
}

interface HowParsed {
  /** Of a CSV file that is no Unicode, as a person stated it. */
  encoding?: OtherEncoding | undefined;
  /** The one sheet of a workbook that is read; all of them by default. */
  pick?: PickedSheet | undefined;
  /** Called with the names of all sheets before one of several is read. */
  onSheets?: (names: readonly string[]) => void;
}

/**
 * The tables of a file, portion by portion. It takes as long as the file is large, so it runs beside the thread that
 * answers requests.
 * @throws {UnreadableFile} for what is none of `kinds`, is damaged or holds too much
 */
export async function* parseTables(
  bytes: Buffer,
  kinds: readonly FileKind[],
  how: HowParsed = {},
): AsyncGenerator<TablePart> {
  const { encoding } = how;
  if (!isZip(bytes)) {
    demand(kinds, 'csv');
    yield* csvTable(bytes, encoding);
    return;
  }
  const file = await unpack(bytes, (names) => tablesOf(names, kinds));
  yield* file ? csvTable(file, encoding) : workbookTables(bytes, how);
}

/** The CSV of an archive with these files; null for a workbook. @throws {UnreadableFile} for what is none of `kinds` */
function tablesOf(names: readonly string[], kinds: readonly FileKind[]): string | null {
  if (isDocument(names)) {
    demand(kinds, 'xlsx');
    return null;
  }
  demand(kinds, 'csv.zip');
  const [file, ...others] = names.filter(isCsvFile);
  if (file === undefined) throw new UnreadableFile('The archive holds no CSV file.');
  if (others.length > 0) throw new UnreadableFile('The archive holds several CSV files. Please send one.');
  return file;
}

/** Whether a file is a CSV of the person's; the files that Macs add beside it are not. */
const isCsvFile = (name: string) => /\.csv$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name);

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
    const { rows, rowNumbers, delimiter } = readCsv(parse, bytes, encoding, (cells) =>
      portioner.bounds.count(cells),
    );
    if (delimiter === ';') portioner.decimalComma = true;
    for (const [at, cells] of rows.entries()) yield* portioner.add(null, { row: rowNumbers[at] ?? 0, cells });
    yield* portioner.rest(null);
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    const where = error.line === null ? '' : `Line ${error.line}: `;
    const choice =
      error instanceof EncodingProblem
        ? ` Please save the file as CSV UTF-8, or state its encoding: one of ${ENCODING_NAMES}.`
        : '';
    throw new UnreadableFile(`${where}${error.message}${choice}`);
  }
}

async function* workbookTables(bytes: Buffer, { pick, onSheets }: HowParsed): AsyncGenerator<TablePart> {
  // A thread that reads a CSV file begins sooner without them.
  const { visibleSheets } = await import('./workbook-sheets.ts');
  const { sheetTable } = await import('./sheet-table.ts');
  const portioner = new Portioner();
  const sheets = await visibleSheets(bytes);
  if (pick && sheets.length > 1) onSheets?.(sheets.map(({ title }) => title));
  const wanted = pick?.name ?? null;
  const read = sheets.filter(({ title }) => wanted === null || title === wanted);
  if (read.length === 0)
    throw new UnreadableFile(`The workbook has no sheet '${(wanted ?? '').slice(0, 60).toWellFormed()}'.`);
  for (const sheet of read) {
    let hasRows = false;
    for await (const part of sheetTable(sheet, portioner)) {
      hasRows = true;
      yield part;
    }
    if (pick && hasRows) return;
  }
}
