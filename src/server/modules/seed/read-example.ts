import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import type { PoolClient } from 'pg';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { addDays, monthStart } from './days.ts';

/** The database that is filled with the example, and how. */
export interface Filling {
  tx: PoolClient;
  services: EngineServices;
  who: Who;
  today: Date;
  /** Whether billing runs are going to book the last three months of whoever pays for an account, so that nobody has typed them in. */
  runsFollow: boolean;
}

export type ExampleRow = Readonly<Record<string, string>>;

const read = new Map<string, readonly ExampleRow[]>();

/** The rows of the example for a model, from `example/<model>.csv`; empty cells are empty texts. */
export function readExample(model: string): readonly ExampleRow[] {
  const known = read.get(model);
  if (known) return known;
  const file = path.join(import.meta.dirname, 'example', `${model}.csv`);
  const rows = parse(readFileSync(file), { columns: true, bom: true }) as ExampleRow[];
  read.set(model, rows);
  return rows;
}

/**
 * The ids of records of a model by what people call them.
 * @param column the column that has the name
 */
export async function idsBy(
  tx: PoolClient,
  model: string,
  column: string,
): Promise<(name: string) => number> {
  const { rows } = await tx.query<{ id: number; name: string }>(
    `SELECT id, "${column}" AS name FROM "${model}"`,
  );
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`The example names '${name}', which is not among ${model}.`);
    return id;
  };
}

/** `day -640` → -640; null for another cell. */
export const daysOf = (cell: string | undefined): number | null => {
  const [, days] = /^day (-?\d+)$/.exec(cell ?? '') ?? [];
  return days === undefined ? null : Number(days);
};

/** A cell as an import reads it: `day 12` is the day so many days from today, `month -5` the first day of that month. */
export function dated(cell: string, today: Date): string {
  const [, unit, count] = /^(day|month) (-?\d+)$/.exec(cell) ?? [];
  if (unit === undefined) return cell;
  return unit === 'day' ? addDays(today, Number(count)) : monthStart(today, -Number(count));
}

/** `-640 08:37` → that minute of the day so many days from today, in UTC; null for an empty cell. */
export function momentOf(cell: string | undefined, today: Date): Date | null {
  const [, days, time] = /^(-?\d+) (\d\d:\d\d)$/.exec(cell ?? '') ?? [];
  return days === undefined ? null : new Date(`${addDays(today, Number(days))}T${time}:00Z`);
}
