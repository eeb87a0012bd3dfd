import type { Readable } from 'node:stream';
import type { Values } from '#kernel/input.ts';
import type { ReportSheet } from '#kernel/report.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { modelSheet } from '#server/engine/lists/sheet-columns.ts';
import { writeXlsx, type Sheet } from '#server/platform/files/xlsx.ts';

/**
 * The workbook of a report: a sheet per model with the columns of its CSV file, so that a sheet that is saved as
 * CSV can be imported again.
 * @param values the requested values, by field of the report
 * @param onRows called with how many rows of a sheet were read so far
 */
export function reportWorkbook(
  services: EngineServices,
  sheets: readonly ReportSheet[],
  values: Values,
  onRows: (sheet: string, rows: number) => void,
): Readable {
  return writeXlsx(
    sheets.map((sheet) => sheetOf(services, sheet, values, (rows) => onRows(sheet.sheet, rows))),
  );
}

/** The query of the list that fills a sheet. */
export const sheetQuery = (
  { query = {}, params = {} }: ReportSheet,
  values: Values,
): Record<string, string> => ({
  ...query,
  ...Object.fromEntries(Object.entries(params).map(([name, field]) => [name, String(values[field] ?? '')])),
});

function sheetOf(
  services: EngineServices,
  sheet: ReportSheet,
  values: Values,
  onRows: (rows: number) => void,
): Sheet {
  const resource = services.registry.get(sheet.model);
  const { columns, cells } = modelSheet(services.registry, resource, resource.csv?.export ?? []);
  async function* rows(): AsyncGenerator<unknown[][]> {
    let count = 0;
    for await (const portion of await services.lists(resource).rowsOfFile(sheetQuery(sheet, values))) {
      yield portion.map(cells);
      count += portion.length;
      onRows(count);
    }
    onRows(count);
  }
  return { name: sheet.sheet, columns, rows: rows() };
}
