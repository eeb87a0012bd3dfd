import type { PoolClient } from 'pg';
import type { Runner } from '#server/platform/database/database.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';
import type { Existing } from '#calls/existing.ts';
import type { BillProvider } from '#kernel/billing/runs.ts';
import { currentRules } from '../../runs/rules.ts';
import { bundleOf, takeFiles, type KeptBill } from './bill-files.ts';
import { writtenValues, type BillWritten } from './bill-written.ts';

/** The details that are stated with the file of a bill. */
export interface BillRequest {
  provider: BillProvider;
  /** YYYY-MM, the month that is charged; null where the file says it. */
  month: string | null;
  name: string;
  currency: string | null;
  reference: string | null;
  /** YYYY-MM-DD */
  postingDay: string | null;
  /** How it is written, where it does not say so itself. */
  written: BillWritten;
  /** The choice about an open or final run that has one of its invoices as well; null where nobody has chosen. */
  existing: Existing | null;
  /** Whether it has the amortised costs of what an open run bills, by which commitments are split. */
  amortised: boolean;
}

const firstDay = (month: string | null) => month && `${month}-01`;

/**
 * The run that has these files for this month already; null where none that counts has. In a transaction, others wait for
 * the answer.
 */
export async function sameFiles(
  runner: Runner,
  wanted: BillRequest,
  kept: readonly KeptBill[],
): Promise<number | null> {
  const { digest, digests } = bundleOf(kept);
  await holdLock(runner, 'files of a bill', digest.toString('hex'));
  const { rows } = await runner.query<{ id: number }>({
    text: `SELECT id FROM billing_runs r WHERE provider = $1 AND month = coalesce($2, month)
       AND coalesce(told_currency, '') = $3 AND coalesce(told_reference, '') = $4 AND coalesce(told_encoding, '') = $5
       AND coalesce(told_decimal_sign, '') = $6 AND coalesce(told_date_order, '') = $7
       AND state NOT IN ('failed', 'reversed', 'superseded')
       AND (file_digest = $8 OR (SELECT count(DISTINCT digest) FROM billing_sent_files f WHERE f.run_id = r.id AND f.digest = ANY($9)) = $10)
     ORDER BY id DESC LIMIT 1`,
    values: [
      wanted.provider,
      firstDay(wanted.month),
      wanted.currency ?? '',
      wanted.reference ?? '',
      ...writtenValues(wanted.written).map((value) => value ?? ''),
      digest,
      digests,
      digests.length,
    ],
  });
  return rows[0]?.id ?? null;
}

/** Makes the run that kept files are for; its job must be enqueued in the same transaction. @returns its id */
export async function createRun(
  tx: PoolClient,
  wanted: BillRequest,
  kept: readonly KeptBill[],
  { job, by, requestId }: { job: string; by: string; requestId: string },
): Promise<number> {
  const rules = await currentRules(tx);
  const { name, size, digest } = bundleOf(kept);
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO billing_runs (provider, month, posting_day, state, file_name, file_digest, file_size, told_currency,
       told_reference, rules_version, job_id, created_by, request_id, month_told, posting_day_told, existing, told_encoding,
       told_decimal_sign, told_date_order, difference)
     SELECT $1, m.month, coalesce($3, m.month + interval '1 month' - interval '1 day'), 'processing', $4, $5, $6, $7, $8, $9, $10, $11,
       $12, $2::date IS NOT NULL, $3::date IS NOT NULL, $13, $14, $15, $16, $17
     FROM (SELECT coalesce($2, date_trunc('month', today()) - interval '1 month')::date AS month) m RETURNING id`,
    [
      wanted.provider,
      firstDay(wanted.month),
      wanted.postingDay,
      name,
      digest,
      size,
      wanted.currency,
      wanted.reference,
      rules,
      job,
      by,
      requestId,
      wanted.existing === 'add' || wanted.existing === 'replace' ? wanted.existing : null,
      ...writtenValues(wanted.written),
      wanted.existing === 'difference',
    ],
  );
  const [run] = rows;
  if (!run) throw new Error('The run was not written down.');
  await takeFiles(tx, run.id, kept);
  return run.id;
}
