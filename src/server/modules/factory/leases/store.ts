import type { PoolClient } from 'pg';
import type { AccountState } from '#resources/account-life.ts';
import { REMIND_DAYS } from '#resources/account-leases.ts';
import type { Runner } from '#server/platform/database/database.ts';

/** A lease as it is kept, with its account. */
export interface StoredLease {
  id: number;
  identifier: string;
  name: string | null;
  provider_type: string;
  owner: string | null;
  starts_on: string;
  ends_on: string;
  agreed_end: string;
  limit_amount: string | null;
  limit_currency: string | null;
  close_after_days: number | null;
  extension_days: number;
  most_days: number;
  set_by: string;
  set_at: string;
  lock_version: number;
  told_days: number | null;
  told_percent: number | null;
  ended_on: string | null;
  ended_for: 'end' | 'spend' | null;
  freeze_id: number | null;
  close_id: number | null;
  problem: string | null;
  held: boolean;
  /** How the account is now. */
  account_state: AccountState;
  /** The day on which it was frozen; null where it is not. */
  frozen_on: string | null;
  /** Whether it is frozen by what the end of this lease began. */
  frozen_by_it: boolean;
}

/** The terms of a lease that the desk sets. */
export type LeaseTerms = Pick<
  StoredLease,
  'ends_on' | 'limit_amount' | 'limit_currency' | 'close_after_days' | 'extension_days' | 'most_days'
>;

/** Leases `s` with their accounts `p`, and how these are. */
const FROM = `FROM account_leases s JOIN cloud_parents p ON p.id = s.cloud_parent_id
  LEFT JOIN account_lives l ON l.cloud_parent_id = p.id`;
const FROZEN_ON = `CASE WHEN NOT p.terminated AND l.state = 'frozen' THEN (l.since AT TIME ZONE 'UTC')::date END`;
const COLUMNS = `p.id, p.identifier, p.name, p.provider_type, p.cloud_contact_email AS owner,
  s.starts_on::text AS starts_on, s.ends_on::text AS ends_on, s.agreed_end::text AS agreed_end, s.limit_amount::text AS limit_amount,
  s.limit_currency, s.close_after_days, s.extension_days, s.most_days, s.set_by, s.set_at, s.lock_version, s.told_days, s.told_percent,
  s.ended_on::text AS ended_on, s.ended_for, s.freeze_id, s.close_id, s.problem, s.held,
  CASE WHEN p.terminated THEN 'closed' ELSE coalesce(l.state, 'in_use') END AS account_state,
  (${FROZEN_ON})::text AS frozen_on, coalesce(NOT p.terminated AND l.state = 'frozen' AND l.deployment_id = s.freeze_id, false) AS frozen_by_it`;

/** Whether nothing of the lease `s` is over, by the state of its account. */
const IS_OPEN = `NOT p.terminated AND coalesce(l.state, 'in_use') <> 'closed'`;
const IS_RUNNING = `(${IS_OPEN} AND s.ended_on IS NULL)`;
const IS_FROZEN = `(${IS_OPEN} AND s.ended_on IS NOT NULL AND l.state = 'frozen')`;
const IS_ENDED = `(${IS_OPEN} AND s.ended_on IS NOT NULL AND l.state IS NULL)`;

/** What leases are listed by, as SQL; $1 is the day that it is. */
const STATES: Readonly<Record<string, string>> = {
  due: `(${IS_RUNNING} AND s.ends_on <= $1::date + ${REMIND_DAYS[0]} OR ${IS_ENDED})`,
  running: IS_RUNNING,
  ended: IS_ENDED,
  frozen: IS_FROZEN,
  closed: `NOT (${IS_OPEN})`,
};

/** Finds the leases that need a look on the day $1. */
export const DUE_LEASES = `SELECT ${FROM} WHERE ${STATES['due']}`;

/** The lease of an account; null where it has none. */
export async function readLeaseOf(runner: Runner, account: number): Promise<StoredLease | null> {
  const { rows } = await runner.query<StoredLease>({
    text: `SELECT ${COLUMNS} ${FROM} WHERE p.id = $1`,
    values: [account],
  });
  return rows[0] ?? null;
}

