import type { CsvColumn } from '../resource.ts';

/** The property's name below a column of a CSV file. */
export const csvProperty = (column: CsvColumn): string => (typeof column === 'string' ? column : column[1]);

/** Whether a column of a CSV file has a cell for a value that is written so; others stay empty. */
export function csvHasCell(column: CsvColumn, cell: string): boolean {
  const where = typeof column === 'string' ? undefined : column[2];
  if (!where) return true;
  return 'has' in where ? cell.includes(where.has) : !cell.includes(where.lacks);
}

/** The header of a column of a CSV file. */
export const csvHeader = (column: CsvColumn): string => (typeof column === 'string' ? column : column[0]);
