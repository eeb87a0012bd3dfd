import { stat } from 'node:fs/promises';
import { fileWriter, ParquetWriter, schemaFromColumnData, type ColumnSource } from 'hyparquet-writer';
import { cellsOf, HEADERS } from './wide-file.ts';

/** Rows of a row group; Arrow and DuckDB write about as many unless they are told otherwise. */
const GROUP = 100_000;

const AMOUNT = /^(?:cost|payg|effectivePrice|unitPrice|quantity|exchangeRatePricing)/i;
const DATE = /Date$|^date$/;

/** A column as Azure types it: amounts as doubles, days as times, all else as texts. */
function columnOf(name: string, cells: readonly string[]): ColumnSource {
  if (AMOUNT.test(name) && name !== 'costCenter' && name !== 'costAllocationRuleName')
    return { name, type: 'DOUBLE', data: cells.map(Number) };
  if (DATE.test(name)) return { name, type: 'TIMESTAMP', data: cells.map(timeOf) };
  return { name, type: 'STRING', data: [...cells] };
}

/** Of a day such as 03/31/2026. */
function timeOf(text: string): Date {
  const [month = 0, day = 0, year = 0] = text.split('/').map(Number);
  return new Date(Date.UTC(year, month - 1, day));
}

const columnsOf = (rows: readonly (readonly string[])[]) =>
  HEADERS.map((name, at) =>
    columnOf(
      name,
      rows.map((row) => row[at] ?? ''),
    ),
  );

/** Writes the lines of `writeWideFile` as Parquet, packed by Snappy. @returns how many bytes it has */
export async function writeWideParquet(path: string, lines: number): Promise<number> {
  const schema = schemaFromColumnData({ columnData: columnsOf([cellsOf(0)]) });
  const writer = new ParquetWriter({ writer: fileWriter(path), schema });
  for (let first = 0; first < lines; first += GROUP) {
    const rows = Array.from({ length: Math.min(GROUP, lines - first) }, (_, at) => cellsOf(first + at));
    await writer.write({ columnData: columnsOf(rows), rowGroupSize: GROUP });
  }
  await writer.finish();
  return (await stat(path)).size;
}
