import { parquetMetadata, type ColumnChunk } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, it } from 'vitest';
import { checkPages, type DataPage } from './check-pages.ts';
import { isPaged } from './page-index.ts';

const ROWS = 3000;
const file = parquetWriteBuffer({
  columnData: [{ name: 'text', type: 'STRING', data: Array.from({ length: ROWS }, (_, n) => `text ${n}`) }],
  rowGroupSize: ROWS,
  pageSize: 4000,
});
const bytes = { byteLength: file.byteLength, slice: (from: number, to?: number) => file.slice(from, to) };

/** The column of the file as the library reads it, with its pages. */
function column(): { chunk: ColumnChunk; from: number; pages: DataPage[]; rows: number; isFlat: boolean } {
  const chunk = parquetMetadata(file).row_groups[0]?.columns[0];
  const from = Number(chunk?.meta_data?.dictionary_page_offset ?? chunk?.meta_data?.data_page_offset);
  const to = from + Number(chunk?.meta_data?.total_compressed_size);
  return {
    chunk: chunk as ColumnChunk,
    from,
    pages: checkPages(file.slice(from, to), ROWS),
    rows: ROWS,
    isFlat: true,
  };
}

it('pages are read one by one where the index names those that are there', async () => {
  const { chunk, ...rest } = column();
  expect(rest.pages.length).toBeGreaterThan(5);
  expect([await isPaged(chunk, bytes, rest), chunk.offset_index_offset]).toEqual([true, expect.any(BigInt)]);
});

it.each<[string, (changed: ReturnType<typeof column>) => void]>([
  ['it is of pages elsewhere', (changed) => (changed.from += 1)],
  ['it leaves out a page', ({ pages }) => pages.push({ at: 0, size: 1, values: 1 })],
  ['a page is longer than it says', ({ pages }) => ((pages[1] as DataPage).size += 1)],
  ['its rows are not those of the pages', ({ pages }) => ((pages[0] as DataPage).values += 1)],
  ['it has rows that are not there', (changed) => (changed.rows = 100)],
  ['it is noise', ({ chunk }) => (chunk.offset_index_offset = 4n)],
  ['it ends behind the file', ({ chunk }) => (chunk.offset_index_offset = BigInt(file.byteLength - 2))],
  ['it claims to be long', ({ chunk }) => (chunk.offset_index_length = 2_000_000_000)],
])('the index is taken away where %s', async (_what, change) => {
  const changed = column();
  change(changed);
  const { chunk, ...rest } = changed;
  expect([await isPaged(chunk, bytes, rest), chunk.offset_index_offset]).toEqual([false, undefined]);
});
