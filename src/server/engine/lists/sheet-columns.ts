import { asMoney, kindOf, type Field } from '#kernel/fields/kinds.ts';
import { csvHasCell, csvHeader, csvProperty } from '#kernel/csv/columns.ts';
import type { Registry } from '#kernel/registry.ts';
import type { CsvColumn, Resource } from '#kernel/resource.ts';
import type { SheetColumn } from '#server/platform/files/xlsx-cells.ts';

/** The parts of a sheet of a model's rows. */
export interface ModelSheet {
  columns: SheetColumn[];
  /** The cells of a row whose values stand in the order of the columns. */
  cells: (row: readonly unknown[]) => unknown[];
}

/**
 * The typed columns of a sheet with some columns of a model: days as days, amounts in the currency beside them where
 * that is a column too.
 * @param totals the properties whose sums stand below the rows
 * @throws {Error} for a column that the model's rows do not have
 */
export function modelSheet(
  registry: Registry,
  resource: Resource,
  columns: readonly CsvColumn[],
  totals: readonly string[] = [],
): ModelSheet {
  const names = columns.map(csvProperty);
  const fields = names.map((name): Field => {
    const field = registry.properties(resource).get(name)?.field;
    if (!field) throw new Error(`A sheet has a column ${name}, which ${resource.name} has not.`);
    return field;
  });
  return {
    columns: fields.map((field, at) => {
      const header = csvHeader(columns[at] ?? '');
      const total = totals.includes(names[at] ?? '');
      const { sheet } = kindOf(field);
      if (sheet === 'number') return { header, kind: sheet, total };
      if (sheet !== 'money') return { header, kind: sheet };
      const { currency = '', scale = 0 } = asMoney(field) ?? {};
      const place = names.indexOf(currency);
      return {
        header,
        kind: sheet,
        total,
        currency: place < 0 ? undefined : { column: place },
        // Prices of single units show all their digits.
        ...(scale > 3 && { decimals: scale }),
      };
    }),
    cells: (row) => fields.map((field, at) => cell(field, row[at], columns[at] ?? '')),
  };
}

function cell(field: Field, value: unknown, column: CsvColumn): unknown {
  if (value === null || value === undefined) return null;
  const written = kindOf(field).formatCell(value, field);
  return csvHasCell(column, written) ? written : null;
}
