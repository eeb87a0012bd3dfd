import type { ColumnReading } from '../fields/field.ts';
import { kindOf } from '../fields/kinds.ts';
import { DateOrders, twoDays, type DateOrder } from '../reading/days.ts';
import { NumberColumn, type DecimalSign } from '../reading/numbers.ts';
import type { DaysRead, ImportColumn } from './csv-import.ts';

/** The stated readings of a file; those that are left out follow from its cells. */
export interface SaidOfFile {
  decimalSign?: DecimalSign | null;
  dateOrder?: DateOrder | null;
}

/**
 * How the columns of a table are read, decided by all cells of each.
 * @param semicolons whether they separate its cells, as where a comma is the decimal sign
 */
export function columnReadings(
  columns: ReadonlyMap<string, ImportColumn>,
  rows: readonly { cells: Readonly<Record<string, unknown>> }[],
  { decimalSign = null, dateOrder = null }: SaidOfFile,
  semicolons: boolean,
): Map<string, ColumnReading> {
  const readings = new Map<string, ColumnReading>();
  for (const [header, { field, narrows }] of columns) {
    const decides = narrows === null ? kindOf(field).decides : undefined;
    if (decides === undefined) continue;
    const numbers = new NumberColumn(semicolons);
    const dates = new DateOrders();
    for (const { cells } of rows) {
      const cell = cells[header];
      if (typeof cell !== 'string') continue;
      if (decides === 'amounts') numbers.note(cell);
      else dates.note(cell);
    }
    readings.set(header, {
      decimalSign: decimalSign ?? (numbers.open ? null : numbers.sign),
      dateOrder: dateOrder ?? dates.order,
    });
  }
  return readings;
}

/** How those columns of a table are read in which a cell may be two days. */
export function daysRead(
  readings: ReadonlyMap<string, ColumnReading>,
  columns: ReadonlyMap<string, ImportColumn>,
  rows: readonly { cells: Readonly<Record<string, unknown>> }[],
): DaysRead[] {
  const read: DaysRead[] = [];
  for (const [header, { dateOrder }] of readings) {
    const column = columns.get(header);
    if (!column || kindOf(column.field).decides !== 'days') continue;
    for (const { cells } of rows) {
      const cell = cells[header];
      const open = typeof cell === 'string' ? twoDays(cell.trim()) : null;
      if (!open) continue;
      read.push({ column: header, cell: open.text, order: dateOrder });
      break;
    }
  }
  return read;
}
