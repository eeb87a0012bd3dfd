import {
  parquetScan,
  type ColumnChunk,
  type DecodedArray,
  type FileMetaData,
  type ParquetScan,
} from 'hyparquet';
import { HARMLESS, MOST_RATIO } from '#server/platform/files/tables/archive.ts';
import { BillProblem } from '../bill-line.ts';
import { checkPages, MOST_GROUP_VALUES } from './check-pages.ts';
import { damaged, tooMuch } from './damaged.ts';
import { PARSERS } from './parquet-cells.ts';
import { isPaged } from './page-index.ts';
import { openParquet, reading, type ParquetFile } from './parquet-file.ts';
import { tableColumns, type TableColumn } from './parquet-schema.ts';
import { UNPACKERS } from './unpack-pages.ts';

/** Values that are held at once; a row group may have many more. */
const MOST_HELD = 2_000_000;
/** Rows whose lists and maps are held at once, where their pages can be read one by one. */
const MOST_NESTED = 20_000;
/** Bytes of a column of a row group, as the file has them. */
const LARGEST_CHUNK = 268_435_456;

/** Takes the rows of the table: first its header, then all that it needs of each row. */
export interface TableTaker {
  /** Hears before that which columns have numbers. */
  numbersAt: (places: ReadonlySet<number>) => void;
  take: (cells: readonly string[]) => void;
  /** The places that it reads of rows, once it knows the header; null for all. */
  readonly needed: readonly number[] | null;
}

/** Is informed how far a file is read. */
export interface ReadingParquet {
  /** A piece of the file is about to be unpacked. */
  begun: () => void;
  /** So many bytes of the file were read. */
  done: (bytes: number) => void;
}

/**
 * Reads a Parquet file as the table that a CSV of it would be, row group by row group, and only the columns that are needed.
 * Yields after some rows.
 * @throws {BillProblem} for a file that is damaged or claims more than a bill holds, and what the taker throws
 */
export async function* parquetRows(
  path: string,
  taker: TableTaker,
  context: ReadingParquet,
): AsyncGenerator<void> {
  const file = await openParquet(path);
  try {
    const columns = await reading(() => tableColumns(file.metadata));
    checkRows(file.metadata);
    taker.numbersAt(new Set(columns.flatMap(({ isNumber }, place) => (isNumber ? [place] : []))));
    taker.take(columns.map(({ name }) => name));
    const { needed } = taker;
    const read = columns.flatMap((column, place) =>
      needed === null || needed.includes(place) ? [{ ...column, place }] : [],
    );
    const scan = await reading(() =>
      parquetScan({
        file: file.bytes,
        metadata: file.metadata,
        compressors: UNPACKERS,
        parsers: PARSERS,
        utf8: false,
        useOffsetIndex: true,
      }),
    );
    const cells = columns.map(() => '');
    const bound = ratioBound(file.bytes.byteLength);
    const tops = [...new Set(read.map(({ top }) => top))];
    let group = 0;
    for (const { rowStart, rowEnd } of scan.ranges) {
      const checked = await checkGroup(file, group, tops, rowEnd - rowStart, context.begun);
      group = checked.next;
      const most = Math.max(1, Math.floor(MOST_HELD / Math.max(1, tops.length)));
      const slice = checked.isNestedPaged ? Math.min(most, MOST_NESTED) : most;
      for (let from = rowStart; from < rowEnd; from += slice) {
        const to = Math.min(rowEnd, from + slice);
        const values = await valuesOf(scan, tops, from, to, context.begun);
        yield* rowsOf(read, values, to - from, cells, taker, bound);
        context.done(Math.floor((file.bytes.byteLength * to) / Number(file.metadata.num_rows)));
      }
    }
  } finally {
    await file.close();
  }
}

/** So many rows are taken before others have their turn. */
const PORTION = 2000;

function* rowsOf(
  columns: readonly (TableColumn & { place: number })[],
  values: ReadonlyMap<string, DecodedArray>,
  count: number,
  cells: string[],
  taker: TableTaker,
  bound: (bytes: number) => void,
): Generator<void> {
  const read = columns.map((column) => ({ ...column, values: values.get(column.top) ?? [] }));
  for (let row = 0; row < count; row += 1) {
    let length = 0;
    for (const { place, within, text, values: all } of read) {
      const cell = text(within.length === 0 ? all[row] : inner(all[row], within));
      cells[place] = cell;
      length += cell.length;
    }
    bound(length);
    taker.take(cells);
    if (row % PORTION === PORTION - 1) yield;
  }
  yield;
}