/** The same, and nobody else changes it until the transaction ends. */
export async function holdLease(tx: PoolClient, account: number): Promise<StoredLease | null> {
  await tx.query('SELECT 1 FROM account_leases WHERE cloud_parent_id = $1 FOR UPDATE', [account]);
  return readLeaseOf(tx, account);
}

/** A page of all leases, and how many there are. */
export async function listStored(
  runner: Runner,
  {
    day,
    state,
    q,
    page,
    per_page: most,
  }: { day: string; state: string | null; q: string; page: number; per_page: number },
): Promise<{ rows: StoredLease[]; total: number }> {
  const where = `WHERE $1::date IS NOT NULL AND ${state === null ? 'true' : STATES[state]}
    AND ($2 = '' OR position(lower($2) IN lower(concat_ws(' ', p.identifier, p.name, p.cloud_contact_email))) > 0)`;
  const { rows } = await runner.query<StoredLease>({
    text: `SELECT ${COLUMNS} ${FROM} ${where} ORDER BY s.ends_on, p.id LIMIT $3 OFFSET $4`,
    values: [day, q, most, (page - 1) * most],
  });
  const counted = await runner.query<{ total: number }>({
    text: `SELECT count(*)::integer AS total ${FROM} ${where}`,
    values: [day, q],
  });
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** The leases of somebody's accounts. @param mine whether the account `p` is that of $1, as SQL */
export async function leasesOf(
  runner: Runner,
  { mine, email, most }: { mine: string; email: string; most: number },
): Promise<StoredLease[]> {
  const { rows } = await runner.query<StoredLease>({
    text: `SELECT ${COLUMNS} ${FROM} WHERE ${mine} AND ${IS_OPEN} ORDER BY s.ends_on, p.id LIMIT ${most}`,
    values: [email],
  });
  return rows;
}

/** Resets all that belongs to an end, as for a new lease; $2 is the reminder that counts as sent. */
const ANEW = `told_days = $2, ended_on = NULL, ended_for = NULL, freeze_id = NULL, close_id = NULL, problem = NULL, tried_at = NULL,
  held = false, lock_version = lock_version + 1`;

/** Keeps a lease with these terms; answers false where somebody else has set the first one meanwhile. */
export async function keepTerms(
  tx: PoolClient,
  account: number,
  terms: LeaseTerms,
  {
    before,
    day,
    reminded,
    by,
  }: { before: StoredLease | null; day: string; reminded: number | null; by: string },
): Promise<boolean> {
  const {
    ends_on: end,
    limit_amount: limit,
    limit_currency: currency,
    close_after_days: close,
    ...more
  } = terms;
  if (!before) {
    const { rowCount } = await tx.query(
      `INSERT INTO account_leases (cloud_parent_id, told_days, starts_on, ends_on, agreed_end, limit_amount, limit_currency,
         close_after_days, extension_days, most_days, set_by) VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT DO NOTHING`,
      [account, reminded, day, end, limit, currency, close, more.extension_days, more.most_days, by],
    );
    return rowCount === 1;
  }
  await tx.query(
    `UPDATE account_leases SET ${ANEW}, ends_on = $3, agreed_end = $3, limit_amount = $4, limit_currency = $5, close_after_days = $6,
       extension_days = $7, most_days = $8, set_by = $9, set_at = now(), spend_looked_at = NULL,
       told_percent = CASE WHEN limit_amount = $4 AND limit_currency = $5 AND ended_for IS DISTINCT FROM 'spend' THEN told_percent END
     WHERE cloud_parent_id = $1`,
    [account, reminded, end, limit, currency, close, more.extension_days, more.most_days, by],
  );
  return true;
}

/** Keeps another last day. */
export async function keepEnd(
  tx: PoolClient,
  account: number,
  { end, reminded }: { end: string; reminded: number | null },
): Promise<void> {
  await tx.query(`UPDATE account_leases SET ${ANEW}, ends_on = $3 WHERE cloud_parent_id = $1`, [
    account,
    reminded,
    end,
  ]);
}

/** Takes the lease of an account away. */
export async function dropLease(tx: PoolClient, account: number): Promise<void> {
  await tx.query('DELETE FROM account_leases WHERE cloud_parent_id = $1', [account]);
}
