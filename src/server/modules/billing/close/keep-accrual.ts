import type { PoolClient } from 'pg';
import type { AccrualWanted } from '#calls/accruals.ts';
import { conflict } from '#kernel/errors.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';
import { isBooking } from '../runs/run-states.ts';
import { cloudName } from '#kernel/clouds.ts';
import { monthWords } from '../runs/months.ts';
import { suggestAccrual } from './suggest-accrual.ts';

const KEEP = `
INSERT INTO billing_accrual_postings (accrual_id, n, cloud, reference, currency, company_code, gl_account, cost_center, wbs_element,
  amount, text, business_unit, owner_email)
SELECT $1, n, cloud, reference, currency, company_code, gl_account, cost_center, wbs_element, amount, text, business_unit, owner_email
FROM jsonb_to_recordset($2) AS given(n integer, cloud text, reference text, currency text, company_code text, gl_account text,
  cost_center text, wbs_element text, amount numeric, text text, business_unit text, owner_email text)`;

/**
 * Keeps an accrual as it is suggested at this moment.
 * @returns its id
 * @throws {Refusal} 409 where there is one, the invoice is booked, or nothing can be copied
 */
export async function keepAccrual(
  tx: PoolClient,
  wanted: AccrualWanted,
  who: { email: string; requestId: string },
): Promise<number> {
  const { provider, month, percent } = wanted;
  const of = `${cloudName(provider)} for ${monthWords(month)}`;
  // Who accrues the same month at the same time waits, and then finds the other accrual.
  await holdLock(tx, 'accrual of a month', `${provider} ${month}`);
  const values = [provider, `${month}-01`];
  const final = await tx.query<{ id: number }>(
    `SELECT id FROM billing_runs WHERE provider = $1 AND month = $2 AND ${isBooking('billing_runs')} ORDER BY id LIMIT 1`,
    values,
  );
  if (final.rows[0])
    throw conflict(`Billing run ${final.rows[0].id} has the invoice of ${of}, so nothing is accrued.`);
  const existing = await tx.query<{ id: number }>(
    'SELECT id FROM billing_accruals WHERE provider = $1 AND month = $2 AND reversed_at IS NULL',
    values,
  );
  if (existing.rows[0])
    throw conflict(
      `Accrual ${existing.rows[0].id} of ${of} stands already. Reverse it before another one is made.`,
    );
  const { from, postings } = await suggestAccrual(tx, wanted);
  if (from === null || postings.length === 0)
    throw conflict(
      `Nothing can be accrued of ${of}: no final billing run of the twelve months before has postings to copy.`,
    );
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO billing_accruals (provider, month, based_on, percent, created_by, request_id)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [...values, `${from}-01`, percent, who.email, who.requestId],
  );
  const id = rows[0]?.id ?? 0;
  await tx.query(KEEP, [id, JSON.stringify(postings)]);
  return id;
}

/** Takes an accrual back. @throws {Refusal} 409 where somebody has */
export async function reverseAccrual(tx: PoolClient, id: number, by: string): Promise<void> {
  const { rowCount } = await tx.query(
    'UPDATE billing_accruals SET reversed_by = $2, reversed_at = now() WHERE id = $1 AND reversed_at IS NULL',
    [id, by],
  );
  if (rowCount === 0) throw conflict(`Accrual ${id} is reversed already.`);
}