function inner(value: unknown, within: readonly string[]): unknown {
  let at = value;
  for (const name of within) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, name)) return null;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

async function valuesOf(
  scan: ParquetScan,
  tops: readonly string[],
  rowStart: number,
  rowEnd: number,
  begun: () => void,
): Promise<Map<string, DecodedArray>> {
  const values = new Map<string, DecodedArray>();
  for (const column of tops) {
    begun();
    const read = await reading(() => scan.readColumn({ column, rowStart, rowEnd }));
    if (read.length !== rowEnd - rowStart) throw damaged();
    values.set(column, read);
  }
  return values;
}

/** @throws {BillProblem} for row groups that do not come to the rows of the file: some would be left out in silence */
function checkRows({ num_rows: all, row_groups: groups }: FileMetaData): void {
  const rows = groups.map((group) => group.num_rows);
  if (rows.some((count) => count < 0n) || rows.reduce((sum, count) => sum + count, 0n) !== all)
    throw damaged();
}

/**
 * Holds a row group against the limits before it is read.
 * @param from the number of the row group, where those without rows are left out
 * @returns the number of the one behind it, and whether it has columns with lists or maps, all of which can be read page by page
 */
async function checkGroup(
  { metadata, bytes }: ParquetFile,
  from: number,
  tops: readonly string[],
  rows: number,
  begun: () => void,
): Promise<{ next: number; isNestedPaged: boolean }> {
  const at = metadata.row_groups.findIndex(({ num_rows }, place) => place >= from && num_rows > 0n);
  const group = metadata.row_groups[at];
  if (!group || Number(group.num_rows) !== rows) throw damaged();
  if (rows > MOST_GROUP_VALUES) throw tooMuch();
  const nested: boolean[] = [];
  for (const top of tops) {
    const chunks = group.columns.filter(({ meta_data }) => meta_data?.path_in_schema[0] === top);
    if (chunks.length === 0) throw damaged();
    for (const chunk of chunks) {
      begun();
      const isPageByPage = await checkChunk(chunk, bytes, rows);
      if (!isFlat(chunk)) nested.push(isPageByPage);
    }
  }
  return { next: at + 1, isNestedPaged: nested.length > 0 && nested.every(Boolean) };
}

const isFlat = ({ meta_data: column }: ColumnChunk) => column?.path_in_schema.length === 1;

/** @returns whether its pages can be read one by one */
async function checkChunk(chunk: ColumnChunk, bytes: ParquetFile['bytes'], rows: number): Promise<boolean> {
  const { meta_data: column, file_path: elsewhere } = chunk;
  if (!column || elsewhere !== undefined) throw damaged();
  const isKnown = column.codec === 'UNCOMPRESSED' || Object.hasOwn(UNPACKERS, column.codec ?? '');
  if (!isKnown)
    throw new BillProblem(
      `The Parquet file is packed by ${column.codec ?? 'something unknown'}. Please export it with Snappy, gzip or Zstandard, or as CSV.`,
    );
  const values = Number(column.num_values);
  if (values < 0 || (isFlat(chunk) && values !== rows)) throw damaged();
  if (values > MOST_GROUP_VALUES) throw tooMuch();
  // As the library finds it.
  const from = Number(column.dictionary_page_offset || column.data_page_offset);
  const to = from + Number(column.total_compressed_size);
  if (to - from > LARGEST_CHUNK) throw tooMuch();
  if (!(from >= 0 && from <= to && to <= bytes.byteLength)) throw damaged();
  const pages = checkPages(await bytes.slice(from, to), values);
  return isPaged(chunk, bytes, { from, pages, rows, isFlat: isFlat(chunk) });
}

/** Refuses what comes to much more text than the file has bytes, as an archive that is packed too tightly. */
function ratioBound(size: number): (bytes: number) => void {
  let so = 0;
  return (bytes) => {
    so += bytes;
    if (so > Math.max(HARMLESS, size * MOST_RATIO))
      throw new BillProblem('The file is packed more tightly than any bill is.', 413);
  };
}
