import { readOffsetIndex, type AsyncBuffer, type ColumnChunk } from 'hyparquet';
import type { DataPage } from './check-pages.ts';
import { CompactReader } from './compact.ts';

const LARGEST_INDEX = 4_000_000;
const MOST_ELEMENTS = 1_000_000;

interface PagesOfColumn {
  /** Where the first page of the column begins. */
  from: number;
  pages: readonly DataPage[];
  /** Of the row group. */
  rows: number;
  /** Whether each row has one value. */
  isFlat: boolean;
}

/**
 * Whether the pages of a column can be read one by one, by the index that the file has of them. The library believes what an index
 * says, so one that names other pages than those that were looked at is taken away from it.
 */
export async function isPaged(
  chunk: ColumnChunk,
  bytes: AsyncBuffer,
  column: PagesOfColumn,
): Promise<boolean> {
  const { offset_index_offset: at, offset_index_length: length } = chunk;
  const isThere = at !== undefined && length !== undefined && length > 0 && length <= LARGEST_INDEX;
  if (isThere && Number(at) + length <= bytes.byteLength)
    if (isSound(await bytes.slice(Number(at), Number(at) + length), column)) return true;
  delete chunk.offset_index_offset;
  delete chunk.offset_index_length;
  return false;
}

function isSound(index: ArrayBuffer, { from, pages, rows, isFlat }: PagesOfColumn): boolean {
  const view = new DataView(index);
  let locations: ReturnType<typeof readOffsetIndex>['page_locations'];
  try {
    new CompactReader(view, MOST_ELEMENTS).struct(false);
    locations = readOffsetIndex({ view, offset: 0 }).page_locations;
  } catch {
    return false;
  }
  if (locations.length !== pages.length) return false;
  let [before, values] = [-1, 0];
  for (const [n, { at, size, values: own }] of pages.entries()) {
    const location = locations[n];
    const first = Number(location?.first_row_index);
    if (Number(location?.offset) !== from + at || location?.compressed_page_size !== size) return false;
    if (!(first > before && first < rows) || (n === 0 && first !== 0)) return false;
    if (isFlat && first !== values) return false;
    before = first;
    values += own;
  }
  return true;
}
