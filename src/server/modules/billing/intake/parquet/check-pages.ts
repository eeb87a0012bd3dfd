import { BillProblem } from '../bill-line.ts';
import { CompactReader, type CompactStruct } from './compact.ts';
import { damaged, tooMuch } from './damaged.ts';

/** Bytes that a page may unpack to; writers keep to one megabyte, and DuckDB to a hundred. */
export const LARGEST_PAGE = 134_217_728;
/** Bytes that the pages of one column of a row group may unpack to. */
const LARGEST_COLUMN = 536_870_912;
/** Values of a page, and of a column of a row group. */
const MOST_PAGE_VALUES = 5_000_000;
export const MOST_GROUP_VALUES = 20_000_000;
const MOST_PAGES = 20_000;
/** Numbers and structs that the header of a page has at most. */
const MOST_HEADER = 1000;

/** How values are written that are read: plain, by a dictionary, in runs, as differences of numbers, or byte by byte. */
const ENCODINGS = new Set([0, 2, 3, 5, 6, 8, 9]);

const [DATA_PAGE, INDEX_PAGE, DICTIONARY_PAGE, DATA_PAGE_V2] = [0, 1, 2, 3] as const;

/** A page with rows, as its header describes it. */
export interface DataPage {
  /** Where it begins, in bytes from the first page of its column. */
  at: number;
  /** Its bytes in the file, its header among them. */
  size: number;
  values: number;
}

const sizeOf = (value: number | CompactStruct | undefined): number => {
  if (typeof value !== 'number' || value < 0) throw damaged();
  return value;
};

const structOf = (value: number | CompactStruct | undefined): CompactStruct => {
  if (!(value instanceof Map)) throw damaged();
  return value;
};

/** @throws {BillProblem} for values that are written as differences of texts, which a few bytes make endless */
function checkEncoding(value: number | CompactStruct | undefined): void {
  if (ENCODINGS.has(sizeOf(value))) return;
  throw new BillProblem(
    'The Parquet file is encoded in a way that is not read. Please export it as Parquet version 1, or as CSV.',
  );
}

/** The values that a page says to hold. @throws {BillProblem} for what contradicts itself */
function valuesOf(header: CompactStruct, packed: number): number {
  const type = header.get(1);
  if (type === INDEX_PAGE) return 0;
  if (type === DATA_PAGE || type === DICTIONARY_PAGE) {
    const page = structOf(header.get(type === DATA_PAGE ? 5 : 7));
    checkEncoding(page.get(2));
    return sizeOf(page.get(1));
  }
  if (type !== DATA_PAGE_V2) throw damaged();
  const page = structOf(header.get(8));
  checkEncoding(page.get(4));
  const values = sizeOf(page.get(1));
  if (sizeOf(page.get(2)) > values || sizeOf(page.get(3)) > values) throw damaged();
  if (sizeOf(page.get(5)) + sizeOf(page.get(6)) > packed) throw damaged();
  return values;
}

/**
 * Holds the pages of a column of a row group against the limits before anything of them is unpacked: a few bytes may claim any
 * number of values.
 * @param bytes all of its pages
 * @param values how many values the file says that it has
 * @returns those with rows
 * @throws {BillProblem} for pages that claim more, or more than a bill holds
 */
export function checkPages(bytes: ArrayBuffer, values: number): DataPage[] {
  const ofData: DataPage[] = [];
  let at = 0;
  let found = 0;
  let unpacked = 0;
  let pages = 0;
  while (at < bytes.byteLength) {
    pages += 1;
    if (pages > MOST_PAGES) throw tooMuch();
    const begin = at;
    const reader = new CompactReader(new DataView(bytes, at), MOST_HEADER);
    const header = reader.struct(true);
    const page = sizeOf(header.get(2));
    const packed = sizeOf(header.get(3));
    at += reader.at + packed;
    if (at > bytes.byteLength) throw damaged();
    const held = valuesOf(header, packed);
    unpacked += page;
    const kind = header.get(1);
    if (kind !== DICTIONARY_PAGE) found += held;
    if (kind === DATA_PAGE || kind === DATA_PAGE_V2)
      ofData.push({ at: begin, size: at - begin, values: held });
    if (page > LARGEST_PAGE || unpacked > LARGEST_COLUMN || held > MOST_PAGE_VALUES) throw tooMuch();
    if (found > values) throw damaged();
  }
  if (found < values) throw damaged();
  return ofData;
}
