import type { PoolClient } from 'pg';
import { linesTable } from './sum-lines.ts';

/** Statements of people about an invoice of a run: its total, or how they checked it without one. */
interface Statement {
  n: number;
  stated: string | null;
  stated_by: string | null;
  stated_at: string | null;
  checked_by: string | null;
  checked_name: string | null;
  checked_at: string | null;
  checked_note: string | null;
  checked_total: string | null;
}

/**
 * Takes the lines of a run out, which is read anew with more files. What people typed in stays.
 * @returns the statements about its invoices; null where nothing was read of it yet
 */
export async function takeOut(tx: PoolClient, id: number): Promise<Statement[] | null> {
  const { rowCount } = await tx.query('SELECT 1 FROM billing_invoices WHERE run_id = $1 LIMIT 1', [id]);
  if (rowCount === 0) return null;
  const { rows } = await tx.query<Statement>(
    `SELECT n, CASE WHEN stated_by IS NOT NULL THEN stated END::text AS stated, stated_by, stated_at::text AS stated_at,
       checked_by, checked_name, checked_at::text AS checked_at, checked_note, checked_total::text AS checked_total
     FROM billing_invoices WHERE run_id = $1 AND (stated_by IS NOT NULL OR checked_by IS NOT NULL)`,
    [id],
  );
  await tx.query(`TRUNCATE ${linesTable(id)}`);
  for (const table of [
    'billing_sums',
    'billing_pooled',
    'billing_pool_parts',
    'billing_commitments',
    'billing_tag_sums',
    'billing_tags',
    'billing_parts',
    'billing_invoices',
  ])
    await tx.query(`DELETE FROM ${table} WHERE run_id = $1`, [id]);
  await tx.query('UPDATE billing_runs SET repeated = NULL WHERE id = $1', [id]);
  return rows;
}

/**
 * Puts back the statements of people, before the lines are summed: a sum that is another one then was confirmed by nobody. Files are read
 * in their order, so that an invoice has the number that it had.
 */
export async function restoreStatements(
  tx: PoolClient,
  id: number,
  statements: readonly Statement[],
): Promise<void> {
  await tx.query(
    `UPDATE billing_invoices i SET file_stated = CASE WHEN given.stated_by IS NOT NULL THEN i.stated END,
       stated = coalesce(given.stated, i.stated), stated_by = given.stated_by, stated_at = given.stated_at,
       checked_by = given.checked_by, checked_name = given.checked_name, checked_at = given.checked_at,
       checked_note = given.checked_note, checked_total = given.checked_total
     FROM jsonb_to_recordset($2) AS given(n smallint, stated numeric, stated_by text, stated_at timestamptz, checked_by text,
       checked_name text, checked_at timestamptz, checked_note text, checked_total numeric)
     WHERE i.run_id = $1 AND i.n = given.n`,
    [id, JSON.stringify(statements)],
  );
}

/** Puts the lines back that people typed in, once those of the files are summed: what was in no file is summed for itself. */
export async function putBackAdded(tx: PoolClient, id: number): Promise<void> {
  await tx.query(
    `INSERT INTO ${linesTable(id)} (run_id, line, invoice, kind, amount, description)
     SELECT run_id, -id, invoice, kind, amount, reason FROM billing_additions WHERE run_id = $1`,
    [id],
  );
}
