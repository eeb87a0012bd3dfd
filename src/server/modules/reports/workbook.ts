import type { Readable } from 'node:stream';
import type { ReportSheet } from '#kernel/report.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { modelSheet } from '#server/engine/sheet-columns.ts';
import { writeXlsx, type Sheet } from '#server/platform/files/xlsx.ts';

/**
 * The workbook of a report: a sheet per model with the columns of its CSV file, so that a sheet that is saved as
 * CSV can be imported again.
 * @param onRows told how many rows of a sheet were read so far
 */
export function reportWorkbook(
  services: EngineServices,
  sheets: readonly ReportSheet[],
  onRows: (sheet: string, rows: number) => void,
): Readable {
  return writeXlsx(sheets.map((sheet) => sheetOf(services, sheet, (rows) => onRows(sheet.sheet, rows))));
}

function sheetOf(
  services: EngineServices,
  { model, sheet: name, query = {} }: ReportSheet,
  onRows: (rows: number) => void,
): Sheet {
  const resource = services.registry.get(model);
  const { columns, cells } = modelSheet(services.registry, resource, resource.csv?.export ?? []);
  async function* rows(): AsyncGenerator<unknown[][]> {
    let count = 0;
    for await (const portion of await services.lists(resource).rowsOfFile(query)) {
      yield portion.map(cells);
      count += portion.length;
      onRows(count);
    }
    onRows(count);
  }
  return { name, columns, rows: rows() };
}
