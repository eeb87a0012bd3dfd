import type { Runner } from './database.ts';

/** The database's clock now, by which it stamps what is written: that of this machine may differ. */
export async function databaseNow(runner: Runner): Promise<Date> {
  const { rows } = await runner.query<{ now: Date | string }>({ text: 'SELECT clock_timestamp() AS now' });
  return new Date(rows[0]?.now ?? 0);
}
