import type { PoolClient } from 'pg';
import { Refusal } from '#kernel/errors.ts';

/** The rows read of a source were lost before they could be kept. The error has its job tried again. */
export const lostReading = (name: string): Refusal =>
  new Refusal(503, `What was read of ${name} was lost before it could be kept. It is read again.`);

/** The rows of an unlogged table that are of one source. */
export interface PutDown {
  table: string;
  /** The column that distinguishes the sources, and its value for this one. */
  column: string;
  value: string;
  /** How many rows the reading put down. */
  rows: number;
}

/**
 * The rows of an unlogged table do not survive a crash of the database or a change to its standby, and another
 * reading may have begun meanwhile. To be called in the transaction that takes it over.
 * @throws {Refusal} 503 where it is no longer whole
 */
export async function demandWhole(
  tx: PoolClient,
  name: string,
  { table, column, value, rows: read }: PutDown,
): Promise<void> {
  const { rows } = await tx.query<{ there: number }>(
    `SELECT count(*)::integer AS there FROM ${table} WHERE ${column} = $1`,
    [value],
  );
  if (rows[0]?.there !== read) throw lostReading(name);
}
