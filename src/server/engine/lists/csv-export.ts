import { Readable } from 'node:stream';
import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { csvHasCell, csvHeader, csvProperty } from '#kernel/csv/columns.ts';
import type { Property } from '#kernel/properties.ts';
import type { Registry } from '#kernel/registry.ts';
import type { CsvColumn, CsvSpec, Resource } from '#kernel/resource.ts';
import { BYTE_ORDER_MARK, csvLines, csvPortions } from '#server/platform/files/csv.ts';
import type { Lists } from './lists.ts';

interface FileColumn {
  column: CsvColumn;
  property: Property;
}

/** The name under which a browser keeps the file: the model's prefix, the moment, `.csv`. */
export const csvFileName = (csv: CsvSpec, now = new Date()): string => `${csv.file}${now.toISOString()}.csv`;

function cell({ property, column }: FileColumn, value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = kindOf(property.field).formatCell(value, property.field);
  return csvHasCell(column, text) ? neutraliseCell(text) : '';
}

/** The rows of a file: those that a query of the list finds, or those with these ids. */
type Wanted = { query: Readonly<Record<string, unknown>>; zone?: string } | { ids: readonly number[] };

/**
 * A list as a CSV file: UTF-8 with a byte order mark, CRLF, the columns of `csv.export`, cells made harmless.
 * It takes the filters and the order of the list. The rows follow as they are read.
 * @param options `onRows` is called with how many rows were read so far
 * @throws {Refusal} 400 for a query that cannot be understood; nothing is sent then.
 */
export async function csvExport(
  registry: Registry,
  resource: Resource,
  csv: CsvSpec,
  lists: Lists,
  options: Wanted & { onRows?: (count: number) => void },
): Promise<Readable> {
  const columns = csv.export.flatMap((column): FileColumn[] => {
    const property = registry.properties(resource).get(csvProperty(column));
    return property ? [{ column, property }] : [];
  });
  const rows =
    'ids' in options ? lists.rowsOfIds(options.ids) : await lists.rowsOfFile(options.query, options.zone);
  function* cellsOf(portion: readonly unknown[][]): Generator<string[]> {
    for (const row of portion) yield columns.map((one, at) => cell(one, row[at]));
  }
  async function* file(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLines([csv.export.map(csvHeader)]);
    let count = 0;
    for await (const portion of rows) {
      count += portion.length;
      options.onRows?.(count);
      yield* csvPortions(cellsOf(portion));
    }
  }
  return Readable.from(file(), { objectMode: false });
}
