import type { Readable } from 'node:stream';
import { kindOf, type Field } from '#kernel/fields/kinds.ts';
import { csvHeader, csvProperty } from '#kernel/registry.ts';
import type { InventorySheet } from '#resources/reports.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { writeXlsx, type Sheet } from '#server/platform/files/xlsx.ts';

/**
 * The inventory as a workbook: a sheet per model with the columns of its CSV file, so that a sheet that is saved as
 * CSV can be imported again.
 * @param onRows told how many rows of a sheet were read so far
 */
export function inventoryWorkbook(
  services: EngineServices,
  sheets: readonly InventorySheet[],
  onRows: (sheet: string, rows: number) => void,
): Readable {
  return writeXlsx(sheets.map((sheet) => sheetOf(services, sheet, (rows) => onRows(sheet.sheet, rows))));
}

function sheetOf(
  services: EngineServices,
  { model, sheet: name }: InventorySheet,
  onRows: (rows: number) => void,
): Sheet {
  const resource = services.registry.get(model);
  const properties = services.registry.properties(resource);
  const columns = (resource.csv?.export ?? []).map((column) => {
    const field = properties.get(csvProperty(column))?.field;
    if (!field) throw new Error(`The inventory has a column ${csvProperty(column)}, which ${model} has not.`);
    return { header: csvHeader(column), kind: kindOf(field).sheet, field };
  });
  async function* rows(): AsyncGenerator<unknown[][]> {
    let count = 0;
    for await (const portion of await services.lists(resource).rowsOfFile({})) {
      yield portion.map((row) => columns.map(({ field }, at) => cell(field, row[at])));
      count += portion.length;
      onRows(count);
    }
    onRows(count);
  }
  return { name, columns, rows: rows() };
}

const cell = (field: Field, value: unknown): unknown =>
  value === null || value === undefined ? null : kindOf(field).formatCell(value, field);
