import type { PoolClient } from 'pg';
import type { FetchedExport } from '#calls/sources.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { isOpen } from '../../runs/run-states.ts';
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

/** Keeps that an export of amortised costs was fetched, the run that it was added to, and as which addition. @param digest of its first file */
export async function keepAdded(
  tx: PoolClient,
  source: Source,
  { digest, ...fetched }: { month: string; id: string; run: number; by: string; digest: Buffer },
): Promise<void> {
  await keepFetched(tx, source, fetched);
  await tx.query(
    `UPDATE billing_fetches SET addition = (SELECT coalesce(added_with, file_id) FROM billing_sent_files
         WHERE run_id = $5 AND digest = $6 AND amortised LIMIT 1)
     WHERE provider = $1 AND place = $2 AND month = $3 AND export_id = $4`,
    [source.provider, source.place, `${fetched.month}-01`, fetched.id, fetched.run, digest],
  );
}

/** Whether an export of amortised costs was added to a run, and was not removed from it since. */
export async function isAdded(
  runner: Runner,
  { provider, place }: Source,
  { month, id, run }: { month: string; id: string; run: number },
): Promise<boolean> {
  const { rowCount } = await runner.query({
    text: `SELECT 1 FROM billing_fetches f JOIN billing_sent_files b ON b.run_id = f.run_id AND coalesce(b.added_with, b.file_id) = f.addition
      WHERE f.provider = $1 AND f.place = $2 AND f.month = $3 AND f.export_id = $4 AND f.run_id = $5 LIMIT 1`,
    values: [provider, place, `${month}-01`, id, run],
  });
  return rowCount === 1;
}

/** The run of the bill of a month that was fetched last, as long as something can be added to it; null for none. */
export async function openRunOf(
  runner: Runner,
  { provider, place }: Source,
  month: string,
): Promise<number | null> {
  const { rows } = await runner.query<{ run: number }>({
    text: `SELECT r.id AS run FROM billing_fetches f JOIN billing_runs r ON r.id = f.run_id
      WHERE f.provider = $1 AND f.place = $2 AND f.month = $3 AND ${isOpen('r')} ORDER BY f.fetched_at DESC LIMIT 1`,
    values: [provider, place, `${month}-01`],
  });
  return rows[0]?.run ?? null;
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

/** The exports that were fetched from a source, the newest first. */
export async function listFetched(runner: Runner, { provider, place }: Source): Promise<FetchedExport[]> {
  const { rows } = await runner.query<FetchedExport>({
    text: `SELECT to_char(month, 'YYYY-MM') AS month, export_id AS export, run_id AS billing_run, fetched_at, fetched_by
      FROM billing_fetches WHERE provider = $1 AND place = $2 ORDER BY fetched_at DESC LIMIT ${LISTED}`,
    values: [provider, place],
  });
  return rows;
}
