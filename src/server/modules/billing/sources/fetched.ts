import type { PoolClient } from 'pg';
import type { FetchedExport } from '#calls/sources.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { BillSource } from './source.ts';

type Source = Pick<BillSource, 'provider' | 'place'>;

const LISTED = 24;

/** Keeps that an export was fetched, and the run that has it. @param month YYYY-MM */
export async function keepFetched(
  tx: PoolClient,
  { provider, place }: Source,
  { month, id, run, by }: { month: string; id: string; run: number; by: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO billing_fetches (provider, place, month, export_id, run_id, fetched_by) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (provider, place, month, export_id)
     DO UPDATE SET run_id = excluded.run_id, fetched_by = excluded.fetched_by, fetched_at = now()`,
    [provider, place, `${month}-01`, id, run, by],
  );
}

/** The run of an export that was fetched before; null where none that counts has it. */
export async function runOfExport(
  runner: Runner,
  { provider, place }: Source,
  { month, id }: { month: string; id: string },
): Promise<number | null> {
  const { rows } = await runner.query<{ run: number }>({
    text: `SELECT r.id AS run FROM billing_fetches f JOIN billing_runs r ON r.id = f.run_id
      WHERE f.provider = $1 AND f.place = $2 AND f.month = $3 AND f.export_id = $4
        AND r.state NOT IN ('failed', 'reversed', 'superseded')`,
    values: [provider, place, `${month}-01`, id],
  });
  return rows[0]?.run ?? null;
}

/** Whether an export of a month was fetched, whatever became of it. */
export async function wasFetched(
  runner: Runner,
  { provider, place }: Source,
  month: string,
): Promise<boolean> {
  const { rowCount } = await runner.query({
    text: 'SELECT 1 FROM billing_fetches WHERE provider = $1 AND place = $2 AND month = $3 LIMIT 1',
    values: [provider, place, `${month}-01`],
  });
  return rowCount === 1;
}

/** What was fetched from a source, the newest first. */
export async function listFetched(runner: Runner, { provider, place }: Source): Promise<FetchedExport[]> {
  const { rows } = await runner.query<FetchedExport>({
    text: `SELECT to_char(month, 'YYYY-MM') AS month, export_id AS export, run_id AS billing_run, fetched_at, fetched_by
      FROM billing_fetches WHERE provider = $1 AND place = $2 ORDER BY fetched_at DESC LIMIT ${LISTED}`,
    values: [provider, place],
  });
  return rows;
}
